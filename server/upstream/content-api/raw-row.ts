import type { Fields } from "./fields/first-usable.ts";
import { readId, readSlug } from "./fields/read-id.ts";
import { isRecord, readLine } from "./fields/read-text.ts";
import { repairTwiceEncoded } from "./twice-encoded.ts";

/** One row of the source: only its identity is checked, any other field may hold anything. */
export interface RawRow extends Fields {
  id: string;
  slug: string;
  title: string;
  /** Its texts were in UTF-8 twice, and are repaired. */
  isRepaired: boolean;
}

/** Names that every row has. */
export const IDENTITY = ["id", "slug", "title"] as const;

/**
 * A row, or why it cannot be used. `onRead` is called with each name that the normaliser reads. The reason is
 * our own text: it quotes nothing of the source.
 */
export function readRow(
  given: unknown,
  onRead: (name: string) => void,
): { row: RawRow } | { reason: string } {
  const { value, isRepaired } = repairTwiceEncoded(given);
  if (!isRecord(value)) return { reason: "not an object" };
  const id = readId(value.id);
  const slug = readSlug(value.slug);
  const title = readLine(value.title);
  if (id === null || slug === null || title === null) {
    const identity = { id, slug, title };
    const missing = IDENTITY.filter((name) => identity[name] === null);
    return { reason: missing.map((name) => `no usable ${name}`).join(", ") };
  }
  const get = (name: string): unknown => {
    onRead(name);
    return Object.hasOwn(value, name) ? value[name] : undefined;
  };
  return { row: { id, slug, title, isRepaired, get } };
}
