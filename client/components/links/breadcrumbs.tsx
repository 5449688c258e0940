import * as words from "../../../content/words/en/links.json";
import type { PageLink } from "../../page.ts";
import styles from "./breadcrumbs.module.css";
import { Link } from "./link.tsx";

interface Props {
  crumbs: readonly PageLink[];
  /** The language of Home, on a page whose own text is in another language. */
  homeLanguage?: string | undefined;
}

/** Renders the links to the pages above the current one. */
export const Breadcrumbs = ({ crumbs, homeLanguage }: Props) => (
  <nav aria-label={words.breadcrumb} className={styles.crumbs}>
    <ol className="cluster tight small" role="list">
      {[{ text: words.home, href: "/" }, ...crumbs].map(({ text, href }) => (
        <li key={href}>
          <Link to={href} lang={href === "/" ? homeLanguage : undefined}>
            {text}
          </Link>
        </li>
      ))}
    </ol>
  </nav>
);
