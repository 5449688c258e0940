import { type AnnouncementSummary, entries } from "virtual:content/announcements";

const PER_PAGE = 3;

export const pages = Math.max(1, Math.ceil(entries.length / PER_PAGE));

/** The requested page: 1 by default, null when there is no such page, which is then not found. */
export function requestedPage(search: URLSearchParams): number | null {
  const text = search.get("page");
  if (text === null) return 1;
  const page = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
  return page !== null && page <= pages ? page : null;
}

export function announcementsOf(page: number): readonly AnnouncementSummary[] {
  return entries.slice((page - 1) * PER_PAGE, page * PER_PAGE);
}
