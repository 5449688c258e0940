import type { SourceFaultName } from "../../../shared/contract/source-faults.ts";
import type { ReadReport } from "./read-report.ts";

/** What is wrong with the last response of the source. */
export interface SourceFault {
  name: SourceFaultName;
  /** In our own words, nothing of the source. */
  detail: string;
}

export type ListFigures = Pick<ReadReport, "total" | "announced" | "dropped" | "dates">;

/** The share of the share before: one row of many that an editor got wrong is no fault of the source. */
const TOLERATED_SHARE = 0.9;
/** Of the first list, with which nothing can be compared. */
const FIRST_SHARE = 0.5;

const usedRows = ({ total, dropped }: ListFigures) => total - dropped.length;
const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
const leastShare = (before: number | null) =>
  before === null ? FIRST_SHARE : before * TOLERATED_SHARE;

/**
 * Why a list that could be read is not what the source is for, judged by its contract and by the last usable list,
 * which is null before the first. Null when it is usable.
 */
export function findListFault(list: ListFigures, before: ListFigures | null): SourceFault | null {
  const { total, announced = 0, dates } = list;
  if (total === 0) {
    const lost = before?.total ?? 0;
    return lost === 0 ? null : { name: "empty", detail: `0 rows, ${lost} before` };
  }
  if (total < announced) return { name: "incomplete", detail: `${total} of ${announced} rows` };
  const used = usedRows(list);
  const usedBefore = before && share(usedRows(before), before.total);
  if (share(used, total) < leastShare(usedBefore))
    return { name: "fewer-rows", detail: `${used} of ${total} rows can be read` };
  const { readable, unreadable, absent } = dates;
  const dateText = `${readable} of ${used} dates can be read, ${unreadable} are invalid, ${absent} absent`;
  if (readable === 0) return { name: "no-dates", detail: dateText };
  const datedBefore = before && share(before.dates.readable, usedRows(before));
  if (share(readable, used) < leastShare(datedBefore))
    return { name: "fewer-dates", detail: dateText };
  return null;
}
