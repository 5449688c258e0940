import * as words from "../../../content/words/en/news.json";
import type { EventsFeed } from "../../../shared/contract/feeds.schema.ts";
import type { Outcome } from "../../../shared/contract/outcome.ts";
import type { EventCard as Card } from "../../../shared/model/event-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { EventCard } from "../../components/cards/item-cards.tsx";
import { CardSkeletons } from "../../components/cards/skeleton.tsx";
import { useFailureNotification } from "../../components/feedback/notifications.tsx";
import { SavedCopy, StateBox } from "../../components/feedback/state-box.tsx";
import { Link } from "../../components/links/link.tsx";
import { Pagination } from "../../components/links/pagination.tsx";
import { BeyondLast } from "./beyond-last.tsx";
import { FeedFailed } from "./feed-failed.tsx";
import styles from "./news-feed.module.css";

function Part({ title, events }: { title: string; events: readonly Card[] }) {
  if (events.length === 0) return null;
  return (
    <div className={styles.part}>
      <h3 className="xl">{title}</h3>
      <CardGrid items={events} keyOf={(event) => event.id}>
        {(event) => <EventCard event={event} />}
      </CardGrid>
    </div>
  );
}

/** Events under way and upcoming, with a link to the past ones. */
export function EventsBox({ outcome }: { outcome: Outcome<EventsFeed> }) {
  useFailureNotification("events", outcome);
  if (outcome.kind !== "ok") return <FeedFailed />;
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

/** The list of past events, newest first. */
export function PastEventsBox({ outcome }: { outcome: Outcome<EventsFeed> }) {
  useFailureNotification("events", outcome);
  if (outcome.kind !== "ok") return <FeedFailed />;
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
      <CardGrid items={past} keyOf={(event) => event.id}>
        {(event) => <EventCard event={event} />}
      </CardGrid>
      <Pagination label={words.pastPages} page={pastPage} pages={pastPages} hrefOf={hrefOf} />
    </>
  );
}

/** Spec section 8: the loading text, in the size of the content. */
export function EventsWaiting({ isPast }: { isPast: boolean }) {
  return (
    <div className={styles.part}>
      {!isPast && <h3 className="xl">{words.upcoming}</h3>}
      <CardSkeletons count={6} kind="event" label={words.loading} />
    </div>
  );
}
