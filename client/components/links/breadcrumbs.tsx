import * as words from "../../../content/words/en/links.json";
import type { PageLink } from "../../page.ts";
import styles from "./breadcrumbs.module.css";
import { Link } from "./link.tsx";

/** The pages above, without the current one. */
export const Breadcrumbs = ({ crumbs }: { crumbs: readonly PageLink[] }) => (
  <nav aria-label={words.breadcrumb} className={styles.crumbs}>
    <ol className="cluster tight small" role="list">
      {[{ text: words.home, href: "/" }, ...crumbs].map(({ text, href }) => (
        <li key={href}>
          <Link to={href}>{text}</Link>
        </li>
      ))}
    </ol>
  </nav>
);
