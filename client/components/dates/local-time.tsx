import { useEffect, useState } from "react";
import { code } from "../../../content/words/en/language.json";
import * as words from "../../../content/words/en/local-time.json";
import { fill } from "../../../shared/fill.ts";
import type { EventCard } from "../../../shared/model/event-item.schema.ts";
import { formatClock, formatRange } from "../../format/date-range.ts";
import type { Zone } from "../../format/dates.ts";
import { swahiliRange } from "../../format/swahili-clock.ts";
import styles from "./local-time.module.css";

type When = Pick<EventCard, "startsAt" | "startPrecision" | "endsAt" | "endPrecision">;

/** The visitor's zone; null when its offset equals that of Dar es Salaam at that instant. */
function ownZone(at: string): Zone | null {
  const instant = new Date(at);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    timeZoneName: "longOffset",
  }).formatToParts(instant);
  const label = parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  return label === "GMT+03:00" ? null : { timeZone, label };
}

/** Kiswahili counts its hours from six: the time once more, as one says it. */
function spoken({ startsAt, startPrecision, endsAt, endPrecision }: When): string {
  if (code !== "sw") return "";
  const start = formatClock({ at: startsAt, precision: startPrecision });
  const end = formatClock({ at: endsAt, precision: endPrecision });
  return start === null ? "" : `${swahiliRange(start, end)}, `;
}

/**
 * The zone of an event's time and, once hydrated, the same time in the visitor's zone. Its space
 * is reserved. Nothing for events without a time of day.
 */
export function LocalTime({ event }: { event: When }) {
  const { startsAt, startPrecision, endsAt, endPrecision } = event;
  const [zone, setZone] = useState<Zone | null>(null);
  useEffect(() => setZone(startsAt === null ? null : ownZone(startsAt)), [startsAt]);
  if (startsAt === null || startPrecision !== "time") return null;
  // A date without a time is a day in Tanzania, wherever the visitor is.
  const end = endPrecision === "time" ? { at: endsAt, precision: endPrecision } : NO_END;
  return (
    <p className={styles.line}>
      {zone === null
        ? spoken(event) + words.eastAfrica
        : fill(words.yourTime, {
            range: formatRange({ at: startsAt, precision: startPrecision }, end, zone),
          })}
    </p>
  );
}

const NO_END = { at: null, precision: "unknown" } as const;
