import type { NewsCard as Card } from "../../../shared/model/news-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { recordClick } from "../../tracking/record-click.ts";
import { DateText } from "../dates/date-text.tsx";
import { Link } from "../links/link.tsx";
import { ItemPicture } from "../media/item-picture.tsx";
import card from "./card.module.css";
import styles from "./item-card.module.css";

export function NewsCard({ item, isLead = false }: { item: Card; isLead?: boolean }) {
  const { id, slug, title, excerpt, categories } = item;
  return (
    <article className={isLead ? `${card.card} ${card.lead} ${styles.lead}` : card.card}>
      <ItemPicture
        picture={item.image}
        id={id}
        words={[...categories, title]}
        isDecoration
        isLead={isLead}
      />
      <div className={card.body}>
        <p className={styles.meta}>
          <DateText at={item.publishedAt} precision={item.publishedPrecision} />{" "}
          {categories[0] !== undefined && <span className={styles.tag}>{categories[0]}</span>}
        </p>
        <div className={styles.words}>
          <h3>
            <Link
              to={paths.newsItem(slug)}
              onClick={() => recordClick({ type: "news", id, slug, title })}
            >
              {title}
            </Link>
          </h3>
          {excerpt !== null && <p className={styles.excerpt}>{excerpt}</p>}
        </div>
        <p className={styles.more} aria-hidden="true">
          Read More
        </p>
      </div>
    </article>
  );
}
