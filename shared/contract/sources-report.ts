import type { DataTag } from "./data-tags.ts";

/** One field of the clean shape: how many rows had it, and by which of its names it came. */
export interface FieldReport {
  field: string;
  filled: number;
  aliases: { alias: string; count: number }[];
}

/** What answers of one kind looked like. Lists: the last one. Single items: all since the start. */
export interface AnswersReport {
  /** Answers that could be used, since the start. */
  answers: number;
  /** Of the last one that could be used, ISO 8601 UTC. */
  lastGoodAt: string | null;
  /** Rows the source sent, those left out included. */
  rows: number;
  /** Rows left out, by reason, in our own words. */
  dropped: { reason: string; count: number }[];
  /** How many names in the last answer nobody here reads. They are the source's own words: the log alone has new ones. */
  unread: number;
  fields: FieldReport[];
}

/** The source began to answer in another way. Names are `field.alias`. */
export interface SourceChange {
  at: string;
  answers: "list" | "item";
  appeared: string[];
  disappeared: string[];
  /** How many new names nobody here reads. */
  unread: number;
  dropped: number;
}

export interface SourceReport {
  name: DataTag;
  list: AnswersReport;
  item: AnswersReport;
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
    /** Those a write came after: asked for again before they are served. */
    doubted: number;
    newestAt: string | null;
    oldestAt: string | null;
  };
  /** Newest first, the last twenty. */
  changes: SourceChange[];
}

/**
 * How the content source has answered this instance, for staff and operators. Numbers, times, and
 * names of ours: nothing of the source's own words, no address, no secret.
 */
export interface SourcesReport {
  startedAt: string;
  /** `closed`: asked as usual. `open`: left alone after faults in a row. `probing`: being tried. `paused`: it asked us to wait. */
  breaker: { state: "closed" | "open" | "probing" | "paused"; since: string | null };
  sources: SourceReport[];
}
