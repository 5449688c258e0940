import * as words from "../../../content/words/en/cards.json";
import { alsoOnline, online, statuses } from "../../../content/words/en/event-status.json";
import type { EventCardData as Event } from "../../../shared/model/event-item.schema.ts";
import { eventPlace } from "../../../shared/model/event-place.ts";
import type { NewsCardData as News } from "../../../shared/model/news-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { dateTime, eventWhen, startOf } from "../../format/dates.ts";
import { foreignLanguage } from "../../format/foreign-language.ts";
import { inLanguage } from "../../format/text.ts";
import { DateText } from "../dates/date-text.tsx";
import { ItemPicture } from "../media/item-picture.tsx";
import card from "./card.module.css";
import { CardLink } from "./card-grid.tsx";
import styles from "./item-card.module.css";

/** Renders the language of a card whose language is not the page's. */
function Language({ language }: { language: string | null }) {
  const name = foreignLanguage(language);
  return name === null ? null : <span>{` ${name}`}</span>;
}

export function NewsCard({ item, isLead = false }: { item: News; isLead?: boolean }) {
  const { id, slug, title, excerpt, categories } = item;
  return (
    <article className={`panel ${card.card}${isLead ? ` split ${card.lead} ${styles.lead}` : ""}`}>
      <ItemPicture
        picture={item.image}
        id={id}
        topics={[...categories, title]}
        isDecoration
        leads={isLead ? "lead" : undefined}
      />
      <div className={card.body}>
        <p className={`${card.meta} ${styles.meta}`}>
          <DateText at={item.publishedAt} precision={item.publishedPrecision} />{" "}
          {categories[0] !== undefined && <span className="tag">{categories[0]}</span>}
          <Language language={item.language} />
        </p>
        <div className={styles.words} {...inLanguage(item.language)}>
          <h3>{title}</h3>
          {excerpt !== null && <p className={`${card.excerpt} ${styles.excerpt}`}>{excerpt}</p>}
        </div>
        <CardLink
          to={paths.newsItem(slug)}
          text={words.readMore}
          title={title}
          language={item.language}
          id={id}
        />
      </div>
    </article>
  );
}

/** Renders the card of an event. `isNow` adds that the event is under way, in lists whose heading does not say so. */
export function EventCard({ event, isNow = false }: { event: Event; isNow?: boolean }) {
  const { id, slug, title, excerpt, status } = event;
  const place = eventPlace(event, { alsoOnline, online });
  return (
    <article className={`panel ${card.card}`}>
      <ItemPicture picture={event.image} id={id} topics={[title, excerpt ?? ""]} isDecoration />
      <div className={card.body}>
        <p className={`${card.meta} ${styles.when}`}>
          {status !== "scheduled" && <strong>{`${statuses[status]} `}</strong>}
          <time dateTime={dateTime(startOf(event))}>{eventWhen(event)}</time>
          <Language language={event.language} />
        </p>
        <div className={styles.words} {...inLanguage(event.language)}>
          <h3>{title}</h3>
          {excerpt !== null && <p className={card.excerpt}>{excerpt}</p>}
        </div>
        <p className={`${card.meta} ${styles.meta}`}>
          {isNow && <strong className={styles.now}>{`${words.happeningNow} `}</strong>}
          {place !== null && <span dir="auto">{place}</span>}
        </p>
        <CardLink
          to={paths.event(slug)}
          text={words.learnMore}
          title={title}
          language={event.language}
          id={id}
        />
      </div>
    </article>
  );
}
