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

const KEY = "click_tracking";

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
function addClick(kind: ClickKind, item: { id: string; slug: string; title: string }): void {
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

type Call = (...args: unknown[]) => void;

declare global {
  interface Window {
    gtag?: Call;
    dataLayer?: { push: (entry: object) => void };
    fbq?: Call;
  }
}

interface Named {
  id: string;
  slug: string;
  title: string;
}

/** Spec section 7: forwards to analytics globals where they exist. The site loads none. */
function forward(type: "news" | "event", { id, slug, title }: Named): void {
  const event = { item_id: id, item_title: title, item_slug: slug };
  const calls = [
    // gtag writes to dataLayer itself.
    () =>
      window.gtag
        ? window.gtag("event", `${type}_click`, event)
        : window.dataLayer?.push({ event: `${type}_click`, ...event }),
    () =>
      window.fbq?.("track", "ViewContent", {
        content_ids: [id],
        content_name: title,
        content_type: type,
        content_slug: slug,
      }),
  ];
  for (const call of calls) {
    try {
      call();
    } catch (error) {
      logQuietly({ part: "click tracking", error });
    }
  }
}

/** The card that led to the article being loaded: both are one click. */
let clickedCard: string | null = null;

/** Records a click on a card that has type, id and slug. */
function trackClick({ type, id, slug, title }: Clicked): void {
  if (!type || !id || !slug) return;
  clickedCard = `${type} ${id}`;
  addClick(type === "news" ? "news" : "events", { id, slug, title });
  forward(type, { id, slug, title });
}

const slugIn = (path: string) => decodeURIComponent(path.replace(/.*\//, ""));

/** Records a click on the link of a card, that of news or of an event. */
export function trackCard(link: HTMLAnchorElement): void {
  trackClick({
    type: link.pathname.includes("/events/") ? "event" : "news",
    id: link.dataset.id,
    slug: slugIn(link.pathname),
    title: link.closest("article")?.querySelector("h3")?.textContent ?? "",
  });
}

/** Records the article that the page shows (spec section 2), unless the click on its card was just recorded. */
export function trackLoaded(): void {
  const article = document.querySelector<HTMLElement>("article[data-id]");
  const id = article?.dataset.id;
  const title = article?.querySelector("h1")?.textContent ?? "";
  const slug = slugIn(window.location.pathname);
  if (clickedCard !== `news ${id}`) trackClick({ type: "news", id, slug, title });
  clickedCard = null;
}

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
