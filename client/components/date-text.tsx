import { formatDay, formatMoment } from "../../shared/format/dates.ts";
import type { DatePrecision } from "../../shared/model/item-date.ts";

interface Props {
  at: string | null;
  precision: DatePrecision;
  /** Print the time as well, where there is one. */
  withTime?: boolean;
}

/** A date in East Africa Time, or the spec's words for one that is absent or cannot be read. */
export function DateText({ at, precision, withTime = false }: Props) {
  const text = withTime ? formatMoment({ at, precision }) : formatDay({ at, precision });
  if (at === null) return <span>{text}</span>;
  return <time dateTime={precision === "day" ? at.slice(0, 10) : at}>{text}</time>;
}
