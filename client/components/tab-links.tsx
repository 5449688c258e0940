import { Link } from "./link.tsx";
import styles from "./tab-links.module.css";

interface Tab {
  text: string;
  href: string;
  isCurrent: boolean;
  /** How many things it leads to. */
  count?: number;
}

/** Tabs or filter chips whose state is the address: they work without scripts and can be shared. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul role="list">
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
}
