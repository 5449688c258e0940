import type { ItemLink } from "../../../shared/model/item-fields.schema.ts";
import styles from "./item-links.module.css";
import { Link } from "./link.tsx";

interface Props {
  title: string;
  items: readonly ItemLink[];
  hrefOf: (slug: string) => string;
}

export function ItemLinks({ title, items, hrefOf }: Props) {
  if (items.length === 0) return null;
  return (
    <nav aria-label={title} className={styles.links}>
      <h2 className="rule large">{title}</h2>
      <ul role="list">
        {items.map(({ id, slug, title: text }) => (
          <li key={id}>
            <Link to={hrefOf(slug)} dir="auto">
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
