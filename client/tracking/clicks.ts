import { logQuietly } from "../data/quiet-log.ts";

interface ItemClicks {
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

/** Runs a function and ignores its errors. Storage may be full or forbidden, and analytics may fail: the click is lost. */
function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    logQuietly("click tracking", error);
    return undefined;
  }
}

/** Reads the record of this browser; an empty one when it is missing or unreadable. */
export const readClicks = (): ClickRecord =>
  quietly(() => {
    const record: Partial<ClickRecord> = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const isRecord = isMap(record.news) && isMap(record.events) && Number(record.totalClicks) >= 0;
    return isRecord ? { ...empty(), ...record } : null;
  }) ?? empty();

/** A clicked item. Spec section 5: a click is recorded only when its item has type, id and slug. */
type Clicked = { type: "news" | "event"; id: string | undefined; slug: string; title: string };

function addClick({ type, id = "", slug, title }: Clicked): void {
  const record = readClicks();
  const items = record[type === "news" ? "news" : "events"];
  const now = new Date().toISOString();
  const { clicks = 0, firstClick = now } = items[id] ?? {};
  items[id] = { id, title, slug, clicks: clicks + 1, firstClick, lastClick: now };
  record.totalClicks += 1;
  record.lastUpdated = now;
  localStorage.setItem(KEY, JSON.stringify(record));
}

type Call = (...args: unknown[]) => void;

declare global {
  interface Window {
    gtag?: Call;
    dataLayer?: { push: (entry: object) => void };
    fbq?: Call;
  }
}

/** Forwards a click to analytics globals where they exist (spec section 7). The site loads none. */
function forward({ type, id, slug, title }: Clicked): void {
  const event = { item_id: id, item_title: title, item_slug: slug };
  const named = { content_ids: [id], content_name: title, content_type: type, content_slug: slug };
  quietly(() =>
    // gtag writes to dataLayer itself.
    window.gtag
      ? window.gtag("event", `${type}_click`, event)
      : window.dataLayer?.push({ event: `${type}_click`, ...event }),
  );
  quietly(() => window.fbq?.("track", "ViewContent", named));
}

/** The card that led to the article being loaded: click and load count once. */
let clickedCard: string | null = null;

function trackClick(item: Clicked): void {
  if (!item.id || !item.slug) return;
  clickedCard = `${item.type} ${item.id}`;
  quietly(() => addClick(item));
  forward(item);
}

const slugIn = (path: string) => decodeURIComponent(path.replace(/.*\//, ""));

/** Records a click on the link of a news or event card. */
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

export const clicksOf = (record: ClickRecord, kind: ClickKind, id: string) =>
  Number(record[kind][id]?.clicks) || 0;

export const totalClicks = (record: ClickRecord) => Number(record.totalClicks) || 0;

/** Returns the most clicked items first, five by default (spec section 7). */
export const mostClicked = (record: ClickRecord, kind: ClickKind, count = 5) =>
  Object.values(record[kind])
    .filter((item) => item?.clicks > 0)
    .sort((a, b) => b.clicks - a.clicks)
    .slice(0, count);

/** Returns `click-tracking-2026-06-15.json`, by the visitor's local date. */
export const exportName = (now: Date) =>
  // The Swedish date format is that of ISO 8601.
  `click-tracking-${now.toLocaleDateString("sv")}.json`;

export const clearClicks = () => quietly(() => localStorage.removeItem(KEY));
