import type { DatePrecision } from "../../../shared/model/item-fields.schema.ts";
import { dateTime, formatDay, formatMoment } from "../../format/dates.ts";

type Props = { at: string | null; precision: DatePrecision; withTime?: boolean };

/** Renders a date in East Africa Time, or a text in place of a missing or invalid date. */
export function DateText({ at, precision, withTime = false }: Props) {
  const date = { at, precision };
  const text = withTime ? formatMoment(date) : formatDay(date);
  return at === null ? <span>{text}</span> : <time dateTime={dateTime(date)}>{text}</time>;
}
