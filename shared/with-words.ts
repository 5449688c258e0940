/** What names an item of a list in the words of another language: the first of these that it has. */
const KEYS = ["slug", "id", "value", "code", "claim", "link"];

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The names of a list's items; null where they have none, and are known by their order. */
export function keysOf(list: readonly unknown[]): string[] | null {
  const keys = list.flatMap((item) => {
    const key = KEYS.find((name) => isRecord(item) && typeof item[name] === "string");
    return key !== undefined && isRecord(item) ? [String(item[key])] : [];
  });
  return keys.length === list.length ? keys : null;
}

/**
 * A content file in another language: the words of `home.sw.json` in the place of those of `home.json`, which also has the
 * facts. Items with a name are named: `{ "heroSlides": { "first": { "title": "..." } } }`.
 */
export function withWords<T>(english: T, words: unknown): T;
export function withWords(english: unknown, words: unknown): unknown {
  if (words === undefined) return english;
  if (Array.isArray(english)) {
    const keys = keysOf(english);
    if (Array.isArray(words) && !english.some(isRecord)) return words;
    const list: Record<string, unknown> =
      isRecord(words) || Array.isArray(words) ? { ...words } : {};
    return english.map((item, index) => withWords(item, list[keys?.[index] ?? index]));
  }
  if (!isRecord(english) || !isRecord(words)) return words;
  const fields = Object.entries(english).map(([name, value]) => [
    name,
    withWords(value, words[name]),
  ]);
  return Object.fromEntries(fields);
}
