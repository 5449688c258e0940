import * as words from "../../../content/words/en/links.json";
import styles from "./breadcrumbs.module.css";
import { Link } from "./link.tsx";

/** An ancestor page; the current page is not included. */
export interface Crumb {
  text: string;
  href: string;
}

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
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
}

/** The same path as structured data; `title` is the current page. */
export function breadcrumbData(crumbs: readonly Crumb[], title: string): object {
  // Search engines read the server's page; no script reads it.
  if (!import.meta.env.SSR) return {};
  const steps = [{ text: words.home, href: "/" }, ...crumbs];
  return {
    "@type": "BreadcrumbList",
    itemListElement: [
      ...steps.map(({ text, href }, index) => ({
        "@type": "ListItem",
        position: index + 1,
        name: text,
        item: href,
      })),
      { "@type": "ListItem", position: steps.length + 1, name: title },
    ],
  };
}
