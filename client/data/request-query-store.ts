import type { Outcome, SiteData } from "../../shared/contract/site-data.ts";
import {
  type PageQuery,
  type QueryEntry,
  type QueryStore,
  serialiseOutcome,
  trackPromise,
  UNAVAILABLE,
} from "./page-query.ts";

interface CacheEntry extends QueryEntry {
  role: PageQuery<unknown>["role"];
  outcome: Outcome<unknown> | null;
}

export interface RequestQueryStore extends QueryStore {
  /** Resolves when every query started so far has an outcome. */
  settled(): Promise<unknown>;
  /** Whether a query of the role has no outcome yet; of any role unless given. */
  isPending(role?: PageQuery<unknown>["role"]): boolean;
}

function startQuery(query: PageQuery<unknown>, siteData: SiteData): CacheEntry {
  const outcome = query.run(siteData).catch(() => UNAVAILABLE);
  const entry: CacheEntry = {
    role: query.role,
    outcome: null,
    serialised: null,
    promise: trackPromise(
      outcome.then((settled) => {
        entry.outcome = settled;
        entry.serialised = serialiseOutcome(settled, query.unread);
        return settled;
      }),
    ),
  };
  return entry;
}

const neverChanges = () => () => {};

/** The query store of one request on the server. A query that throws has a neutral 503 as outcome. */
export function createRequestQueryStore(siteData: SiteData): RequestQueryStore {
  const entries = new Map<string, CacheEntry>();

  function entry(query: PageQuery<unknown>): QueryEntry {
    const known = entries.get(query.key);
    if (known) return known;
    const started = startQuery(query, siteData);
    entries.set(query.key, started);
    return started;
  }

  return {
    entry,
    visit: (queries) => {
      for (const query of queries) entry(query);
    },
    peek<T>({ key }: PageQuery<T>): Outcome<T> | null {
      // A key identifies one query, whose outcome is an `Outcome<T>`.
      return (entries.get(key)?.outcome ?? null) as Outcome<T> | null;
    },
    subscribe: neverChanges,
    version: () => 0,
    settled: () => Promise.all([...entries.values()].map(({ promise }) => promise)),
    isPending: (role) =>
      [...entries.values()].some(
        (entry) => entry.outcome === null && (role ?? entry.role) === entry.role,
      ),
  };
}
