import * as words from "../../../content/words/en/cards.json";
import { alsoOnline, online, statuses } from "../../../content/words/en/event-status.json";
import { eventPlace } from "../../../shared/model/event.ts";
import type { EventCard as Card } from "../../../shared/model/event-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { formatRange } from "../../format/date-range.ts";
import { inLanguage } from "../../format/in-language.ts";
import { recordClick } from "../../tracking/record-click.ts";
import { ItemPicture } from "../media/item-picture.tsx";
import card from "./card.module.css";
import { CardLink } from "./card-link.tsx";
import styles from "./item-card.module.css";

/** When an event takes place, in East Africa Time. */
export function eventWhen(
  event: Pick<Card, "startsAt" | "startPrecision" | "endsAt" | "endPrecision">,
): string {
  return formatRange(
    { at: event.startsAt, precision: event.startPrecision },
    { at: event.endsAt, precision: event.endPrecision },
  );
}

/** The value of `datetime`: a day has no time. */
export function startDateTime({
  startsAt,
  startPrecision,
}: Pick<Card, "startsAt" | "startPrecision">): string | undefined {
  return startPrecision === "day" ? startsAt?.slice(0, 10) : (startsAt ?? undefined);
}

/** `isNow` adds that the event is under way, where no heading does. */
export function EventCard({ event, isNow = false }: { event: Card; isNow?: boolean }) {
  const { id, slug, title, excerpt, status } = event;
  const place = eventPlace(event, { alsoOnline, online });
  return (
    <article className={`panel ${card.card}`}>
      <ItemPicture picture={event.image} id={id} words={[title, excerpt ?? ""]} isDecoration />
      <div className={card.body}>
        <p className={`${card.meta} ${styles.when}`}>
          {status !== "scheduled" && <strong>{`${statuses[status]} `}</strong>}
          <time dateTime={startDateTime(event)}>{eventWhen(event)}</time>
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
          onClick={() => recordClick({ type: "event", id, slug, title })}
        />
      </div>
    </article>
  );
}
