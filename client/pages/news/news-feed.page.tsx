import { useLayoutEffect } from "react";
import * as words from "../../../content/words/en/news.json";
import { fill } from "../../../shared/fill.ts";
import { paths } from "../../../shared/paths.ts";
import { CardSkeletons } from "../../components/cards/skeleton.tsx";
import { Notifications } from "../../components/feedback/notifications.tsx";
import { Breadcrumbs } from "../../components/links/breadcrumbs.tsx";
import { LinkList } from "../../components/links/link.tsx";
import { TabLinks } from "../../components/links/tab-links.tsx";
import { PageHeader } from "../../components/sections/page-header.tsx";
import { Section } from "../../components/sections/section.tsx";
import { lazyView, Streamed } from "../../components/streaming/streamed.tsx";
import { outcomeElementId } from "../../data/queries.ts";
import { siteHref } from "../../format/hrefs.ts";
import { definePage, type HeadContext, type PageProps } from "../../page.ts";
import {
  type FeedTab,
  feedNarrowing,
  feedQueries,
  feedTab,
  pageNumber,
  pastPage,
} from "../site.queries.ts";
import styles from "./news-feed.module.css";

const loadViews = () => import("./feed-boxes.tsx");
const NewsBox = lazyView(loadViews, (views) => views.NewsBox);
const EventsBox = lazyView(loadViews, (views) => views.EventsBox);
const PastEventsBox = lazyView(loadViews, (views) => views.PastEventsBox);

const CRUMBS = [{ text: words.title, href: paths.newsFeed({ type: "events" }) }];

const TABS = [
  ["all", words.all],
  ["news", words.news],
  ["events", words.events],
] as const;

const OTHERS = [
  { text: words.announcements, href: paths.announcements() },
  { text: words.gallery, href: paths.gallery() },
];

const Subscribe = ({ of }: { of: "news" | "events" }) =>
  of === "news" ? (
    <p className="apart line links muted small">
      {`${words.follow} `}
      <a href={siteHref("/feed.xml")}>RSS</a> <a href={siteHref("/atom.xml")}>Atom</a>{" "}
      <a href={siteHref("/feed.json")}>JSON Feed</a>
    </p>
  ) : (
    <p className="apart line links muted small">
      {`${words.neverMiss} `}
      <a href={siteHref("/events.ics")}>{words.calendar}</a>
    </p>
  );

/** The loading text of spec section 8, in the size of the content. */
const NewsWaiting = ({ page }: { page: number }) => (
  <>
    <CardSkeletons count={5} hasLead={page === 1} label={words.loading} />
    <div className="skeleton-pages apart" />
  </>
);

const EventsWaiting = ({ isPast }: { isPast: boolean }) => (
  <div className={styles.part}>
    {!isPast && <h3 className="xl">{words.upcoming}</h3>}
    <CardSkeletons count={6} kind="event" label={words.loading} />
  </div>
);

/**
 * Returns the URL of a tab. The tabs All and News show the same list and keep its page; links to and from the tab Events start at the
 * first page.
 */
function tabHref(type: FeedTab, search: URLSearchParams): string {
  if (type === "events" || feedTab(search) === "events") return paths.newsFeed({ type });
  const page = pageNumber(search.get("page"));
  return paths.newsFeed({ type, ...feedNarrowing(search), page });
}

/** Updates links when another tab shows the server's HTML of the news, so that its page links lead to pages of the current tab. */
function useLinksOfTab(tab: FeedTab, newsKey: string | undefined): void {
  useLayoutEffect(() => {
    const html = newsKey === undefined ? null : document.getElementById(outcomeElementId(newsKey));
    const links = "nav a, [data-narrowed] a";
    for (const link of html?.querySelectorAll<HTMLAnchorElement>(links) ?? [])
      link.href = siteHref(tabHref(tab, new URLSearchParams(link.search)));
  }, [tab, newsKey]);
}

function NewsFeedPage(props: PageProps) {
  const tab = feedTab(props.search);
  const { news, events } = feedQueries(props);
  const page = pageNumber(props.search.get("page"));
  const isPast = pastPage(props.search) !== null;
  useLinksOfTab(tab, news?.key);
  return (
    <>
      <PageHeader
        title={isPast ? words.past : words.title}
        subtitle={isPast ? words.pastStandfirst : words.standfirst}
        {...(isPast ? { above: <Breadcrumbs crumbs={CRUMBS} /> } : { pattern: "youth" })}
      >
        <div className="cluster spread">
          <TabLinks
            label={words.show}
            tabs={TABS.map(([type, text]) => ({
              text,
              href: tabHref(type, props.search),
              isCurrent: tab === type,
            }))}
          />
          <LinkList className="links small screen" links={OTHERS} />
        </div>
      </PageHeader>
      {news && (
        <Section title={words.news}>
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
        <Section title={isPast ? words.newestFirst : words.events} tone="warm">
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

function isBeyondLast({ peek, ...props }: HeadContext): boolean {
  const { news, events } = feedQueries(props);
  const shown = news && peek(news);
  if (shown?.kind === "ok") return shown.data.page > shown.data.pages;
  const past = pastPage(props.search) === null ? null : events && peek(events);
  return past?.kind === "ok" && past.data.pastPage > past.data.pastPages;
}

export const page = definePage({
  Page: NewsFeedPage,
  hydrate: "use",
  loadViews,
  status: (context) => (isBeyondLast(context) ? 404 : 200),
  head: (context) => {
    const { search } = context;
    const tab = feedTab(search);
    const number = pageNumber(search.get("page"));
    const past = pastPage(search);
    const narrowing = feedNarrowing(search);
    const word = narrowing.category ?? narrowing.tag;
    const events = past === null ? words.events : words.past;
    const section = tab === "events" ? events : tab === "news" ? words.news : words.title;
    const name = word === null ? section : `${section}: ${word}`;
    const shown = tab === "events" ? (past ?? 1) : number;
    return {
      title: shown > 1 ? fill(words.titleOfPage, { name, page: shown }) : name,
      description: words.description,
      canonicalPath: paths.newsFeed(
        tab === "events" ? { type: tab, past } : { type: tab, ...narrowing, page: number },
      ),
      noindex: word !== null || isBeyondLast(context),
    };
  },
});
