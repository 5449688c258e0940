import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import { EventCard } from "../../components/cards/event-card.tsx";
import styles from "./staff.module.css";

/** An event as visitors would see it: its card, and its sanitised text. */
export function EventPreview({ event }: { event: EventItem }) {
  return (
    <section className={styles.preview} aria-labelledby="preview-title">
      <h3 id="preview-title">Preview</h3>
      {/* A preview: its links are inert. */}
      <div className={styles.rendered} inert>
        <EventCard event={event} />
        <div>
          {event.ticketPrice !== null && <p>Ticket price: {event.ticketPrice.text}</p>}
          {event.description !== null && <RichText html={event.description} />}
          {event.venueDetails !== null && <RichText html={event.venueDetails} />}
        </div>
      </div>
    </section>
  );
}
