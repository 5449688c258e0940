import { isRecord } from "../records.ts";

/** The fields that can identify an item of a list in the words of a language. The first field an item has counts. */
const KEYS = ["slug", "id", "claim", "value", "code", "link"];

export const keyOf = (item: unknown): string | undefined =>
  KEYS.map((name) => Object(item)[name]).find((name) => typeof name === "string");

/** Merges the words of a language into facts such as `home.json`: `{ "heroSlides": { "first": { "title": "..." } } }`. */
export function withWords<T>(facts: unknown, words: unknown): T;
export function withWords(facts: unknown, words: unknown): unknown {
  if (words === undefined) return facts;
  if (Array.isArray(facts))
    return facts.map((item) =>
      withWords(item, isRecord(words) ? words[keyOf(item) ?? ""] : undefined),
    );
  if (!isRecord(facts) || !isRecord(words)) return words;
  const names = Object.keys({ ...facts, ...words });
  return Object.fromEntries(names.map((name) => [name, withWords(facts[name], words[name])]));
}
