import type { EventItem } from "../../../shared/model/event-item.ts";
import { EventCard } from "../../components/event-card.tsx";
import { RichText } from "../../components/rich-text.tsx";
import styles from "./staff.module.css";

/** An event as readers would see it: its card, and its text as the site would clean it. */
export function EventPreview({ event }: { event: EventItem }) {
  return (
    <section className={styles.preview} aria-labelledby="preview-title">
      <h3 id="preview-title">Preview</h3>
      {/* A look, not a page: nothing in it leads anywhere. */}
      <div className={styles.look} inert>
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
