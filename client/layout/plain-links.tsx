interface Props {
  label: string;
  links: readonly { text: string; link: string }[];
}

/** Plain links, in place of a header or footer that failed to render. */
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
