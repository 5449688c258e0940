import { isRecord } from "./fields/values.ts";
import { WINDOWS_1252 } from "./text/clean-text.ts";

/** The source is asked for these as they are. */
const IDENTITY = new Set(["id", "slug"]);
/** Objects and lists nested deeper in a row are left as they are. */
const MAX_DEPTH = 4;

const BYTES = new Map([...WINDOWS_1252].map((character, at) => [character, 0x80 + at]));
/** A byte of UTF-8 after the first of a character. */
const NEXT = `[${WINDOWS_1252}\u0080-\u00BF]`;
/**
 * What nobody writes: the punctuation (`â€™`) and emoji (`ðŸ’§`) of two encodings, an accented letter (`Ã©`) unless it is after
 * a capital, where `Ã` may end a word, or two of them in a row in any script.
 */
const SIGNS = new RegExp(
  `â[€\u0080‚\u0082„\u0084]${NEXT}|ð[Ÿ\u009F]${NEXT}{2}|(?<!\\p{Lu})[ÂÃ]${NEXT}|(?:[Â-ß]${NEXT}){2}|(?:[à-ï]${NEXT}{2}){2}`,
  "u",
);
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * A row whose texts are UTF-8 that was read as Windows-1252 and encoded again, as it was before. Only where it is certain:
 * some text shows a sign of it, and every letter beyond ASCII in the row can be read so.
 */
export function repairTwiceEncoded(row: unknown): { value: unknown; isRepaired: boolean } {
  const texts = new Set<string>();
  mapTexts(row, (text) => {
    texts.add(text);
    return text;
  });
  if (![...texts].some((text) => SIGNS.test(text))) return { value: row, isRepaired: false };
  const repaired = new Map([...texts].map((text) => [text, decodeOnce(text)]));
  if ([...repaired.values()].includes(null)) return { value: row, isRepaired: false };
  return { value: mapTexts(row, (text) => repaired.get(text) ?? text), isRepaired: true };
}

/** Null for what was not encoded twice. */
function decodeOnce(text: string): string | null {
  const bytes = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x100 ? code : BYTES.get(character);
  });
  if (bytes.includes(undefined)) return null;
  try {
    return utf8.decode(Uint8Array.from(bytes as number[]));
  } catch {
    return null;
  }
}

function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === "string") return change(value);
  if (depth === MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      IDENTITY.has(name) ? inner : mapTexts(inner, change, depth + 1),
    ]),
  );
}
