import * as words from "../../../content/words/en/event.json";
import { alsoOnline, free, online, statuses } from "../../../content/words/en/event-status.json";
import type { OutcomeMeta } from "../../../shared/contract/site-data.ts";
import { type EventTiming, eventTiming } from "../../../shared/model/event.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { eventPlace } from "../../../shared/model/event-place.ts";
import { paths } from "../../../shared/paths.ts";
import article from "../../components/article/article.module.css";
import { Article, itemView } from "../../components/article/article.tsx";
import { RichText } from "../../components/article/rich-text.tsx";
import { LocalTime } from "../../components/dates/local-time.tsx";
import { ButtonLink } from "../../components/links/button.tsx";
import { ItemLinks, RelatedReading } from "../../components/links/item-links.tsx";
import { Link, OutsideLink } from "../../components/links/link.tsx";
import { ClickMap } from "../../components/media/click-map.tsx";
import { Banner } from "../../components/sections/banner.tsx";
import type { Fact } from "../../components/sections/facts.tsx";
import { dateTime, eventWhen, startOf } from "../../format/dates.ts";
import { CalendarLinks } from "./calendar-links.tsx";

const DIRECTIONS = "https://www.google.com/maps/dir/?api=1&destination=";

const CRUMBS = [{ text: words.section, href: paths.newsFeed({ type: "events" }) }];

const EYEBROWS: Readonly<Record<EventTiming, string>> = {
  now: words.happeningNow,
  past: words.pastEvent,
  upcoming: words.upcomingEvent,
  undated: words.title,
};

/** Returns the time and place of an event, as the text of an event that has none. */
export function inShort(event: EventItem): string {
  const said = event.status === "scheduled" ? [] : [statuses[event.status]];
  const place = eventPlace(event, { alsoOnline, online });
  return [...said, eventWhen(event), ...(place === null ? [] : [place])].join(", ");
}

/** Returns true when the excerpt repeats the description. A source with a single text uses it for both. */
function isRepeated({ excerpt, description }: EventItem): boolean {
  const text = (description ?? "").replaceAll(/(?:<[^>]*>|\s)+/g, " ").trim();
  return excerpt === null || text.startsWith(excerpt.slice(0, 60));
}

function factsOf(event: EventItem): Fact[] {
  const when = eventWhen(event);
  const { isFree = false, text = null } = event.ticketPrice ?? {};
  const day = event.startsAt && <time dateTime={dateTime(startOf(event))}>{when}</time>;
  return [
    [words.date, day ?? when],
    [words.location, eventPlace(event, { alsoOnline, online }) ?? ""],
    [words.ticketPrice, isFree ? free : (text ?? "")],
  ];
}

function mapsHref(event: EventItem): string | null {
  if (event.mapLinkUrl !== null) return event.mapLinkUrl;
  if (event.location === null) return event.mapEmbedUrl;
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(event.location)}`;
}

/** The map loads from another site on click. The address and a plain link come first. */
function EventMap({ event }: { event: EventItem }) {
  const href = mapsHref(event);
  if (event.attendanceMode === "online") return null;
  if (event.mapEmbedUrl === null && event.mapLinkUrl === null) return null;
  return (
    <section className="stack">
      <h2>{words.eventLocation}</h2>
      {event.location !== null && <p>{event.location}</p>}
      {href !== null && (
        <p>
          <OutsideLink className="touch" href={href}>
            {words.openInMaps}
          </OutsideLink>
        </p>
      )}
      {event.location !== null && (
        <p>
          <OutsideLink className="touch" href={DIRECTIONS + encodeURIComponent(event.location)}>
            {words.directions}
          </OutsideLink>
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

/** Renders the registration link. An event that is over or cancelled says so instead, and links to other events (spec section 2). */
function Register({ event, timing }: { event: EventItem; timing: EventTiming }) {
  const { status, startsAt } = event;
  const isCancelled = status === "cancelled";
  const isOver = timing === "past" || isCancelled;
  const tookPlace = timing === "past" && !isCancelled && status !== "postponed";
  const note = tookPlace || status === "scheduled" ? isOver && words.hasEnded : words.notes[status];
  const registrationUrl = isOver || status === "soldOut" ? null : event.registrationUrl;
  return (
    <>
      {note && (
        <Banner kind={isCancelled ? "bad" : "info"} role={isCancelled ? "alert" : undefined}>
          <p className="links">
            <strong>{`${note} `}</strong>
            {isOver && <Link to={paths.newsFeed({ type: "events" })}>{words.seeUpcoming}</Link>}
          </p>
        </Banner>
      )}
      {!isOver && (registrationUrl !== null || startsAt !== null) && (
        <p className="cluster screen">
          {registrationUrl !== null && (
            <ButtonLink href={registrationUrl} variant="gold">
              {words.register}
            </ButtonLink>
          )}
          {startsAt !== null && (
            <ButtonLink href={paths.eventCalendar(event.slug)} variant="plain" reloadDocument>
              {` ${words.addToCalendar}`}
            </ButtonLink>
          )}
        </p>
      )}
      {!isOver && startsAt !== null && <CalendarLinks event={event} />}
    </>
  );
}

function LoadedEvent({ item: event, meta }: { item: EventItem; meta: OutcomeMeta }) {
  const { slug, title, description, venueDetails, contactInfo, contactHtml } = event;
  const timing = eventTiming(event, Date.parse(meta.now));
  return (
    <Article
      item={event}
      meta={meta}
      path={paths.event(slug)}
      crumbs={CRUMBS}
      eyebrow={event.status === "scheduled" ? EYEBROWS[timing] : statuses[event.status]}
      topics={[title, event.excerpt ?? ""]}
      standfirst={isRepeated(event) ? null : event.excerpt}
      facts={factsOf(event)}
      note={
        <>
          <LocalTime event={event} />
          <Register event={event} timing={timing} />
        </>
      }
      aside={
        event.relatedEvents.length > 0 ? (
          <ItemLinks title={words.relatedEvents} items={event.relatedEvents} hrefOf={paths.event} />
        ) : (
          <RelatedReading path={paths.event(slug)} />
        )
      }
    >
      {description !== null && <RichText html={description} language={event.language} />}
      {venueDetails !== null && (
        <section>
          <h2>{words.venueDetails}</h2>
          <RichText html={venueDetails} language={event.language} />
        </section>
      )}
      {contactInfo !== null && (
        <section className={article.contact}>
          <h2>{words.contactInformation}</h2>
          {contactHtml === null ? (
            <p className="preserve-lines" dir="auto">
              {contactInfo}
            </p>
          ) : (
            <RichText html={contactHtml} language={event.language} />
          )}
        </section>
      )}
      <EventMap event={event} />
    </Article>
  );
}

export const EventView = itemView({
  what: "event",
  // Importing the whole file would put all its texts into the page's first script.
  texts: { notFound: words.notFound, notFoundText: words.notFoundText, failed: words.failed },
  Loaded: LoadedEvent,
});
