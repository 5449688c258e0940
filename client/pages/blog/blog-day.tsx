import { DateText } from "../../components/date-text.tsx";

/** The day a post came out. */
export function BlogDay({ day }: { day: string }) {
  return <DateText at={`${day}T00:00:00+03:00`} precision="day" />;
}
