import { Link } from "./link.tsx";
import styles from "./tab-links.module.css";

interface Props {
  label: string;
  tabs: readonly { text: string; href: string; isCurrent: boolean; count?: number }[];
  /** True to show all tabs on a phone too, in as many rows as needed, for tabs that lead to different things. */
  isWrapped?: boolean;
}

/**
 * Tabs or filter chips. The URL holds their state, so that tabs work without scripts and can be shared. `data-filter` marks links that
 * only show and hide content: client/entry-browser.ts holds a press until hydration, and client/router/clicks.ts leaves scroll position
 * and focus where they are.
 */
export const TabLinks = ({ label, tabs, isWrapped = false }: Props) => (
  <nav
    aria-label={label}
    className={isWrapped ? styles.tabs : `${styles.tabs} ${styles.row}`}
    data-filter=""
  >
    <ul className="cluster tight" role="list">
      {tabs.map(({ text, href, isCurrent, count }) => (
        <li key={href}>
          <Link to={href} state={{ stay: true }} aria-current={isCurrent ? "page" : undefined}>
            {text}
            {count !== undefined && <span className={styles.count}>{count}</span>}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

/** Returns the current filter, named by a query parameter, and the tabs of all filters. An unknown filter becomes "all". */
export function filterTabs(
  filters: readonly { value: string; label: string }[],
  path: string,
  parameter: string,
  search: URLSearchParams,
) {
  const requested = search.get(parameter);
  const current = filters.find(({ value }) => value === requested)?.value ?? "all";
  return {
    current,
    title: filters.find(({ value }) => value === current)?.label ?? "",
    tabs: filters.map(({ value, label }) => ({
      text: label,
      href: value === "all" ? path : `${path}?${parameter}=${value}`,
      isCurrent: value === current,
    })),
  };
}
