import type { DataTag } from "../../shared/contract/data-tags.ts";
import { NOT_PUBLIC } from "../../shared/contract/source-faults.ts";
import type { SourceReport } from "../../shared/contract/sources-report.schema.ts";

type LastList = NonNullable<SourceReport["list"]>;

/** A report on the shape of a response, in names and numbers only. */
export interface ReadReport extends Pick<LastList, "repaired" | "tags" | "dates" | "missing"> {
  source: DataTag;
  kind: "list" | "item";
  total: number;
  announced?: number;
  /** The dropped rows, with reasons that quote nothing of the source. */
  dropped: { id: string | null; reason: string }[];
  /** The ids and slugs of the rows that are not public. */
  hidden: string[];
  /** The time in milliseconds when the dates of some row next publish or hide that row; infinite when none will. */
  changesAtMs: number;
  /** The id of the item, for a report on a single item. */
  itemId: string | null;
  /** The fields that hold a value from which no text could be read. */
  textless: { id: string; field: string }[];
  /** The fields of the normalised shape that at least one item has. */
  fields: string[];
  /**
   * The field names that have a value in several rows, and those of the names that no code reads: a missing field may be among the
   * latter.
   */
  names: string[];
  unread: string[];
}

/** Counts the rows that were left out because they are not public. */
export const countHidden = (dropped: ReadReport["dropped"]): number =>
  dropped.filter(({ reason }) => reason === NOT_PUBLIC).length;
