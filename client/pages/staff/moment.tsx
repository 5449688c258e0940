import { DateText } from "../../components/dates/date-text.tsx";

/** A time, or a text for none. */
export function Moment({ at }: { at: string | null }) {
  if (at === null) return <span>not yet</span>;
  return <DateText at={at} precision="time" withTime />;
}
