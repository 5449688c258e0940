/** What stands between two digits of a number, on one line. */
const GAP = String.raw`(?:[^\S\n]|[.()\u2010-\u2015\u200b\u2060-]){0,3}`;
const digits = (count: number | string) => `(?:${GAP}\\d){${count}}`;
/** The zero of "+255 (0)754", which is not dialled after a country code. */
const TRUNK = String.raw`(?:${GAP}\(0\)|${GAP}0(?=${GAP}[1-9]))?`;

/** How many digits follow these country codes, always: what comes then is another number, or hours. */
const LENGTHS: Readonly<Record<string, number>> = {
  "255|254|256|250|258|260|265|243|27|31|33|34|41|61": 9,
  "1|44|91": 10,
  "257|45|47|65": 8,
};
const OTHERS = `(?!${Object.keys(LENGTHS).join("|")})[1-9]\\d{0,2}`;

const international = (code: string, count: number | string) =>
  String.raw`(?:\((?=\+?\d+\)))?(?:\+\(?|00|(?=255))(?<code>${code})${TRUNK}(?<rest>${digits(count)})`;

const FORMS = [
  ...Object.entries(LENGTHS).map(([codes, count]) => international(codes, count)),
  // As many as there are, and not the 9 of "9am".
  String.raw`${international(OTHERS, "6,12")}(?![^\S\n]?(?:[ap]m|h|hrs?|to|hadi)\b)`,
  // Of Tanzania.
  String.raw`(?:\((?=\d+\)))?0[2-9]${digits(8)}`,
];
/** Neither a part of a longer number, of a date or of a word. */
const NUMBER = new RegExp(
  String.raw`(?<![\p{L}\d+]|\d[.-])(?:${FORMS.join("|")})(?!\d|[.-]\d{3}|:\d\d)`,
  "giu",
);
/** "9-17", "8:00 – 16:30": never digits of the number before. */
const HOURS =
  /(?<![\d+.-])(\d{1,2}(?:[:.]\d\d)?[^\S\n]?[-–][^\S\n]?\d{1,2}(?:[:.]\d\d)?(?![\d.-]))/;

/** A part of a text; `dialled` is null where it is no telephone number. */
export interface PhonePart {
  text: string;
  dialled: string | null;
}

/** A text cut where telephone numbers begin and end. */
export function phoneParts(text: string): PhonePart[] {
  return text.split(HOURS).flatMap((part, index) => {
    if (index % 2 === 1) return [{ text: part, dialled: null }];
    const parts: PhonePart[] = [];
    let at = 0;
    for (const { 0: number, index, groups } of part.matchAll(NUMBER)) {
      parts.push({ text: part.slice(at, index), dialled: null });
      const { code, rest = number } = groups ?? {};
      const dialled = (code === undefined ? "" : `+${code}`) + rest.replaceAll(/\D/g, "");
      parts.push({ text: number, dialled });
      at = index + number.length;
    }
    return [...parts, { text: part.slice(at), dialled: null }];
  });
}
