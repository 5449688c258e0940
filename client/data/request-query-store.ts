import type { Outcome } from "../../shared/contract/answers.ts";
import type { SiteData } from "../../shared/contract/site-data.ts";
import {
  type PageQuery,
  printAnswer,
  type QueryEntry,
  type QueryStore,
  track,
} from "./page-query.ts";

interface KeptEntry extends QueryEntry {
  outcome: Outcome<unknown> | null;
}

/** The store of one request on the server. `settled` resolves when everything asked so far is answered. */
export interface RequestQueryStore extends QueryStore {
  settled(): Promise<unknown>;
  /** True while an answer is still awaited. */
  isPending(): boolean;
}

const neverChanges = () => () => {};

/** Makes the store that lives for one request. A question that throws is answered with a neutral 503. */
export function createRequestQueryStore(siteData: SiteData): RequestQueryStore {
  const entries = new Map<string, KeptEntry>();

  function entry(query: PageQuery<unknown>): QueryEntry {
    const known = entries.get(query.key);
    if (known) return known;
    const kept: KeptEntry = {
      outcome: null,
      printed: null,
      promise: track(
        query
          .ask(siteData)
          .catch(
            (): Outcome<unknown> => ({ kind: "unavailable", status: 503, retryAfterSeconds: 30 }),
          )
          .then((outcome) => {
            kept.outcome = outcome;
            kept.printed = printAnswer(outcome);
            return outcome;
          }),
      ),
    };
    entries.set(query.key, kept);
    return kept;
  }

  function peek<T>(query: PageQuery<T>): Outcome<T> | null {
    // A key names one question, and only that question's answer is kept under it.
    return (entries.get(query.key)?.outcome ?? null) as Outcome<T> | null;
  }

  return {
    entry,
    visit: (queries) => {
      for (const query of queries) entry(query);
    },
    peek,
    subscribe: neverChanges,
    version: () => 0,
    settled: () => Promise.all([...entries.values()].map((kept) => kept.promise)),
    isPending: () => [...entries.values()].some((kept) => kept.outcome === null),
  };
}
