import type { DataTag } from "../../shared/contract/site-data.ts";
import { SECOND_MS } from "../../shared/time.ts";
import type { Config } from "../config.ts";

/** How long "there is no such item" is fresh, at most; all else is for `FRESH_SECONDS`. */
const NEGATIVE_SECONDS = 30;
/** How long a request with a stale value waits for its revalidation when the source is quick. */
export const REVALIDATE_WAIT_MS = 40;

/** A value of the source in memory. */
export interface Entry<T = unknown> {
  tag: DataTag;
  /** Null: "there is no such item". */
  value: T;
  fetchedAtMs: number;
  /** `Changes.count` of its tag when it was requested. */
  changeCount: number;
  /** Written under another schema or clock: stale at once, since it may lack fields. */
  isOutdated: boolean;
  isFromSource: boolean;
  /** Length of the value as JSON, about its bytes. */
  size: number;
}

/** `isInvalidated`: a change came after it was requested. */
export function freshnessOf(
  { value, fetchedAtMs, isOutdated }: Entry,
  isInvalidated: boolean,
  { config, nowMs }: { config: Config; nowMs: number },
): "fresh" | "stale" | "expired" {
  const { FRESH_SECONDS, STALE_IF_ERROR_SECONDS } = config;
  const ageSeconds = (nowMs - fetchedAtMs) / SECOND_MS;
  const freshSeconds = value === null ? Math.min(NEGATIVE_SECONDS, FRESH_SECONDS) : FRESH_SECONDS;
  if (ageSeconds >= freshSeconds + STALE_IF_ERROR_SECONDS) return "expired";
  return ageSeconds < freshSeconds && !isOutdated && !isInvalidated ? "fresh" : "stale";
}
