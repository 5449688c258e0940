import { z } from "zod";
import { DATA_TAGS } from "./data-tags.ts";
import { SOURCE_FAULTS, type SourceFaultName } from "./source-faults.ts";

const moment = z.iso.datetime().nullable();
const count = z.number().int().nonnegative();
const faultNames = Object.keys(SOURCE_FAULTS) as [SourceFaultName, ...SourceFaultName[]];

/** The last list that could be read. */
const lastList = z.object({
  used: count,
  /** Rows left out, by reason, in our own words. */
  dropped: z.record(z.string(), count),
  /** Rows whose texts were encoded in UTF-8 twice, and were repaired. */
  repaired: count,
  /** Elements that were removed from texts, by tag name; their content may have stayed. `other` counts names that are not HTML. */
  tags: z.record(z.string(), count),
  /** The dates by which items are sorted, in the rows that were used. */
  dates: z.object({ readable: count, unreadable: count, absent: count }),
  /** Fields of the contract that no row has. */
  missing: z.array(z.string()),
  /** Fields that rows of an earlier list had, and no row of this list has. */
  vanished: z.array(z.string()),
});

/** The source as this instance sees it, without its texts, secrets, and URLs, except those of a redirect or page not followed. */
export const sourcesReport = z.object({
  /**
   * `closed`: calls pass. `open`: calls are refused after consecutive errors. `probing`: one call is tried. `paused`: the source
   * requested a wait.
   */
  breaker: z.enum(["closed", "open", "probing", "paused"]),
  sources: z.array(
    z.object({
      name: z.enum(DATA_TAGS),
      /** The fault of the last response; `detail` is in our own words. */
      fault: z.object({ name: z.enum(faultNames), detail: z.string(), since: moment }).nullable(),
      /** The time when the newest usable list was requested, by this instance or another. */
      lastGoodAt: moment,
      list: lastList.nullable(),
    }),
  ),
});

export type SourcesReport = z.infer<typeof sourcesReport>;
export type SourceReport = SourcesReport["sources"][number];
