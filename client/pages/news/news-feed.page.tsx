import { paths } from "../../../shared/paths.ts";
import { Notifications } from "../../components/feedback/notifications.tsx";
import { ButtonLink } from "../../components/links/button-link.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { Streamed } from "../../components/streaming/streamed.tsx";
import { definePage, type HeadContext, type PageProps } from "../../page.ts";
import { EventsBox, EventsWaiting } from "./events-box.tsx";
import { feedNarrowing, feedQueries, feedTab, pageNumber } from "./news.queries.ts";
import { NewsBox, NewsWaiting } from "./news-box.tsx";
import styles from "./news-feed.module.css";

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
  return (
    <>
      <PageHeader
        title="News & Events"
        standfirst="What is happening in the villages, schools and workshops we work with, and when you can join us."
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
              <ButtonLink href="/news-events/announcements" variant="plain">
                Announcements
              </ButtonLink>
            </li>
            <li>
              <ButtonLink href="/news-events/gallery" variant="plain">
                Photo Gallery
              </ButtonLink>
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
        <Section title="Events" tone="warm">
          <Streamed key={events.key} query={events} view={EventsBox} fallback={<EventsWaiting />} />
          <Subscribe of="events" />
        </Section>
      )}
      <Notifications />
    </>
  );
}

/** A page number beyond the last is not found. */
function isBeyondLast({ params, search, peek }: HeadContext): boolean {
  const { news, events } = feedQueries({ params, search });
  const shownNews = news && peek(news);
  if (shownNews?.kind === "ok" && shownNews.data.page > shownNews.data.pages) return true;
  const shownEvents = news === null ? events && peek(events) : null;
  return shownEvents?.kind === "ok" && shownEvents.data.pastPage > shownEvents.data.pastPages;
}

export const page = definePage({
  Page: NewsFeedPage,
  status: (context) => (isBeyondLast(context) ? 404 : 200),
  head: (context) => {
    const { search } = context;
    const tab = feedTab(search);
    const number = pageNumber(search.get("page"));
    const past = pageNumber(search.get("past"));
    const narrowing = feedNarrowing(search);
    const word = narrowing.category ?? narrowing.tag;
    const section = tab === "events" ? "Events" : tab === "news" ? "News" : "News & Events";
    const name = word === null ? section : `${section}: ${word}`;
    const shown = tab === "events" ? past : number;
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
