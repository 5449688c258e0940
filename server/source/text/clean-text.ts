/** The characters that Windows-1252 has in place of the control characters from 0x80 on. Its five gaps keep the control characters. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";
/** The characters that show nothing. U+2800 is a braille cell without dots. Examples: `\u200b`, `\u2800`. */
const invisible = /\s|\p{Default_Ignorable_Code_Point}|\u2800/gu;

/**
 * Returns text that is safe to show, log and put into XML once markup is escaped. The result may be empty. `maxLength` is in UTF-16
 * code units.
 */
export function cleanText(
  text: string,
  { maxLength, keepLines = false }: { maxLength: number; keepLines?: boolean },
): string {
  // Twice the limit is enough, because everything after that would be cut in any case.
  const lined = text.slice(0, maxLength * 2 + 1000).replace(LINE_BREAK, "\n");
  const spaced = keepLines
    ? lined
        .replace(/\t/g, " ")
        .split("\n")
        .map((line) => line.trim())
        .join("\n")
        .replace(/\n{3,}/g, "\n\n")
    : lined.replace(/\s+/g, (run) => (/[\n\t]/.test(run) ? " " : run));
  return stripInvisible(spaced)
    .slice(0, maxLength)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}

/**
 * Removes control characters, lone surrogates and characters that can reorder text. Control characters that Windows-1252 uses are
 * mapped to its characters.
 */
export function stripInvisible(text: string): string {
  return text
    .replace(/[\u0080-\u009F]/g, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80))
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, "")
    .replace(/[\uFEFF\uFFFE\uFFFF]/g, "")
    .replace(/\p{Cs}/gu, "\uFFFD");
}

/** A line break of any system or script: `\r\n`, `\u2028`. */
const LINE_BREAK = /\r\n?|[\u2028\u2029\v\f]/g;

export const isBlank = (text: string): boolean => text.replace(invisible, "") === "";

/** The fields that must stay unchanged, because the source is requested by these values. */
const IDENTITY = new Set(["id", "slug"]);

const BYTES = new Map([...WINDOWS_1252].map((character, at) => [character, 0x80 + at]));
const NEXT = `[${WINDOWS_1252}\u0080-\u00BF]`;
/**
 * The signs of text encoded twice, which nobody writes: `â€™`, `ðŸ’§`, `Ã©` unless after a capital (a word may end in `Ã`), and two
 * such letters in a row.
 */
const SIGNS = new RegExp(
  `â[€\u0080‚\u0082„\u0084]${NEXT}|ð[Ÿ\u009F]${NEXT}{2}|(?<!\\p{Lu})[ÂÃ]${NEXT}|(?:[Â-ß]${NEXT}){2}|(?:[à-ï]${NEXT}{2}){2}`,
  "u",
);
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Repairs UTF-8 that was read as Windows-1252 and encoded again, but only where it is certain: a sign of double encoding is present and
 * every letter fits.
 */
export function repairTwiceEncoded(row: unknown): { value: unknown; isRepaired: boolean } {
  try {
    const json = JSON.stringify(row);
    let isSeen = false;
    const decode = (name: string, value: unknown) => {
      if (typeof value !== "string" || IDENTITY.has(name)) return value;
      isSeen ||= SIGNS.test(value);
      return decodeOnce(value);
    };
    const value: unknown = SIGNS.test(json) ? JSON.parse(json, decode) : row;
    if (isSeen) return { value, isRepaired: true };
  } catch {
    // Some text was not encoded twice, or the row is nested too deeply.
  }
  return { value: row, isRepaired: false };
}

function decodeOnce(text: string): string {
  const bytes = Array.from(text, (character) => {
    const byte = BYTES.get(character) ?? character.codePointAt(0) ?? 0;
    if (byte > 0xff) throw new RangeError("no byte");
    return byte;
  });
  return utf8.decode(Uint8Array.from(bytes));
}
