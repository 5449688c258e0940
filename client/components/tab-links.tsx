import { Link } from "./link.tsx";
import styles from "./tab-links.module.css";

interface Tab {
  text: string;
  href: string;
  isCurrent: boolean;
}

/** Tabs or filter chips whose state is the address: they work without scripts and can be shared. */
export function TabLinks({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul role="list">
        {tabs.map(({ text, href, isCurrent }) => (
          <li key={href}>
            <Link to={href} state={{ stay: true }} aria-current={isCurrent ? "page" : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
