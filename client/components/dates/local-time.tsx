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
/** Returns the offset of the visitor's zone at an instant: "GMT-05:00", "GMT". */
const offsetAt = (at: string) =>
  String(new Date(at))
    .replace(/.*(GMT.\d\d)(\d\d).*/, "$1:$2")
    .replace("+00:00", "");

/**
 * Returns the time of an event in the visitor's zone, null when that zone has the time of Dar es Salaam. Both offsets are given when the
 * clocks change during the event.
 */
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

/** Returns the time as spoken in Kiswahili, which counts its hours from six. */
function spoken(event: When): string {
  const start = formatClock(startOf(event));
  if (code !== "sw" || start === null) return "";
  return `${swahiliRange(start, formatClock(endOf(event)))}, `;
}

/** Renders the zone of an event's time. Once the browser has run, the line also shows the time in the visitor's zone. */
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
