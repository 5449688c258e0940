import * as words from "../../../content/words/en/cards.json";
import type { NewsCard as Card } from "../../../shared/model/news-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { inLanguage } from "../../format/in-language.ts";
import { recordClick } from "../../tracking/record-click.ts";
import { DateText } from "../dates/date-text.tsx";
import { ItemPicture } from "../media/item-picture.tsx";
import card from "./card.module.css";
import { CardLink } from "./card-link.tsx";
import styles from "./item-card.module.css";

export function NewsCard({ item, isLead = false }: { item: Card; isLead?: boolean }) {
  const { id, slug, title, excerpt, categories } = item;
  return (
    <article className={`panel ${card.card}${isLead ? ` split ${card.lead} ${styles.lead}` : ""}`}>
      <ItemPicture
        picture={item.image}
        id={id}
        words={[...categories, title]}
        isDecoration
        isLead={isLead}
      />
      <div className={card.body}>
        <p className={`${card.meta} ${styles.meta}`}>
          <DateText at={item.publishedAt} precision={item.publishedPrecision} />{" "}
          {categories[0] !== undefined && <span className="tag">{categories[0]}</span>}
        </p>
        <div className={styles.words} {...inLanguage(item.language)}>
          <h3>{title}</h3>
          {excerpt !== null && <p className={`${card.excerpt} ${styles.excerpt}`}>{excerpt}</p>}
        </div>
        <CardLink
          to={paths.newsItem(slug)}
          text={words.readMore}
          title={title}
          onClick={() => recordClick({ type: "news", id, slug, title })}
        />
      </div>
    </article>
  );
}
