interface Props {
  label: string;
  links: readonly { text: string; link: string }[];
}

/** Links without any behaviour, for where a header or footer could not be rendered. */
export function PlainLinks({ label, links }: Props) {
  return (
    <nav aria-label={label}>
      <ul>
        {links.map(({ text, link }) => (
          <li key={link}>
            <a href={link}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
