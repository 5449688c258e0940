/** The signs that people type as an apostrophe, as in `Ng'ombe`. */
const APOSTROPHES = /[‘’‛ʻʼʹ′`´＇]/g;

/** Normalises text for the search of staff: lower case, without accents, and with plain apostrophes. */
export const searchable = (text: string) =>
  text
    // Before NFKD, which makes a space and an accent of `´`.
    .replace(APOSTROPHES, "'")
    .normalize("NFKD")
    .replace(/[\p{M}\p{Cf}]/gu, "")
    .toLowerCase();

/** A field for a name or an e-mail address: `lastName`, `contactEmail`. */
const NAMING = /name|email/i;

/** A field for a phone number: `phone`, `contactPhone`. */
const PHONE = /phone/i;

/** Returns a phone number as it may be typed into the search: without spaces and signs, with and without Tanzania's code. */
function phoneForms(phone: string): string {
  const dialled = phone.replace(/[^\d+]/g, "").replace(/^00/, "+");
  if (dialled.startsWith("+255")) return `${dialled} 0${dialled.slice(4)}`;
  if (dialled.startsWith("255")) return `+${dialled} 0${dialled.slice(3)}`;
  return dialled.startsWith("0") ? `${dialled} +255${dialled.slice(1)}` : dialled;
}

type Typed = readonly (readonly [name: string, value: unknown])[];

/** Joins texts to one searchable text with single spaces, so that each word of a text is a word of the whole. */
const join = (texts: readonly string[]) => searchable(texts.join(" ")).trim().replace(/\s+/g, " ");

const textsOf = (fields: Typed): string[] =>
  fields.map(([, value]) => value).filter((value) => typeof value === "string");

const phonesOf = (fields: Typed): string[] =>
  textsOf(fields.filter(([name]) => PHONE.test(name))).map(phoneForms);

/** Returns the names, e-mail addresses and phone numbers of a submission, normalised for the search of staff. */
export function senderOf(submission: object): string {
  const fields = Object.entries(submission);
  const naming = fields.filter(([name]) => NAMING.test(name));
  return join([...textsOf(naming), ...phonesOf(fields)]);
}

/** Returns the reference of a message, everything that its sender typed, and what staff wrote, normalised for the search of staff. */
export function searchTextOf(
  reference: string,
  message: object,
  written: readonly string[] = [],
): string {
  const fields = Object.entries(message);
  return join([reference, ...textsOf(fields), ...phonesOf(fields), ...written]);
}

/** Returns the text that is added to a searched text when staff write something. */
export const addedSearchText = (written: string): string => ` ${join([written])}`;

/** The most words of a search; a limit on the work of one request. */
const MAX_WORDS = 10;

/** A phone number of at least seven digits, as it may be typed with signs: `0754-123-456`, `(0754)123456`. */
const TYPED_PHONE = /^[\d+().\-/]*$/;

/** Returns the words of a search, normalised as the stored texts are. */
export function searchWords(typed: string): string[] {
  const words = searchable(typed)
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => {
      const digits = word.replace(/\D/g, "");
      if (!TYPED_PHONE.test(word) || digits.length < 7) return word;
      return word.startsWith("+") ? `+${digits}` : digits.replace(/^00/, "+");
    });
  return [...new Set(words)].slice(0, MAX_WORDS);
}
