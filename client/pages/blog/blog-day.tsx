import { DateText } from "../../components/dates/date-text.tsx";

/** The publication date of a post. */
export function BlogDay({ day }: { day: string }) {
  return <DateText at={`${day}T00:00:00+03:00`} precision="day" />;
}
