import * as words from "../../../content/words/en/home.json";
import type { EventsFeed, NewsFeed } from "../../../shared/contract/feeds.schema.ts";
import type { Outcome } from "../../../shared/contract/outcome.ts";
import { paths } from "../../../shared/paths.ts";
import { CardGrid } from "../../components/cards/card-grid.tsx";
import { EventCard, NewsCard } from "../../components/cards/item-cards.tsx";
import { CardSkeletons } from "../../components/cards/skeleton.tsx";
import { FailedBox, SavedCopy, StateBox } from "../../components/feedback/state-box.tsx";
import { Section } from "../../components/sections/section.tsx";
import { Streamed } from "../../components/streaming/streamed.tsx";
import { eventsFeedQuery, newsFeedQuery } from "../news/news.queries.ts";

const SHOWN = 3;

function LatestNews({ outcome }: { outcome: Outcome<NewsFeed> }) {
  if (outcome.kind !== "ok") return <FailedBox title={words.failed} href={paths.home()} />;
  const { featured, items } = outcome.data;
  const latest = (featured ? [featured, ...items] : items).slice(0, SHOWN);
  if (latest.length === 0) return <StateBox kind="empty" title={words.noNews} />;
  return (
    <>
      <SavedCopy meta={outcome.meta} />
      <CardGrid items={latest} keyOf={(item) => item.id}>
        {(item) => <NewsCard item={item} />}
      </CardGrid>
    </>
  );
}

function NextEvents({ outcome }: { outcome: Outcome<EventsFeed> }) {
  if (outcome.kind !== "ok") return <FailedBox title={words.failed} href={paths.home()} />;
  const { happeningNow, upcoming } = outcome.data;
  const next = [...happeningNow, ...upcoming].slice(0, SHOWN);
  if (next.length === 0) return <StateBox kind="empty" title={words.noEvents} />;
  return (
    <>
      <SavedCopy meta={outcome.meta} />
      <CardGrid items={next} keyOf={(event) => event.id}>
        {(event) => <EventCard event={event} isNow={happeningNow.includes(event)} />}
      </CardGrid>
    </>
  );
}

/** The two boxes of the home page with data. The page never waits for them beyond the head start. */
export function LiveBoxes() {
  return (
    <>
      <Section
        title={words.latestNews}
        tone="warm"
        more={{ text: words.allNews, href: paths.newsFeed({ type: "news" }) }}
      >
        <Streamed
          query={newsFeedQuery(1, "part")}
          view={LatestNews}
          fallback={<CardSkeletons count={SHOWN} label={words.loading} />}
        />
      </Section>
      <Section
        title={words.events}
        more={{ text: words.allEvents, href: paths.newsFeed({ type: "events" }) }}
      >
        <Streamed
          query={eventsFeedQuery(1, "part")}
          view={NextEvents}
          fallback={<CardSkeletons count={SHOWN} kind="event" label={words.loading} />}
        />
      </Section>
    </>
  );
}
