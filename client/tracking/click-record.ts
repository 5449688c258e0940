import { logQuietly } from "../data/quiet-log.ts";

/** A clicked item; recorded only with type, id and slug (spec section 5). */
export interface Clicked {
  type?: "news" | "event" | undefined;
  id?: string | undefined;
  slug?: string | undefined;
  title: string;
}

/** Clicks on one item. Times are ISO timestamps. */
export interface ItemClicks {
  id: string;
  title: string;
  slug: string;
  clicks: number;
  firstClick: string;
  lastClick: string;
}

/** The local click-tracking record of spec section 3. */
export interface ClickRecord {
  news: Record<string, ItemClicks>;
  events: Record<string, ItemClicks>;
  totalClicks: number;
  lastUpdated: string | null;
}

export type ClickKind = "news" | "events";

export const KEY = "click_tracking";

const empty = (): ClickRecord => ({ news: {}, events: {}, totalClicks: 0, lastUpdated: null });

const isMap = (value: unknown) => typeof value === "object" && value !== null;

/** The record of this browser; an empty one when it is missing or unreadable. */
export function readClicks(): ClickRecord {
  try {
    const text = localStorage.getItem(KEY);
    const record: Partial<ClickRecord> | null = text === null ? null : JSON.parse(text);
    if (record && isMap(record.news) && isMap(record.events) && Number(record.totalClicks) >= 0)
      return { ...empty(), ...record };
  } catch (error) {
    logQuietly({ part: "click tracking", error });
  }
  return empty();
}

/** Records one click. When storage is full or forbidden, the click is lost. */
export function addClick(kind: ClickKind, item: { id: string; slug: string; title: string }): void {
  try {
    const record = readClicks();
    const now = new Date().toISOString();
    const { clicks = 0, firstClick = now } = record[kind][item.id] ?? {};
    const { id, title, slug } = item;
    record[kind][id] = { id, title, slug, clicks: clicks + 1, firstClick, lastClick: now };
    record.totalClicks += 1;
    record.lastUpdated = now;
    localStorage.setItem(KEY, JSON.stringify(record));
  } catch (error) {
    logQuietly({ part: "click tracking", error });
  }
}
