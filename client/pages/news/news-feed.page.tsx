import { paths } from "../../../shared/paths.ts";
import { ButtonLink } from "../../components/button-link.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Section } from "../../components/section.tsx";
import { Streamed } from "../../components/streamed.tsx";
import { TabLinks } from "../../components/tab-links.tsx";
import { definePage, type PageProps } from "../../page.ts";
import { EventsBox, EventsWaiting } from "./events-box.tsx";
import { feedQueries, feedTab, pageNumber } from "./news.queries.ts";
import { NewsBox, NewsWaiting } from "./news-box.tsx";
import styles from "./news-feed.module.css";

const TABS = [
  ["all", "All"],
  ["news", "News"],
  ["events", "Events"],
] as const;

function NewsFeedPage(props: PageProps) {
  const tab = feedTab(props.search);
  const { news, events } = feedQueries(props);
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
              <ButtonLink href="/news-events/announcements" look="plain">
                Announcements
              </ButtonLink>
            </li>
            <li>
              <ButtonLink href="/news-events/gallery" look="plain">
                Photo Gallery
              </ButtonLink>
            </li>
          </ul>
        </div>
      </PageHeader>
      {news && (
        <Section title="News">
          <Streamed key={news.key} query={news} view={NewsBox} fallback={<NewsWaiting />} />
        </Section>
      )}
      {events && (
        <Section title="Events" tone="warm">
          <Streamed key={events.key} query={events} view={EventsBox} fallback={<EventsWaiting />} />
        </Section>
      )}
    </>
  );
}

export const page = definePage({
  Page: NewsFeedPage,
  head: ({ search }) => {
    const tab = feedTab(search);
    const number = pageNumber(search.get("page"));
    const name = tab === "events" ? "Events" : tab === "news" ? "News" : "News & Events";
    return {
      title: number > 1 ? `${name}, page ${number}` : name,
      description:
        "News from our work in Tanzania and the events you can join: water, education, health, youth and livelihoods.",
      canonicalPath: paths.newsFeed({ type: tab, page: number }),
    };
  },
});
