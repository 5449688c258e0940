import { useEffect } from "react";
import { code } from "../../../content/words/en/language.json";
import * as words from "../../../content/words/en/local-time.json";
import { fill } from "../../../shared/fill.ts";
import {
  endOf,
  formatClock,
  formatMoment,
  formatRange,
  startOf,
  swahiliRange,
  type When,
} from "../../format/dates.ts";
import styles from "./local-time.module.css";

const EAST_AFRICA = "GMT+03:00";
/** "GMT-05:00", "GMT": the offset of the visitor's zone at an instant. */
const offsetAt = (at: string) =>
  String(new Date(at))
    .replace(/.*(GMT.\d\d)(\d\d).*/, "$1:$2")
    .replace("+00:00", "");

/** The same time in the visitor's zone, null where it is that of Dar es Salaam; both offsets where the clocks change meanwhile. */
function ownTime(event: When): string | null {
  const { startsAt, endPrecision } = event;
  if (startsAt === null) return null;
  const start = startOf(event);
  // A date without a time is a day in Tanzania, wherever the visitor is.
  const end =
    endPrecision === "time" ? endOf(event) : ({ at: null, precision: "unknown" } as const);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const from = { timeZone, label: offsetAt(startsAt) };
  const to = { timeZone, label: offsetAt(end.at ?? startsAt) };
  if (from.label !== to.label) return `${formatMoment(start, from)} – ${formatMoment(end, to)}`;
  return from.label === EAST_AFRICA ? null : formatRange(start, end, from);
}

/** Kiswahili counts its hours from six: the time once more, as one says it. */
function spoken(event: When): string {
  const start = formatClock(startOf(event));
  if (code !== "sw" || start === null) return "";
  return `${swahiliRange(start, formatClock(endOf(event)))}, `;
}

/** The zone of an event's time and, once the browser has looked, the same time in the visitor's zone. */
export function LocalTime({ event }: { event: When }) {
  useEffect(showOwnTime);
  const { startsAt, startPrecision, endsAt, endPrecision } = event;
  if (startsAt === null || startPrecision !== "time") return null;
  return (
    <p
      className={`${styles.line} muted small`}
      data-when={JSON.stringify({ startsAt, startPrecision, endsAt, endPrecision })}
    >
      {spoken(event) + words.eastAfrica}
    </p>
  );
}

/** Writes the visitor's time into the page, which may be server HTML that is never hydrated. */
export function showOwnTime(): void {
  const line = document.querySelector<HTMLElement>("[data-when]");
  const range = line && ownTime(JSON.parse(line.dataset.when ?? ""));
  if (range) line.textContent = fill(words.yourTime, { range });
}
