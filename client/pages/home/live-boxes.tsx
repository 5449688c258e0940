import type { ReactNode } from "react";
import * as words from "../../../content/words/en/home.json";
import type { EventsFeed, NewsFeed } from "../../../shared/contract/feeds.schema.ts";
import type { Outcome } from "../../../shared/contract/site-data.ts";
import { paths } from "../../../shared/paths.ts";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { EventCard, NewsCard } from "../../components/cards/item-cards.tsx";
import { FailedBox, SavedCopy, StateBox } from "../../components/feedback/state-box.tsx";

/** What a box shows of its feed. */
const SHOWN = 3;

interface NextProps<T> {
  outcome: Outcome<unknown>;
  items: readonly T[];
  empty: string;
  children: (item: T) => ReactNode;
}

/** The first items of a feed. */
function Next<T extends { id: string }>({ outcome, items, empty, children }: NextProps<T>) {
  if (outcome.kind !== "ok") return <FailedBox title={words.failed} href={paths.home()} />;
  if (items.length === 0) return <StateBox kind="empty" title={empty} />;
  return (
    <>
      <SavedCopy meta={outcome.meta} />
      <CardGrid items={items.slice(0, SHOWN)} keyOf={({ id }) => id}>
        {children}
      </CardGrid>
    </>
  );
}

export function LatestNews({ outcome }: { outcome: Outcome<NewsFeed> }) {
  const { featured = null, items = [] } = outcome.kind === "ok" ? outcome.data : {};
  const latest = featured ? [featured, ...items] : items;
  return (
    <Next outcome={outcome} items={latest} empty={words.noNews}>
      {(item) => <NewsCard item={item} />}
    </Next>
  );
}

export function NextEvents({ outcome }: { outcome: Outcome<EventsFeed> }) {
  const { happeningNow = [], upcoming = [] } = outcome.kind === "ok" ? outcome.data : {};
  return (
    <Next outcome={outcome} items={[...happeningNow, ...upcoming]} empty={words.noEvents}>
      {(event) => <EventCard event={event} isNow={happeningNow.includes(event)} />}
    </Next>
  );
}
