import type { DataTag } from "./data-tags.ts";

/** One field of the clean shape: how many rows had it, and by which of its names it came. */
export interface FieldReport {
  field: string;
  filled: number;
  aliases: { alias: string; count: number }[];
}

/** Responses of one kind. Lists: the last one. Single items: all since the start. */
export interface ResponsesReport {
  /** Responses that could be used, since the start. */
  answers: number;
  /** Of the last one that could be used, ISO 8601 UTC. */
  lastGoodAt: string | null;
  /** Rows the source sent, those left out included. */
  rows: number;
  /** Rows left out, by reason, in our own words. */
  dropped: { reason: string; count: number }[];
  /** Number of field names in the last response that are not read. The names themselves are only in the log. */
  unread: number;
  fields: FieldReport[];
}

/** The shape of the source's responses changed. Names are `field.alias`. */
export interface SourceChange {
  at: string;
  answers: "list" | "item";
  appeared: string[];
  disappeared: string[];
  /** Number of new field names that are not read. */
  unread: number;
  dropped: number;
}

export interface SourceReport {
  name: DataTag;
  list: ResponsesReport;
  item: ResponsesReport;
  faults: {
    /** Since the start. */
    count: number;
    lastAt: string | null;
    /** Class of the last: timeout, network, status, shape, size. */
    lastKind: string | null;
    lastStatus: number | null;
  };
  copies: {
    kept: number;
    /** Invalidated by a write: fetched again before they are served. */
    doubted: number;
    newestAt: string | null;
    oldestAt: string | null;
  };
  /** Newest first, the last twenty. */
  changes: SourceChange[];
}

/**
 * How the content source has responded to this instance, for staff and operators. Numbers, times, and
 * names of ours: no text of the source, no URL, no secret.
 */
export interface SourcesReport {
  startedAt: string;
  /** `closed`: calls pass. `open`: calls are refused after consecutive errors. `probing`: one call is tried. `paused`: the source requested a wait. */
  breaker: { state: "closed" | "open" | "probing" | "paused"; since: string | null };
  sources: SourceReport[];
}
