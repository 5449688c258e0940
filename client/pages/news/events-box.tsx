import type { Outcome } from "../../../shared/contract/answers.ts";
import type { EventsFeed } from "../../../shared/contract/site-data.ts";
import type { EventCard as Card } from "../../../shared/model/event-item.ts";
import { paths } from "../../../shared/paths.ts";
import { CardGrid } from "../../components/card-grid.tsx";
import { EventCard } from "../../components/event-card.tsx";
import { Pagination } from "../../components/pagination.tsx";
import { SavedCopy } from "../../components/saved-copy.tsx";
import { CardSkeletons } from "../../components/skeleton.tsx";
import { FailedBox, StateBox } from "../../components/state-box.tsx";
import { useLoadNotice } from "../../components/use-load-notice.ts";
import { useLocation } from "../../navigation.ts";
import { feedTab } from "./news.queries.ts";
import styles from "./news-feed.module.css";

const FAILED = "Failed to load content. Please try again later.";

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

/** The events half of the feed: under way, to come, and (on its own tab) over. */
export function EventsBox({ outcome }: { outcome: Outcome<EventsFeed> }) {
  const { pathname, search } = useLocation();
  useLoadNotice("events", outcome);
  if (outcome.kind !== "ok") return <FailedBox title={FAILED} href={pathname + search} />;
  const { happeningNow, upcoming, past, pastPage, pastPages } = outcome.data;
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
      {showsPast && (
        <>
          <Part title="Past events" events={past} />
          <Pagination
            label="Past events pages"
            page={pastPage}
            pages={pastPages}
            hrefOf={(number) => paths.newsFeed({ type: "events", past: number })}
          />
        </>
      )}
    </>
  );
}

/** Spec section 8: the loading text, in the exact shape of what comes. */
export function EventsWaiting() {
  return (
    <div className={styles.part}>
      <h3>Upcoming events</h3>
      <CardSkeletons count={6} kind="event" label="Loading news and events..." />
    </div>
  );
}
