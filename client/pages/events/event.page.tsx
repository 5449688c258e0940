import { event as ending } from "../../../content/endings.json?event";
import * as words from "../../../content/words/en/event.json";
import { alsoOnline, online, statuses } from "../../../content/words/en/event-status.json";
import type { Outcome, OutcomeMeta } from "../../../shared/contract/outcome.ts";
import { type EventTiming, eventPlace, eventTiming } from "../../../shared/model/event.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { Article, ArticleWaiting } from "../../components/article/article.tsx";
import { RichText } from "../../components/article/rich-text.tsx";
import { eventWhen, startDateTime } from "../../components/cards/item-cards.tsx";
import { LocalTime } from "../../components/dates/local-time.tsx";
import { ItemFailed, ItemNotFound } from "../../components/feedback/item-unavailable.tsx";
import { Notifications, useFailureNotification } from "../../components/feedback/notifications.tsx";
import { SavedCopy } from "../../components/feedback/state-box.tsx";
import { ItemLinks, RelatedReading } from "../../components/links/item-links.tsx";
import { ShareLinks } from "../../components/links/share-links.tsx";
import { CallToActionBand } from "../../components/sections/call-to-action-band.tsx";
import { Streamed } from "../../components/streaming/streamed.tsx";
import { definePage, type PageProps } from "../../page.ts";
import { eventQuery } from "./event.queries.ts";
import { CRUMBS, eventHead } from "./event-head.ts";
import { EventMap } from "./event-map.tsx";
import { Register } from "./register.tsx";

const EYEBROWS: Readonly<Record<EventTiming, string>> = {
  now: words.happeningNow,
  past: words.pastEvent,
  upcoming: words.upcomingEvent,
  undated: words.title,
};

function EventView({ outcome }: { outcome: Outcome<EventItem> }) {
  useFailureNotification("event", outcome);
  if (outcome.kind === "not-found")
    return <ItemNotFound title={words.notFound} text={words.notFoundText} />;
  if (outcome.kind === "unavailable") return <ItemFailed title={words.failed} />;
  return (
    <>
      <LoadedEvent event={outcome.data} meta={outcome.meta} />
      <CallToActionBand {...ending} />
    </>
  );
}

/** A source with one text uses it for card and page: it is shown once. */
function isRepeated({ excerpt, description }: EventItem): boolean {
  const text =
    description
      ?.replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim() ?? "";
  return excerpt === null || text.startsWith(excerpt.slice(0, 60));
}

function facts(event: EventItem) {
  const place = eventPlace(event, { alsoOnline, online });
  return [
    {
      name: words.date,
      value:
        event.startsAt === null ? (
          eventWhen(event)
        ) : (
          <time dateTime={startDateTime(event)}>{eventWhen(event)}</time>
        ),
    },
    ...(place === null ? [] : [{ name: words.location, value: place }]),
    ...(event.ticketPrice === null
      ? []
      : [{ name: words.ticketPrice, value: event.ticketPrice.text }]),
  ];
}

function LoadedEvent({ event, meta }: { event: EventItem; meta: OutcomeMeta }) {
  const { slug, title, description, venueDetails, contactInfo, contactHtml } = event;
  const timing = eventTiming(event, Date.parse(meta.now));
  return (
    <Article
      crumbs={CRUMBS}
      title={title}
      language={event.language}
      eyebrow={event.status === "scheduled" ? EYEBROWS[timing] : statuses[event.status]}
      id={event.id}
      picture={event.image}
      words={[title, event.excerpt ?? ""]}
      standfirst={isRepeated(event) ? null : event.excerpt}
      facts={facts(event)}
      note={
        <>
          <LocalTime event={event} />
          <Register event={event} timing={timing} />
        </>
      }
      foot={<ShareLinks title={title} path={paths.event(slug)} />}
      aside={
        event.relatedEvents.length > 0 ? (
          <ItemLinks title={words.relatedEvents} items={event.relatedEvents} hrefOf={paths.event} />
        ) : (
          <RelatedReading path={paths.event(slug)} />
        )
      }
    >
      <SavedCopy meta={meta} />
      {description !== null && <RichText html={description} language={event.language} />}
      {venueDetails !== null && (
        <section>
          <h2>{words.venueDetails}</h2>
          <RichText html={venueDetails} language={event.language} />
        </section>
      )}
      {contactInfo !== null && (
        <section>
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

function EventPage({ params }: PageProps) {
  const query = eventQuery(params.slug ?? "");
  const waiting = <ArticleWaiting crumbs={CRUMBS} label={words.loading} />;
  return (
    <>
      <Streamed query={query} view={EventView} fallback={waiting} />
      <Notifications />
    </>
  );
}

export const page = definePage({ Page: EventPage, head: eventHead });
