import { useEffect, useState } from "react";
import { formatRange, type Zone } from "../../shared/format/dates.ts";
import type { EventCard } from "../../shared/model/event-item.ts";
import styles from "./local-time.module.css";

type When = Pick<EventCard, "startsAt" | "startPrecision" | "endsAt" | "endPrecision">;

/** The reader's zone; null when its clocks show what those in Dar es Salaam do at that instant. */
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

/**
 * A line under the time of an event: which zone it is in, and once scripts run, the same moment on the
 * reader's own clock. The line has its room from the start. Nothing for events dated to the day.
 */
export function LocalTime({ event }: { event: When }) {
  const { startsAt, startPrecision, endsAt, endPrecision } = event;
  const [zone, setZone] = useState<Zone | null>(null);
  useEffect(() => setZone(startsAt === null ? null : ownZone(startsAt)), [startsAt]);
  if (startsAt === null || startPrecision !== "time") return null;
  // A day without a time is that day in Tanzania, wherever the reader is.
  const end = endPrecision === "time" ? { at: endsAt, precision: endPrecision } : NO_END;
  return (
    <p className={styles.line}>
      {zone === null
        ? "East Africa Time (EAT), UTC+3"
        : `Your time: ${formatRange({ at: startsAt, precision: startPrecision }, end, zone)}`}
    </p>
  );
}

const NO_END = { at: null, precision: "unknown" } as const;
