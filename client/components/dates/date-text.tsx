import type { DatePrecision } from "../../../shared/model/item-fields.schema.ts";
import { formatDay, formatMoment } from "../../format/dates.ts";

type Props = { at: string | null; precision: DatePrecision; withTime?: boolean };

/** A date in East Africa Time, or the text for one that is absent or invalid. */
export function DateText({ at, precision, withTime = false }: Props) {
  const text = withTime ? formatMoment({ at, precision }) : formatDay({ at, precision });
  if (at === null) return <span>{text}</span>;
  return <time dateTime={precision === "day" ? at.slice(0, 10) : at}>{text}</time>;
}
