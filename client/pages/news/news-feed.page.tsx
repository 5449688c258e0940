import { paths } from "../../../shared/paths.ts";
import { Notifications } from "../../components/feedback/notifications.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { Link } from "../../components/links/link.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { Streamed } from "../../components/streaming/streamed.tsx";
import { definePage, type HeadContext, type PageProps } from "../../page.ts";
import { EventsBox, EventsWaiting, PastEventsBox } from "./events-box.tsx";
import { feedNarrowing, feedQueries, feedTab, pageNumber, pastPage } from "./news.queries.ts";
import { NewsBox, NewsWaiting } from "./news-box.tsx";
import styles from "./news-feed.module.css";

const STANDFIRST =
  "What is happening in the villages, schools and workshops we work with, and when you can join us.";
const PAST = "Past events";
const PAST_STANDFIRST = "Where we met, and what we did there.";
const CRUMBS = [{ text: "News & Events", href: paths.newsFeed({ type: "events" }) }];

const TABS = [
  ["all", "All"],
  ["news", "News"],
  ["events", "Events"],
] as const;

/** Subscriptions to the feeds. */
function Subscribe({ of }: { of: "news" | "events" }) {
  return (
    <p className={styles.subscribe}>
      {of === "news" ? (
        <>
          Follow our news: <a href="/feed.xml">RSS</a> <a href="/atom.xml">Atom</a>{" "}
          <a href="/feed.json">JSON Feed</a>
        </>
      ) : (
        <>
          Never miss one: <a href="/events.ics">Events for your calendar</a>
        </>
      )}
    </p>
  );
}

function NewsFeedPage(props: PageProps) {
  const tab = feedTab(props.search);
  const { news, events } = feedQueries(props);
  const page = pageNumber(props.search.get("page"));
  const isPast = pastPage(props.search) !== null;
  return (
    <>
      <PageHeader
        title={isPast ? PAST : "News & Events"}
        standfirst={isPast ? PAST_STANDFIRST : STANDFIRST}
        {...(isPast ? { above: <Breadcrumbs crumbs={CRUMBS} /> } : { pattern: "youth" })}
      >
        <div className={styles.bar}>
          <TabLinks
            label="Show"
            tabs={TABS.map(([type, text]) => ({
              text,
              href: paths.newsFeed({ type }),
              isCurrent: tab === type,
            }))}
          />
          <ul className={styles.more} role="list">
            <li>
              <Link to={paths.announcements()}>Announcements</Link>
            </li>
            <li>
              <Link to={paths.gallery()}>Photo Gallery</Link>
            </li>
          </ul>
        </div>
      </PageHeader>
      {news && (
        <Section title="News">
          <Streamed
            key={news.key}
            query={news}
            view={NewsBox}
            fallback={<NewsWaiting page={page} />}
          />
          <Subscribe of="news" />
        </Section>
      )}
      {events && (
        <Section title={isPast ? "Newest first" : "Events"} tone="warm">
          <Streamed
            key={`${events.key} ${isPast}`}
            query={events}
            view={isPast ? PastEventsBox : EventsBox}
            fallback={<EventsWaiting isPast={isPast} />}
          />
          <Subscribe of="events" />
        </Section>
      )}
      <Notifications />
    </>
  );
}

/** A page number beyond the last is not found. */
function isBeyondLast({ peek, ...props }: HeadContext): boolean {
  const { news, events } = feedQueries(props);
  const shown = news && peek(news);
  if (shown?.kind === "ok") return shown.data.page > shown.data.pages;
  const past = pastPage(props.search) === null ? null : events && peek(events);
  return past?.kind === "ok" && past.data.pastPage > past.data.pastPages;
}

export const page = definePage({
  Page: NewsFeedPage,
  status: (context) => (isBeyondLast(context) ? 404 : 200),
  head: (context) => {
    const { search } = context;
    const tab = feedTab(search);
    const number = pageNumber(search.get("page"));
    const past = pastPage(search);
    const narrowing = feedNarrowing(search);
    const word = narrowing.category ?? narrowing.tag;
    const events = past === null ? "Events" : PAST;
    const section = tab === "events" ? events : tab === "news" ? "News" : "News & Events";
    const name = word === null ? section : `${section}: ${word}`;
    const shown = tab === "events" ? (past ?? 1) : number;
    return {
      title: shown > 1 ? `${name}, page ${shown}` : name,
      description:
        "News from our work in Tanzania and the events you can join: water, education, health, youth and livelihoods.",
      canonicalPath: paths.newsFeed(
        tab === "events" ? { type: tab, past } : { type: tab, ...narrowing, page: number },
      ),
      noindex: word !== null || isBeyondLast(context),
    };
  },
});
