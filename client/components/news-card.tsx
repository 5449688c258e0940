import type { NewsCard as Card } from "../../shared/model/news-item.ts";
import { paths } from "../../shared/paths.ts";
import styles from "./card.module.css";
import { DateText } from "./date-text.tsx";
import { ItemPicture } from "./item-picture.tsx";
import { Link } from "./link.tsx";

/** A news item among others; `isLead` for the featured one. */
export function NewsCard({ item, isLead = false }: { item: Card; isLead?: boolean }) {
  return (
    <article className={isLead ? `${styles.card} ${styles.lead}` : styles.card}>
      <ItemPicture picture={item.image} isDecoration isLead={isLead} />
      <div className={styles.body}>
        <p className={styles.meta}>
          {item.categories[0] !== undefined && (
            <span className={styles.tag}>{item.categories[0]}</span>
          )}
          <DateText at={item.publishedAt} precision={item.publishedPrecision} />
        </p>
        <h3>
          <Link to={paths.newsItem(item.slug)}>{item.title}</Link>
        </h3>
        {item.excerpt !== null && <p className={styles.excerpt}>{item.excerpt}</p>}
        <p className={styles.more} aria-hidden="true">
          Read More
        </p>
      </div>
    </article>
  );
}
