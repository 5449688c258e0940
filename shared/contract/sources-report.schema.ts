import { z } from "zod";
import { DATA_TAGS, SOURCE_FAULTS, type SourceFaultName } from "./site-data.ts";

const moment = z.iso.datetime().nullable();
const count = z.number().int().nonnegative();
const faultNames = Object.keys(SOURCE_FAULTS) as [SourceFaultName, ...SourceFaultName[]];

/** The last list that could be read. */
const lastList = z.object({
  used: count,
  /** Rows left out, by reason, in our own words. */
  dropped: z.record(z.string(), count),
  /** Rows whose texts were in UTF-8 twice, and were repaired. */
  repaired: count,
  /** Elements of texts that did not come out, by the name of their tag; what they contain may have. `other` are names that HTML has not. */
  tags: z.record(z.string(), count),
  /** Dates by which items are sorted, of the rows that were used. */
  dates: z.object({ readable: count, unreadable: count, absent: count }),
  /** Fields of the contract that no row has. */
  missing: z.array(z.string()),
  /** Fields that rows of an earlier list had, and none of this one has. */
  vanished: z.array(z.string()),
});

/** The source as this instance sees it: no text of it, no secret, and no URL but that of a redirect or page that is not followed. */
export const sourcesReport = z.object({
  /** `closed`: calls pass. `open`: calls are refused after consecutive errors. `probing`: one call is tried. `paused`: the source requested a wait. */
  breaker: z.enum(["closed", "open", "probing", "paused"]),
  sources: z.array(
    z.object({
      name: z.enum(DATA_TAGS),
      /** What is wrong with the last response; `detail` is in our own words. */
      fault: z.object({ name: z.enum(faultNames), detail: z.string(), since: moment }).nullable(),
      /** When the newest usable list was requested, by this instance or another. */
      lastGoodAt: moment,
      list: lastList.nullable(),
    }),
  ),
});

export type SourcesReport = z.infer<typeof sourcesReport>;
export type SourceReport = SourcesReport["sources"][number];
