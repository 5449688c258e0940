import type { DataTag } from "../../shared/contract/data-tags.ts";
import type { SourceFaultName } from "../../shared/contract/source-faults.ts";

/** What is wrong with the last response of the source. */
export interface SourceFault {
  name: SourceFaultName;
  /** In our own words, nothing of the source. */
  detail: string;
}

/** The state of one kind of data, by the last response of the source. */
export interface DataHealth {
  name: DataTag;
  /** Null when the last response was usable, or before the first. `sinceMs` is null for a state without a beginning. */
  fault: (SourceFault & { sinceMs: number | null }) | null;
  /** When the newest usable list was requested, by this instance or another one; null before the first. */
  lastGoodMs: number | null;
}
