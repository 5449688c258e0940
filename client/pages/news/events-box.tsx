import type { EventsFeed } from "../../../shared/contract/feeds.schema.ts";
import type { Outcome } from "../../../shared/contract/outcome.ts";
import type { EventCard as Card } from "../../../shared/model/event-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { EventCard } from "../../components/cards/event-card.tsx";
import { CardSkeletons } from "../../components/cards/skeleton.tsx";
import { SavedCopy } from "../../components/feedback/saved-copy.tsx";
import { StateBox } from "../../components/feedback/state-box.tsx";
import { useFailureNotification } from "../../components/feedback/use-failure-notification.ts";
import { Pagination } from "../../components/links/pagination.tsx";
import { useLocation } from "../../navigation.ts";
import { BeyondLast } from "./beyond-last.tsx";
import { FeedFailed } from "./feed-failed.tsx";
import { feedTab } from "./news.queries.ts";
import styles from "./news-feed.module.css";

function Part({ title, events }: { title: string; events: readonly Card[] }) {
  if (events.length === 0) return null;
  return (
    <div className={styles.part}>
      <h3>{title}</h3>
      <CardGrid items={events} keyOf={(event) => event.id}>
        {(event) => <EventCard event={event} />}
      </CardGrid>
    </div>
  );
}

type PastProps = Pick<EventsFeed, "past" | "pastPage" | "pastPages">;

function PastEvents({ past, pastPage: page, pastPages: pages }: PastProps) {
  const hrefOf = (number: number) => paths.newsFeed({ type: "events", past: number });
  if (page > pages)
    return (
      <div className={styles.part}>
        <BeyondLast list="Past events" page={page} pages={pages} hrefOf={hrefOf} />
      </div>
    );
  return (
    <>
      <Part title="Past events" events={past} />
      <Pagination label="Past events pages" page={page} pages={pages} hrefOf={hrefOf} />
    </>
  );
}

/** Events: under way, upcoming, and (on their own tab) past. */
export function EventsBox({ outcome }: { outcome: Outcome<EventsFeed> }) {
  const { search } = useLocation();
  useFailureNotification("events", outcome);
  if (outcome.kind !== "ok") return <FeedFailed />;
  const { happeningNow, upcoming } = outcome.data;
  const showsPast = feedTab(new URLSearchParams(search)) === "events";
  const isEmpty = happeningNow.length + upcoming.length === 0;
  return (
    <>
      <SavedCopy meta={outcome.meta} />
      {isEmpty && (
        <div className={styles.part}>
          <StateBox kind="empty" title="No events available">
            <p>Please check back later for upcoming events.</p>
          </StateBox>
        </div>
      )}
      <Part title="Happening now" events={happeningNow} />
      <Part title="Upcoming events" events={upcoming} />
      {showsPast && <PastEvents {...outcome.data} />}
    </>
  );
}

/** Spec section 8: the loading text, in the size of the content. */
export function EventsWaiting() {
  return (
    <div className={styles.part}>
      <h3>Upcoming events</h3>
      <CardSkeletons count={6} kind="event" label="Loading news and events..." />
    </div>
  );
}
