import { type AnnouncementSummary, entries } from "virtual:content/announcements";

const PER_PAGE = 3;

export const pages = Math.max(1, Math.ceil(entries.length / PER_PAGE));

/**
 * The page an address asks for: 1 when it names none, null when there is no such page. A list that
 * says "page 9" and shows another would be a lie, so what is out of range is not found.
 */
export function askedPage(search: URLSearchParams): number | null {
  const text = search.get("page");
  if (text === null) return 1;
  const page = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
  return page !== null && page <= pages ? page : null;
}

export function announcementsOf(page: number): readonly AnnouncementSummary[] {
  return entries.slice((page - 1) * PER_PAGE, page * PER_PAGE);
}
