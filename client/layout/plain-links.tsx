import { header } from "../../content/navigation.json";

/** In place of a header or footer that failed: links without any behaviour. */
export const plainLinks = () => (
  <nav>
    {header.map(({ text, link }) => (
      <p key={link}>
        <a href={link}>{text}</a>
      </p>
    ))}
  </nav>
);
