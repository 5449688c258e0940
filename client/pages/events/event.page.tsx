import type { Outcome } from "../../../shared/contract/answers.ts";
import type { EventItem } from "../../../shared/model/event-item.ts";
import { eventTiming } from "../../../shared/model/event-timing.ts";
import { paths } from "../../../shared/paths.ts";
import { Article, ArticleWaiting } from "../../components/article.tsx";
import { breadcrumbData } from "../../components/breadcrumbs.tsx";
import { eventWhen } from "../../components/event-card.tsx";
import { ItemFailed, ItemNotFound } from "../../components/item-absent.tsx";
import { ItemLinks } from "../../components/item-links.tsx";
import { RichText } from "../../components/rich-text.tsx";
import { SavedCopy } from "../../components/saved-copy.tsx";
import { StateBox } from "../../components/state-box.tsx";
import { Streamed } from "../../components/streamed.tsx";
import { definePage, type PageProps } from "../../page.ts";
import { eventQuery } from "./event.queries.ts";
import { eventData } from "./event-data.ts";
import { EventMap } from "./event-map.tsx";
import { Register } from "./register.tsx";

const CRUMBS = [{ text: "News & Events", href: paths.newsFeed({ type: "events" }) }];
const NOT_FOUND = "The event you're looking for doesn't exist or has been removed.";

function EventView({ outcome }: { outcome: Outcome<EventItem> }) {
  if (outcome.kind === "not-found")
    return <ItemNotFound title="Event not found" text={NOT_FOUND} />;
  if (outcome.kind === "unavailable") return <ItemFailed title="Failed to load event" />;
  const event = outcome.data;
  const timing = eventTiming(event, Date.parse(outcome.meta.now));
  return (
    <Article
      crumbs={CRUMBS}
      title={event.title}
      eyebrow={timing === "now" ? "Happening now" : timing === "past" ? "Past event" : "Event"}
      picture={event.image}
      standfirst={null}
      facts={[
        {
          name: "Date",
          value: <time dateTime={event.startsAt ?? undefined}>{eventWhen(event)}</time>,
        },
        ...(event.location === null ? [] : [{ name: "Location", value: event.location }]),
        ...(event.ticketPrice === null
          ? []
          : [{ name: "Ticket price", value: event.ticketPrice.text }]),
      ]}
      aside={<ItemLinks title="Related events" items={event.relatedEvents} hrefOf={paths.event} />}
    >
      <SavedCopy meta={outcome.meta} />
      {event.status === "cancelled" && <StateBox kind="failed" title="This event is cancelled." />}
      {timing === "past" && <StateBox kind="empty" title="This event has ended." />}
      {event.description !== null && <RichText html={event.description} />}
      <Register event={event} timing={timing} />
      {event.venueDetails !== null && (
        <section>
          <h2>Venue details</h2>
          <RichText html={event.venueDetails} />
        </section>
      )}
      {event.contactInfo !== null && (
        <section>
          <h2>Contact information</h2>
          <p className="preserve-lines">{event.contactInfo}</p>
        </section>
      )}
      <EventMap event={event} />
    </Article>
  );
}

function EventPage({ params }: PageProps) {
  const query = eventQuery(params.slug ?? "");
  return <Streamed query={query} view={EventView} fallback={<ArticleWaiting crumbs={CRUMBS} />} />;
}

export const page = definePage({
  Page: EventPage,
  head: ({ params, peek }) => {
    const slug = params.slug ?? "";
    const canonicalPath = paths.event(slug);
    const outcome = peek(eventQuery(slug));
    if (outcome?.kind !== "ok") {
      const title = outcome?.kind === "not-found" ? "Event not found" : "Event";
      return { title, description: "", canonicalPath, noindex: outcome !== null };
    }
    const event = outcome.data;
    return {
      title: event.title,
      description:
        event.excerpt ?? `${eventWhen(event)}${event.location ? `, ${event.location}` : ""}`,
      canonicalPath,
      type: "article",
      jsonLd: [eventData(event), breadcrumbData(CRUMBS, event.title)],
    };
  },
});
