import type { DatePrecision } from "../../../shared/model/item-fields.schema.ts";
import { dateTime, formatDay, formatMoment } from "../../format/dates.ts";

type Props = { at: string | null; precision: DatePrecision; withTime?: boolean };

/** A date in East Africa Time, or the text for one that is absent or invalid. */
export function DateText({ at, precision, withTime = false }: Props) {
  const date = { at, precision };
  const text = withTime ? formatMoment(date) : formatDay(date);
  return at === null ? <span>{text}</span> : <time dateTime={dateTime(date)}>{text}</time>;
}
