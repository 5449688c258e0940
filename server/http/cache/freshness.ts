import type { PageResponse } from "../../../shared/contract/page-renderer.ts";

/** Pages with data state the server's minute: none is sent longer without a check. */
const MAX_FRESH_MS = 60_000;
const STATIC_FRESH_MS = 3_600_000;
/** Stale data and failed parts are checked again soon. */
const STALE_FRESH_MS = 2_000;

/** How long a response stays fresh, by the data it was made from; milliseconds. */
export function freshForMs(
  { state, oldestFetchedAt }: PageResponse<unknown>["freshness"],
  { nowMs, freshSeconds }: { nowMs: number; freshSeconds: number },
): number {
  if (state === "static") return STATIC_FRESH_MS;
  if (state !== "fresh" || oldestFetchedAt === null) return STALE_FRESH_MS;
  const leftMs = Date.parse(oldestFetchedAt) + freshSeconds * 1_000 - nowMs;
  return Math.max(0, Math.min(MAX_FRESH_MS, leftMs));
}
