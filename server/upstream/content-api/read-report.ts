import type { DatePrecision } from "../../../shared/model/item-fields.schema.ts";

/** What a response looked like: the names its fields came under, and which rows were dropped. */
export interface ReadReport {
  source: "news" | "events";
  kind: "list" | "item";
  /** By field of the clean shape, the names of the source that it came under. */
  aliases: Record<string, string[]>;
  /** Rows that could not be used; the reason quotes nothing of the source. */
  dropped: { id: string | null; reason: string }[];
  /** Rows whose texts were in UTF-8 twice. */
  repaired: number;
  /** How often an element of a text did not come out, by the name of its tag. */
  tags: Record<string, number>;
  /** Names of fields that nothing here reads: a missing field may be among them under a new name. */
  unread: string[];
  /** Rows the source sent, the dropped ones included. */
  total: number;
  /** Rows that the source announced, where it did. */
  announced?: number;
  /** The usable rows by the date they are sorted by: it can be read, cannot, or is absent. */
  dates: { readable: number; unreadable: number; absent: number };
  /** Fields that the contract of the source names, and that no row of a list has under any alias. */
  missing: string[];
}

/** Counts dates by their precision. */
export function countDates(precisions: readonly DatePrecision[]): ReadReport["dates"] {
  const unreadable = precisions.filter((precision) => precision === "invalid").length;
  const absent = precisions.filter((precision) => precision === "unknown").length;
  return { readable: precisions.length - unreadable - absent, unreadable, absent };
}

/** Counts what is named to it. */
export function createTally() {
  const counts: Record<string, number> = {};
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  return { counts, add };
}

/** One clean item and, by field, the alias each value came from. */
export interface Normalised<Item> {
  item: Item;
  used: Record<string, string>;
}

/** The names that each field came under, in all rows. */
export function aliasesOf(
  used: readonly Readonly<Record<string, string>>[],
): Record<string, string[]> {
  const aliases: Record<string, string[]> = {};
  for (const row of used)
    for (const [field, alias] of Object.entries(row)) {
      aliases[field] ??= [];
      if (!aliases[field].includes(alias)) aliases[field].push(alias);
    }
  return aliases;
}
