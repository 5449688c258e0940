/** Words that may stand for a figure of the other language, by the figure. */
const NUMBER_WORDS = new Map(
  [
    "1 one|once|moja, 2 two|twice|wili|bili, 3 three|tatu, 4 four|nne, 5 five|tano, 6 six|sita",
    "7 seven|saba, 8 eight|nane, 9 nine|tisa, 10 ten|kumi, 11 eleven, 12 twelve, 20 twenty|ishirini",
    "30 thirty|thelathini, 40 forty|arobaini, 50 fifty|hamsini, 100 hundred|mia, 1000 thousand|elfu",
  ].flatMap((line) => line.split(", ").map((entry) => entry.split(" ") as [string, string])),
);

const MONTHS = ["en", "sw"].map((language) =>
  Array.from({ length: 12 }, (_, month) =>
    new Date(2000, month).toLocaleString(language, { month: "long" }),
  ),
);

const ANY_MONTH = `(?:${MONTHS.flat().join("|")})`;
/** Beside a day or a year, or in front of a month that is: "May" is a word too. */
const MONTH = new RegExp(
  `\\b${ANY_MONTH}\\b(?=(?: (?:to|hadi|and|na) ${ANY_MONTH})?,? \\d)|(?<=\\d )${ANY_MONTH}\\b`,
  "g",
);

/** Hours that Kiswahili counts from sunrise or sunset. */
const HOURS_LATER: Readonly<Record<string, number>> = { usiku: 18, am: 0, pm: 12 };

/** The facts of a text that no language says in another way, by their value, each as it is written. */
function factsOf(text: string): Map<string, string> {
  const facts = new Map<string, string>();
  let rest = text;
  const take = (pattern: RegExp, toValue: (...match: string[]) => string) => {
    rest = rest.replace(pattern, (...match) => {
      facts.set(toValue(...match), match[0].trim());
      return " ";
    });
  };
  // A figure of the ledger, and what `shared/fill.ts` puts a value in place of.
  take(/\{\{claim:[^{}]*\}\}|\{\w+\}/g, (mark) => mark);
  // An example, such as https://address, is a word.
  take(/(?<=\]\()(?!https?:\/\/[^./)]*\))[^)\s]+/g, (target) => target);
  take(/(?:https?:\/\/(?=[^\s/]*\.)|www\.)[^\s)"'<>]*[^\s)"'<>.,;:!?]/gi, (url) => url);
  take(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (address) =>
    // The example of an address.
    address.toLowerCase().replace(/^jina@/, "name@"),
  );
  take(/\+\d[\d ()-]{6,}\d/g, (phone) => phone.replace(/[^\d+]/g, ""));
  // "8:00-11:00 AM", "saa 2:00 hadi saa 5:00 asubuhi": the part of the day is that of both.
  rest = rest.replace(
    /(\d{1,2}(?::\d\d)?)((?:-|–| to | hadi )(?:saa )?\d{1,2}(?::\d\d)? ?(am|pm|asubuhi|mchana|alasiri|jioni|usiku)\b)/gi,
    "$1 $3$2",
  );
  // "9:00 AM", "saa 3 asubuhi", "11:00 jioni", "09:00" are times.
  const time =
    /(?:saa )?(?<![\d:])(\d{1,2})(?::(\d\d))? ?(am|pm|asubuhi|mchana|alasiri|jioni|usiku)\b|(?<![\d:])(\d\d?):(\d\d)(?![\d:])/gi;
  take(time, (_match, hour = "", minutes = "00", part, hour24 = "", minutes24 = "") => {
    if (part === undefined) return `${Number(hour24)}:${minutes24}`;
    const later = HOURS_LATER[part.toLowerCase()] ?? 6;
    const base = /m$/i.test(part) ? Number(hour) % 12 : Number(hour);
    return `${(base + later) % 24}:${minutes}`;
  });
  // A month is its number, in "March 2024" as in "3/2024".
  take(MONTH, (name) => String(1 + Math.max(...MONTHS.map((names) => names.indexOf(name)))));
  take(/(?<!\d)\d{1,3}(?:[,\s\u00a0\u202f]\d{3})+(?!\d)|\d+(?:[.,]\d+)?/g, (number) =>
    String(Number(number.replace(/[,\s](?=\d{3})/g, "").replace(",", "."))),
  );
  return facts;
}

/** Kiswahili has the prefix of a noun class in front of a number: "wawili", "vitatu". */
const saysInWords = (text: string, value: string) =>
  NUMBER_WORDS.has(value) &&
  new RegExp(`\\b(?:m|ma|mi|vi|wa)?(?:${NUMBER_WORDS.get(value)})\\b`, "i").test(text);

/** The numbers, dates, addresses and links that only one of two texts has, each as it is written there. */
export function differentFacts(
  english: string,
  other: string,
): { english: string[]; other: string[] } {
  const [ours, theirs] = [factsOf(english), factsOf(other)];
  const only = (some: typeof ours, rest: typeof ours, text: string) =>
    [...some].flatMap(([value, shown]) =>
      rest.has(value) || saysInWords(text, value) ? [] : [shown],
    );
  return { english: only(ours, theirs, other), other: only(theirs, ours, english) };
}
