import type { NewsFeedQuery, Outcome, SiteData } from "../../shared/contract/site-data.ts";
import type { SearchHit } from "../../shared/model/search-results.schema.ts";
import { fetchJson } from "./fetch-json.ts";
import {
  createQueryStore,
  mustRefresh,
  outcomeElementId,
  type PageQuery,
  type QueryStore,
  UNAVAILABLE,
} from "./queries.ts";

/** The `/bff` paths of the queries in `site-data.ts`, which are also their cache keys. */
export const apiPaths = {
  newsFeed: ({ page, category, tag }: NewsFeedQuery) => {
    const narrowed = [
      ...(category === null ? [] : [`&category=${encodeURIComponent(category)}`]),
      ...(tag === null ? [] : [`&tag=${encodeURIComponent(tag)}`]),
    ];
    return `/bff/view/news?page=${page}${narrowed.join("")}`;
  },
  eventsFeed: (query: { pastPage: number }) => `/bff/view/events?past=${query.pastPage}`,
  newsItem: (slug: string) => `/bff/news/${encodeURIComponent(slug)}`,
  sources: "/bff/sources",
  event: (slug: string) => `/bff/events/${encodeURIComponent(slug)}`,
} as const;

type Ok<T> = Omit<Extract<Outcome<T>, { kind: "ok" }>, "kind">;

async function query<T>(path: string): Promise<Outcome<T>> {
  const { status, ok, body } = await fetchJson<Ok<T>>(path);
  if (status === 404) return { kind: "not-found" };
  if (!ok || body === null) return UNAVAILABLE;
  return { kind: "ok", data: body.data, meta: body.meta };
}

const browserSiteData: SiteData = {
  newsFeed: (feed) => query(apiPaths.newsFeed(feed)),
  eventsFeed: (feed) => query(apiPaths.eventsFeed(feed)),
  newsItem: (slug) => query(apiPaths.newsItem(slug)),
  event: (slug) => query(apiPaths.event(slug)),
  related: query,
  sources: () => query(apiPaths.sources),
};

/** What else there is to read on the subject of the page at this path. */
export function relatedQuery(path: string): PageQuery<SearchHit[]> {
  const key = `/bff/search?like=${encodeURIComponent(path)}`;
  return {
    key,
    tags: ["news", "events"],
    run: (siteData) => siteData.related(key, path),
    role: "part",
    inert: "always",
  };
}

const FIRST_DELAY_MS = 1_000;
const LAST_DELAY_MS = 4_000;

/** Three retries, whose delay doubles from 1 s (spec section 7). `first` is known already: the server's failure. */
export async function queryWithRetries(
  query: PageQuery<unknown>,
  siteData: SiteData,
  first: Promise<Outcome<unknown>> = query.run(siteData),
): Promise<Outcome<unknown>> {
  let outcome = await first;
  for (let ms = FIRST_DELAY_MS; outcome.kind === "unavailable" && ms <= LAST_DELAY_MS; ms *= 2) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    outcome = await query.run(siteData);
  }
  return outcome;
}

/** The outcome that the server serialised into the page, or none for the element that has its HTML. */
function readOutcome(key: string) {
  const element = document.getElementById(outcomeElementId(key));
  if (!element) return null;
  const text = element instanceof HTMLScriptElement ? element.text : "";
  // A kept page (client/service-worker/worker.ts) holds data of another day.
  const isOld = document.querySelector(".kept-line") !== null;
  // Written by `serialiseOutcome` on our own server.
  return { outcome: text === "" ? null : (JSON.parse(text) as Outcome<unknown>), text, isOld };
}

/** The query store of a visit. On reconnect, failed and stale entries are fetched again (spec section 7). */
export function createBrowserStore(): QueryStore {
  const store = createQueryStore({
    run: (query, first) =>
      queryWithRetries(query, browserSiteData, first && Promise.resolve(first)),
    read: readOutcome,
    serialise: () => null,
  });
  window.addEventListener("online", () => {
    for (const entry of store.entries.values()) if (mustRefresh(entry)) store.refresh(entry);
  });
  return store;
}
