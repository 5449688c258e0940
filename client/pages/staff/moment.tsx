import { DateText } from "../../components/date-text.tsx";

/** A time, or the word for one that has not been. */
export function Moment({ at }: { at: string | null }) {
  if (at === null) return <span>not yet</span>;
  return <DateText at={at} precision="time" withTime />;
}
