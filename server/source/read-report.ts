/** What a response looked like: the names its fields came under, and which rows were dropped. */
export interface ReadReport {
  source: "news" | "events";
  kind: "list" | "item";
  /** By field of the clean shape, the names of the source that it came under. */
  aliases: Record<string, string[]>;
  /** Rows that could not be used; the reasons quote nothing of the source. */
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

/** Counts what is named to it. */
export function createTally() {
  const counts: Record<string, number> = {};
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  return { counts, add };
}
