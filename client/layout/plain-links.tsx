import { header } from "../../content/navigation.json";
import { siteHref } from "../format/site-href.ts";

/** In place of a header or footer that failed: links without any behaviour. */
export const plainLinks = () => (
  <nav>
    {header.map(({ text, link }) => (
      <p key={link}>
        <a href={siteHref(link)}>{text}</a>
      </p>
    ))}
  </nav>
);
