import * as words from "../../../content/words/en/staff.json";
import { fill } from "../../../shared/fill.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import { EventCard } from "../../components/cards/item-cards.tsx";

/** An event as visitors would see it: its card, and its sanitised text. */
export function EventPreview({ event }: { event: EventItem }) {
  return (
    <section className="panel stack" aria-labelledby="preview-title">
      <h3 id="preview-title">{words.preview}</h3>
      {/* A preview: its links are inert. */}
      <div className="split" inert>
        <EventCard event={event} />
        <div>
          {event.ticketPrice !== null && (
            <p>{fill(words.price, { price: event.ticketPrice.text })}</p>
          )}
          {event.description !== null && <RichText html={event.description} />}
          {event.venueDetails !== null && <RichText html={event.venueDetails} />}
        </div>
      </div>
    </section>
  );
}
