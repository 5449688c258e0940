import { logQuietly } from "../data/quiet-log.ts";
import { type ClickKind, type ClickRecord, type ItemClicks, KEY } from "./click-record.ts";

export function clicksOf(record: ClickRecord, kind: ClickKind, id: string): number {
  return Number(record[kind][id]?.clicks) || 0;
}

export function totalClicks(record: ClickRecord): number {
  return Number(record.totalClicks) || 0;
}

/** The most clicked items first; spec section 7: five by default. */
export function mostClicked(record: ClickRecord, kind: ClickKind, count = 5): ItemClicks[] {
  return Object.values(record[kind])
    .filter((item) => item?.clicks > 0)
    .sort((a, b) => b.clicks - a.clicks)
    .slice(0, count);
}

/** `click-tracking-2026-06-15.json`, by the visitor's local date. */
export function exportName(now: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `click-tracking-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.json`;
}

export function clearClicks(): void {
  try {
    localStorage.removeItem(KEY);
  } catch (error) {
    logQuietly({ part: "click tracking", error });
  }
}
