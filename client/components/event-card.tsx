import { formatRange } from "../../shared/format/dates.ts";
import type { EventCard as Card } from "../../shared/model/event-item.ts";
import { paths } from "../../shared/paths.ts";
import styles from "./card.module.css";
import { ItemPicture } from "./item-picture.tsx";
import { Link } from "./link.tsx";

/** When an event takes place, in East Africa Time. */
export function eventWhen(
  event: Pick<Card, "startsAt" | "startPrecision" | "endsAt" | "endPrecision">,
): string {
  return formatRange(
    { at: event.startsAt, precision: event.startPrecision },
    { at: event.endsAt, precision: event.endPrecision },
  );
}

/** An event among others. */
export function EventCard({ event }: { event: Card }) {
  return (
    <article className={styles.card}>
      <ItemPicture picture={event.image} isDecoration />
      <div className={styles.body}>
        <p className={styles.meta}>
          {event.status === "cancelled" && <strong>Cancelled</strong>}
          <time dateTime={event.startsAt ?? undefined}>{eventWhen(event)}</time>
        </p>
        <h3>
          <Link to={paths.event(event.slug)}>{event.title}</Link>
        </h3>
        {event.location !== null && <p className={styles.meta}>{event.location}</p>}
        {event.excerpt !== null && <p className={styles.excerpt}>{event.excerpt}</p>}
        <p className={styles.more} aria-hidden="true">
          Learn More
        </p>
      </div>
    </article>
  );
}
