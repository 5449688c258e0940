import * as words from "../../../content/words/en/event.json";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { ClickMap } from "../../components/media/click-map.tsx";

/** A link to the place in a map application. */
function mapsHref(event: EventItem): string | null {
  if (event.mapLinkUrl !== null) return event.mapLinkUrl;
  if (event.location === null) return event.mapEmbedUrl;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(event.location)}`;
}

/** The map is loaded from another site on click; the address and a plain link come first. */
export function EventMap({ event }: { event: EventItem }) {
  const href = mapsHref(event);
  if (event.attendanceMode === "online") return null;
  if (event.mapEmbedUrl === null && event.mapLinkUrl === null) return null;
  return (
    <section className="stack">
      <h2>{words.eventLocation}</h2>
      {event.location !== null && <p>{event.location}</p>}
      {href !== null && (
        <p>
          <a href={href} target="_blank" rel="noopener noreferrer">
            {words.openInMaps}
            <span className="visually-hidden">{words.newTab}</span>
          </a>
        </p>
      )}
      {event.mapEmbedUrl !== null && (
        <ClickMap
          src={event.mapEmbedUrl}
          title={words.eventLocation}
          sketch="images/map/streets.svg"
          alt=""
        />
      )}
    </section>
  );
}
