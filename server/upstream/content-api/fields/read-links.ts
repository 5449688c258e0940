import type { ItemLink } from "../../../../shared/model/item-link.schema.ts";
import { readId, readSlug } from "./read-id.ts";
import { isRecord, readLine } from "./read-text.ts";

const maxLinks = 50;

/**
 * Related items: only rows with slug and title, each id once. In a list of its own kind the item
 * itself, `self`, is left out; ids of news and of events are independent.
 */
export function readLinks(value: unknown, self?: { id: string; slug: string }): ItemLink[] {
  if (!Array.isArray(value)) return [];
  const links = new Map<string, ItemLink>();
  for (const row of value.slice(0, maxLinks * 4)) {
    const link = readLink(row);
    if (link === null || links.has(link.id)) continue;
    if (self !== undefined && (link.id === self.id || link.slug === self.slug)) continue;
    links.set(link.id, link);
  }
  return [...links.values()].slice(0, maxLinks);
}

function readLink(row: unknown): ItemLink | null {
  if (!isRecord(row)) return null;
  const slug = readSlug(row.slug);
  const title = readLine(row.title);
  if (slug === null || title === null) return null;
  return { id: readId(row.id) ?? slug, slug, title };
}
