import type { ComponentProps } from "react";
import * as words from "../../../content/words/en/news.json";
import type { EventsFeed, NewsFeed, Outcome } from "../../../shared/contract/site-data.ts";
import { fill } from "../../../shared/fill.ts";
import type { EventCardData as Card } from "../../../shared/model/event-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { EventCard, NewsCard } from "../../components/cards/item-cards.tsx";
import { useFailureNotification } from "../../components/feedback/notifications.tsx";
import { FailedBox, SavedCopy, StateBox } from "../../components/feedback/state-box.tsx";
import { Link } from "../../components/links/link.tsx";
import { Pagination } from "../../components/links/pagination.tsx";
import { counted } from "../../format/text.ts";
import { useLocation } from "../../navigation.ts";
import { feedNarrowing, feedTab } from "../site.queries.ts";
import styles from "./news-feed.module.css";
import "../../components/article/item.css";

/** The feed failure of spec section 8. It is higher than its box, so that content below does not move when the news arrives. */
function FeedFailed({ outcome }: { outcome: Outcome<unknown> }) {
  const { pathname, search } = useLocation();
  return (
    <div className="tall">
      <FailedBox title={words.failed} href={pathname + search} outcome={outcome} />
    </div>
  );
}

/** The props of a page beyond the last. `ends` is the text "The last page of news is page {pages}." */
type BeyondProps = Omit<ComponentProps<typeof Pagination>, "label"> & { ends: string };

const BeyondLast = ({ ends, page, pages, hrefOf }: BeyondProps) => (
  <StateBox kind="empty" title={fill(words.noPage, { page })}>
    <p>{fill(ends, { pages })}</p>
    <Link to={hrefOf(pages)}>{fill(words.goToPage, { pages })}</Link>
  </StateBox>
);

/** The news: the featured item, five others, and pagination. */
export function NewsBox({ outcome }: { outcome: Outcome<NewsFeed> }) {
  const { search } = useLocation();
  useFailureNotification("content", outcome);
  if (outcome.kind !== "ok") return <FeedFailed outcome={outcome} />;
  const { featured, items, page, pages, total } = outcome.data;
  const type = feedTab(new URLSearchParams(search));
  const narrowing = feedNarrowing(new URLSearchParams(search));
  const word = narrowing.category ?? narrowing.tag;
  const hrefOf = (number: number) => paths.newsFeed({ type, ...narrowing, page: number });
  if (page > pages && total > 0)
    return <BeyondLast ends={words.newsEnd} page={page} pages={pages} hrefOf={hrefOf} />;
  if (!featured && items.length === 0) {
    return (
      <StateBox kind="empty" title={words.noNews}>
        <p>{words.laterNews}</p>
        {word !== null && <Link to={paths.newsFeed({ type })}>{words.seeAllNews}</Link>}
      </StateBox>
    );
  }
  return (
    <>
      <SavedCopy meta={outcome.meta} />
      {word !== null && (
        // `data-narrowed`: client/pages/news/news-feed.page.tsx updates the link when another tab keeps this HTML.
        <p className={styles.narrowed} data-narrowed="">
          {`${words.about} `}
          <strong>{word}</strong>
          <span>{`: ${counted(words.items, total)}. `}</span>
          <Link className="touch" to={paths.newsFeed({ type })}>
            {words.seeAllNews}
          </Link>
        </p>
      )}
      {featured && <NewsCard item={featured} isLead />}
      <CardGrid items={items}>{(item) => <NewsCard item={item} />}</CardGrid>
      <Pagination label={words.newsPages} page={page} pages={pages} hrefOf={hrefOf} />
    </>
  );
}

function Part({ title, events }: { title: string; events: readonly Card[] }) {
  if (events.length === 0) return null;
  return (
    <div className={styles.part}>
      <h3 className="xl">{title}</h3>
      <CardGrid items={events}>{(event) => <EventCard event={event} />}</CardGrid>
    </div>
  );
}

export function EventsBox({ outcome }: { outcome: Outcome<EventsFeed> }) {
  useFailureNotification("events", outcome);
  if (outcome.kind !== "ok") return <FeedFailed outcome={outcome} />;
  const { happeningNow, upcoming, past } = outcome.data;
  const isEmpty = happeningNow.length + upcoming.length === 0;
  return (
    <>
      <SavedCopy meta={outcome.meta} />
      {isEmpty && (
        <div className={styles.part}>
          <StateBox kind="empty" title={words.noEvents}>
            <p>{words.laterEvents}</p>
          </StateBox>
        </div>
      )}
      <Part title={words.happeningNow} events={happeningNow} />
      <Part title={words.upcoming} events={upcoming} />
      {past.length > 0 && (
        <p className="apart links">
          <Link to={paths.newsFeed({ type: "events", past: 1 })}>{words.past}</Link>
        </p>
      )}
    </>
  );
}

export function PastEventsBox({ outcome }: { outcome: Outcome<EventsFeed> }) {
  useFailureNotification("events", outcome);
  if (outcome.kind !== "ok") return <FeedFailed outcome={outcome} />;
  const { past, pastPage, pastPages } = outcome.data;
  const hrefOf = (number: number) => paths.newsFeed({ type: "events", past: number });
  if (pastPage > pastPages)
    return <BeyondLast ends={words.pastEnd} page={pastPage} pages={pastPages} hrefOf={hrefOf} />;
  return (
    <>
      <SavedCopy meta={outcome.meta} />
      {past.length === 0 && (
        <StateBox kind="empty" title={words.noPast}>
          <Link to={paths.newsFeed({ type: "events" })}>{words.seeUpcoming}</Link>
        </StateBox>
      )}
      <CardGrid items={past}>{(event) => <EventCard event={event} />}</CardGrid>
      <Pagination label={words.pastPages} page={pastPage} pages={pastPages} hrefOf={hrefOf} />
    </>
  );
}
