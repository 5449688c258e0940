import type { PageResponse } from "../../shared/contract/page-renderer.ts";
import type { Outcome, SiteData } from "../../shared/contract/site-data.ts";
import { createQueryStore, deliveryOf, type PageQuery, UNAVAILABLE } from "./queries.ts";

export type RequestStore = ReturnType<typeof createRequestStore>;

/** Creates the query store of one request on the server. A query that throws gets a neutral 503 as outcome. */
export function createRequestStore({
  siteData,
  requestId,
}: {
  siteData: SiteData;
  requestId: string;
}) {
  let isWhole = true;
  const store = createQueryStore({
    async run(query) {
      const outcome = await query.run(siteData).catch(() => UNAVAILABLE);
      return outcome.kind === "unavailable" ? { ...outcome, requestId } : outcome;
    },
    read: () => null,
    deliver: (outcome, query) => deliveryOf(outcome, query, isWhole),
  });
  const all = () => [...store.entries.values()];
  return Object.assign(store, {
    /** Called when late data is missing from the page, so that the browser must be able to render it: every outcome is delivered again. */
    sendInPieces: () => {
      isWhole = false;
      for (const entry of all())
        if (entry.outcome) entry.delivery = deliveryOf(entry.outcome, entry.query, isWhole);
    },
    settled: () => Promise.all(all().map(({ promise }) => promise)),
    isPending: (role?: PageQuery<unknown>["role"]) =>
      all().some(({ outcome, query }) => outcome === null && (role ?? query.role) === query.role),
  });
}

/** Waits for the outcomes, for no longer than the head start. An infinite head start waits for all. */
export async function headStart(store: RequestStore, headStartMs: number): Promise<void> {
  if (!store.isPending()) return;
  const timeUp = new Promise((resolve) => {
    // A timer treats an infinite delay as zero.
    if (headStartMs !== Number.POSITIVE_INFINITY) setTimeout(resolve, headStartMs);
  });
  await Promise.race([store.settled(), timeUp]);
}

/** Returns 404 when an item does not exist, 502 or 503 when all queries failed, and 200 when one succeeded or is pending. */
export function outcomeStatus(outcomes: readonly (Outcome<unknown> | null)[]) {
  if (outcomes.some((outcome) => outcome?.kind === "not-found"))
    return { status: 404, retryAfterSeconds: null };
  const failures = outcomes.filter((outcome) => outcome?.kind === "unavailable");
  const first = failures[0];
  if (first && failures.length === outcomes.length)
    return { status: first.status, retryAfterSeconds: first.retryAfterSeconds };
  return { status: 200, retryAfterSeconds: null };
}

/** Returns the freshness of a page's data: the worst state and the oldest time. */
export function pageFreshnessOf(
  outcomes: readonly (Outcome<unknown> | null)[],
): PageResponse<never>["freshness"] {
  if (outcomes.length === 0) return { state: "static", oldestFetchedAt: null };
  const metas = outcomes.flatMap((outcome) => (outcome?.kind === "ok" ? [outcome.meta] : []));
  const oldestFetchedAt = metas.map((meta) => meta.fetchedAt).sort()[0] ?? null;
  if (metas.length < outcomes.length) return { state: "failed", oldestFetchedAt };
  return { state: metas.some((meta) => meta.stale) ? "stale" : "fresh", oldestFetchedAt };
}
