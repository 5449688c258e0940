import { z } from "zod";
import { DATA_TAGS } from "./site-data.ts";
import { SOURCE_FAULTS, type SourceFaultName } from "./source-faults.ts";

const moment = z.iso.datetime().nullable();
const count = z.number().int().nonnegative();

/** One field of the clean shape: how many rows had it, and by which of its names it came. */
const fieldReport = z.object({
  field: z.string(),
  filled: count,
  aliases: z.array(z.object({ alias: z.string(), count })),
});

/** Responses of one kind. Lists: the last one. Single items: all since the start. */
const responsesReport = z.object({
  /** Responses that could be used, since the start. */
  answers: count,
  /** Of the last one that could be used, ISO 8601 UTC. */
  lastGoodAt: moment,
  /** Rows the source sent, those left out included. */
  rows: count,
  /** Rows left out, by reason, in our own words. */
  dropped: z.array(z.object({ reason: z.string(), count })),
  /** Rows whose texts were in UTF-8 twice, and were repaired. */
  repaired: count,
  /** Elements of texts that did not come out, by the name of their tag; what they contain may have. `other` are names that HTML has not. */
  tags: z.array(z.object({ tag: z.string(), count })),
  /** Dates by which items are sorted, of the rows that were used. */
  dates: z.object({ readable: count, unreadable: count, absent: count }),
  /** Fields of the contract that no row of the last list has. */
  missing: z.array(z.string()),
  /** Number of field names in the last response that are not read. The names themselves are only in the log. */
  unread: count,
  fields: z.array(fieldReport),
});

/** The shape of the source's responses changed. Names are `field.alias`. */
const sourceChange = z.object({
  at: z.iso.datetime(),
  answers: z.enum(["list", "item"]),
  appeared: z.array(z.string()),
  disappeared: z.array(z.string()),
  /** Fields of the contract that no row of the first list had. */
  missing: z.array(z.string()),
  /** Number of new field names that are not read. */
  unread: count,
  dropped: count,
});

const faultNames = Object.keys(SOURCE_FAULTS) as [SourceFaultName, ...SourceFaultName[]];

/** What the last response for this kind of data says of the source. */
const sourceHealth = z.object({
  usable: z.boolean(),
  /** `detail` is in our own words. */
  fault: z.object({ name: z.enum(faultNames), detail: z.string(), since: moment }).nullable(),
  /** When the newest usable list was requested, by this instance or another. */
  lastGoodAt: moment,
});

const sourceReport = z.object({
  name: z.enum(DATA_TAGS),
  health: sourceHealth,
  list: responsesReport,
  item: responsesReport,
  faults: z.object({
    /** Since the start. */
    count,
    lastAt: moment,
    /** Class of the last: timeout, network, status, shape, size. */
    lastKind: z.string().nullable(),
    lastStatus: z.number().nullable(),
  }),
  copies: z.object({
    kept: count,
    /** Invalidated by a write: fetched again before they are served. */
    doubted: count,
    newestAt: moment,
    oldestAt: moment,
  }),
  /** Newest first, the last twenty. */
  changes: z.array(sourceChange),
});

/**
 * What the content source has sent to this instance, for staff and operators. Numbers, times, and
 * names of ours: no text of the source, no secret, and no URL but that of a redirect or a page that is not followed.
 */
export const sourcesReport = z.object({
  startedAt: z.iso.datetime(),
  /** `closed`: calls pass. `open`: calls are refused after consecutive errors. `probing`: one call is tried. `paused`: the source requested a wait. */
  breaker: z.object({
    state: z.enum(["closed", "open", "probing", "paused"]),
    since: moment,
  }),
  sources: z.array(sourceReport),
});

export type SourcesReport = z.infer<typeof sourcesReport>;
export type SourceReport = SourcesReport["sources"][number];
export type SourceChange = SourceReport["changes"][number];
export type ResponsesReport = SourceReport["list"];
