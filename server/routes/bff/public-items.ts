import type { EventsFeed, NewsFeed } from "../../../shared/contract/feeds.schema.ts";
import type { SearchResults } from "../../../shared/model/search-results.schema.ts";
import { paths } from "../../../shared/paths.ts";

interface Identified {
  id: string;
  slug: string;
}

/** Where a public item is: its page, and its URL under `/bff`. Absolute. */
interface Addresses {
  url: string;
  self: string;
}

/** Adds their addresses to items, as `public-items.schema.ts` describes them. */
export function createPublicItems(publicOrigin: string) {
  const addressed =
    (pageOf: (slug: string) => string, base: string) =>
    <Item extends Identified>(item: Item): Item & Addresses => ({
      ...item,
      url: publicOrigin + pageOf(item.slug),
      self: `${publicOrigin}${base}/${encodeURIComponent(item.id)}`,
    });
  const news = addressed(paths.newsItem, "/bff/news/id");
  const event = addressed(paths.event, "/bff/events/id");
  return {
    news,
    event,
    newsFeed: (feed: NewsFeed) => ({
      ...feed,
      featured: feed.featured && news(feed.featured),
      items: feed.items.map(news),
    }),
    searchResults: (results: SearchResults) => ({
      ...results,
      items: results.items.map((hit) => ({ ...hit, url: publicOrigin + hit.path })),
    }),
    eventsFeed: (feed: EventsFeed) => ({
      ...feed,
      happeningNow: feed.happeningNow.map(event),
      upcoming: feed.upcoming.map(event),
      past: feed.past.map(event),
    }),
  };
}
