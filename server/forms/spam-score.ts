import type { SpamSignal, SpamSignalName } from "../../shared/contract/spam.ts";
import words from "./spam-words.json" with { type: "json" };

/** The points from which a message is held. */
const HELD_FROM = 5;

/**
 * The points of the phrases of a list in `spam-words.json`: `sure` are offers that no visitor makes, `strong` are goods that
 * visitors hardly name, `shared` are subjects that visitors write about too, and `weak` are words of any advertisement.
 */
const POINTS = {
  sure: { first: 5, further: 5, most: 10 },
  strong: { first: 3, further: 2, most: 7 },
  shared: { first: 2, further: 1, most: 3 },
  weak: { first: 1, further: 1, most: 2 },
} as const;
type Weight = keyof typeof POINTS;
const WEIGHTS: readonly Weight[] = ["sure", "strong", "shared", "weak"];

/** The most points of phrases other than offers in a message that leads nowhere. */
const MOST_WITHOUT_LEAD = 4;

/** The most words of a phrase, and the most characters of a phrase in Chinese, which has no spaces. */
const LONGEST_PHRASE = 6;

/** The most characters that are read of a text. */
const MOST_CHARACTERS = 20_000;

/** A text longer than this may be in capitals by habit; a shorter one may be a greeting. */
const FEWEST_LETTERS = 40;

/** The letters of other alphabets that look like Latin ones, as in `саsino` with a Cyrillic `са`, each before its Latin twin. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: "a",
  в: "b",
  е: "e",
  і: "i",
  ј: "j",
  к: "k",
  м: "m",
  н: "h",
  о: "o",
  р: "p",
  с: "c",
  ѕ: "s",
  т: "t",
  у: "y",
  х: "x",
  α: "a",
  β: "b",
  ε: "e",
  ι: "i",
  κ: "k",
  ν: "v",
  ο: "o",
  ρ: "p",
  τ: "t",
  υ: "u",
  χ: "x",
};

/** The digits that stand for letters within a word, as in `v1agra`. */
const DIGITS: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s" };

/** The alphabets that are told apart. Chinese and Japanese are one, since a Japanese text has characters of both. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  /\p{Script=Hangul}/u,
  /\p{Script=Thai}/u,
  /\p{Script=Devanagari}/u,
];

/** A link as people and programs type it. Examples: `https://a.example/b`, `www.a.example`, `bit.ly/3abc`, `t.me/name`. */
const LINK =
  /(?:https?:\/\/|www\.|\b(?:bit\.ly|tinyurl\.com|goo\.gl|t\.me|wa\.me|cutt\.ly|is\.gd)\/)[^\s<>"'[\]]+/giu;

/** A link as code for another kind of page. Examples: `<a href=`, `[url=`. */
const CODE = /<a\s{1,9}href|\[url[=\]]/i;

/** An invitation to a chat. Examples: `t.me/name`, `WhatsApp +255 700`, `Telegram @name`. */
const INVITATION = /\b(?:t\.me|wa\.me)\/|\bwhatsapp\W{1,3}\+|\btelegram\W{1,3}@/i;

/** An e-mail address within a text. */
const ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,190}/g;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const HAN = /\p{Script=Han}/u;
const LATIN = /\p{Script=Latin}/u;
const CYRILLIC_OR_GREEK = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** Returns whether a word mixes Latin letters with lookalikes. */
const isDisguised = (word: string): boolean => LATIN.test(word) && CYRILLIC_OR_GREEK.test(word);

/** Returns a text in small letters without accents. */
const plain = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

const replaceLetters = (word: string, letters: Readonly<Record<string, string>>): string =>
  [...word].map((letter) => letters[letter] ?? letter).join("");

/** Returns a word as the lists have it: without disguise, and without the s of a plural. */
function undisguised(word: string): string {
  const latin = isDisguised(word) ? replaceLetters(word, LOOKALIKES) : word;
  const isMixed = /[a-z]/.test(latin) && /\d/.test(latin);
  const letters = isMixed ? replaceLetters(latin, DIGITS) : latin;
  return /^[a-z]{4,}$/.test(letters) ? letters.replace(/(?<=[^s])s$/, "") : letters;
}

/** Returns the words of a text. Single letters with one character between them are one word, as in `c a s i n o`. */
function wordsOf(text: string): string[] {
  const found: string[] = [];
  let spelled: string[] = [];
  const endSpelled = () => {
    found.push(...(spelled.length > 3 ? [spelled.join("")] : spelled));
    spelled = [];
  };
  let end = 0;
  for (const { 0: word, index } of plain(text).matchAll(WORD)) {
    const isLetter = /^[a-z]$/.test(word);
    if (!isLetter || index > end + 1) endSpelled();
    if (isLetter) spelled.push(word);
    else found.push(undisguised(word));
    end = index + word.length;
  }
  endSpelled();
  return found;
}

/** The phrases of the lists, as `wordsOf` gives them, with their weight and the phrase as the desk names it. */
const PHRASES = new Map<string, { weight: Weight; phrase: string }>();
for (const weight of WEIGHTS.toReversed())
  for (const phrase of Object.values(words[weight]).flat())
    PHRASES.set(wordsOf(phrase).join(" "), { weight, phrase });

/** Returns the phrases of the lists that occur in a text, each once. */
function phrasesIn(texts: readonly string[]): Map<string, Weight> {
  const found = new Map<string, Weight>();
  const look = (key: string) => {
    const known = PHRASES.get(key);
    if (known !== undefined) found.set(known.phrase, known.weight);
  };
  for (const text of texts) {
    const all = wordsOf(text);
    for (const [index, word] of all.entries()) {
      for (let end = index + 1; end <= index + LONGEST_PHRASE; end += 1)
        look(all.slice(index, end).join(" "));
      if (!HAN.test(word)) continue;
      for (let from = 0; from < word.length; from += 1)
        for (let length = 2; length <= LONGEST_PHRASE; length += 1)
          look(word.slice(from, from + length));
    }
  }
  return found;
}

/** Returns the host of a link, without `www.`; empty when the link has none. */
function hostOf(link: string): string {
  const url = URL.parse(/^https?:/i.test(link) ? link : `http://${link}`);
  return url === null ? "" : url.hostname.replace(/^www\./, "");
}

/** The texts of a message. */
export interface SpamTexts {
  names: readonly string[];
  subject: string;
  texts: readonly string[];
  /** The address of the sender, which may stand in the text as well. */
  email: string;
}

interface Scored extends SpamSignal {
  points: number;
}

/** Scores the links of a message: how many there are, to how many sites, and where they stand. */
function linkSignals({ names, subject, texts }: SpamTexts, ownHost: string): Scored[] {
  const linksIn = (text: string) => {
    const links = text.match(LINK) ?? [];
    return links.filter((link) => hostOf(link) !== ownHost);
  };
  const all = [subject, ...texts].join("\n");
  const links = linksIn(all);
  const named = names.flatMap(linksIn);
  const hosts = new Set(links.map(hostOf));
  const found: Scored[] = [];
  const add = (name: SpamSignalName, points: number, more: Partial<SpamSignal> = {}) =>
    found.push({ name, points, ...more });
  if (named.length > 0) add("linkAsName", 5);
  if (linksIn(subject).length > 0) add("linkAsSubject", 3);
  if (links.length > 0)
    add("links", Math.min(4, Math.max(hosts.size, links.length > 2 ? 2 : 1)), {
      count: links.length,
    });
  if (CODE.test(all)) add("code", 4);
  const counts = new Map<string, number>();
  for (const link of links) counts.set(link, (counts.get(link) ?? 0) + 1);
  if ([...counts.values()].some((count) => count > 2)) add("repeated", 3);
  const rest = all.replaceAll(LINK, " ").match(WORD) ?? [];
  if (links.length > 1 && rest.length < 4) add("onlyLinks", 3);
  const inHosts = words.hosts.filter((word) => [...hosts].some((host) => host.includes(word)));
  if (inHosts.length > 0) add("words", 1, { words: inHosts });
  const isForeign = [...hosts].some((host) =>
    host.split(".").some((part) => part.startsWith("xn--")),
  );
  if (isForeign && hosts.size > 1) add("alphabets", 4, { count: 2 });
  return found;
}

/** Scores the alphabets of a message. Links and addresses are Latin in any language, and do not count. */
function alphabetSignals({ subject, texts }: SpamTexts, linkCount: number): Scored[] {
  const text = [subject, ...texts].join("\n").replaceAll(LINK, " ").replaceAll(ADDRESS, " ");
  const count = ALPHABETS.filter((alphabet) => alphabet.test(text)).length;
  const found: Scored[] = [];
  if (count > 1 && linkCount > 1)
    found.push({ name: "alphabets", points: count > 2 ? 3 : 2, count });
  const disguised = [...new Set(text.match(WORD) ?? [])].filter(isDisguised);
  if (disguised.length > 0)
    found.push({ name: "disguised", points: disguised.length > 1 ? 5 : 3, words: disguised });
  return found;
}

/** Scores how the writer wants to be reached: in a chat, or at another address than that of the form. */
function leadSignals({ subject, texts, email }: SpamTexts): Scored[] {
  const all = [subject, ...texts].join("\n");
  const found: Scored[] = [];
  if (INVITATION.test(all)) found.push({ name: "invitation", points: 2 });
  const isOther = (address: string) => address.toLowerCase() !== email.toLowerCase();
  if ((all.match(ADDRESS) ?? []).some(isOther)) found.push({ name: "address", points: 1 });
  return found;
}

/**
 * Scores the phrases of the lists. An advertisement leads somewhere; without a link, an address or an invitation a visitor
 * may be writing about the same subject, so only an offer counts in full.
 */
function phraseSignals({ names, subject, texts }: SpamTexts, isLeading: boolean): Scored[] {
  const withoutLinks = [...names, subject, ...texts].map((text) => text.replaceAll(LINK, " . "));
  const phrases = [...phrasesIn(withoutLinks)];
  let points = 0;
  const named: string[] = [];
  for (const weight of WEIGHTS) {
    const ofWeight = phrases.filter(([, one]) => one === weight).map(([phrase]) => phrase);
    if (ofWeight.length === 0) continue;
    const { first, further, most } = POINTS[weight];
    points += Math.min(most, first + further * (ofWeight.length - 1));
    named.push(...ofWeight);
  }
  if (named.length === 0) return [];
  const strong = phrases.filter(([, weight]) => weight === "strong");
  const isOffer = phrases.some(([, weight]) => weight === "sure") || strong.length > 2;
  if (!isLeading && !isOffer) points = Math.min(points, MOST_WITHOUT_LEAD);
  return [{ name: "words", points, words: named }];
}

/** Scores a long text in capitals. Some people write so, hence one point only. */
function capitalSignals({ subject, texts }: SpamTexts): Scored[] {
  const letters = [subject, ...texts].join("").replaceAll(LINK, "").match(/\p{L}/gu) ?? [];
  const capitals = letters.filter((letter) => /\p{Lu}/u.test(letter));
  const isShouted = letters.length > FEWEST_LETTERS && capitals.length > letters.length * 0.8;
  return isShouted ? [{ name: "capitals", points: 1 }] : [];
}

/** Returns what speaks for spam in a message, with its points. */
function scoreSpam(given: SpamTexts, ownHost: string): Scored[] {
  const cut = (text: string) => text.slice(0, MOST_CHARACTERS);
  const typed = { ...given, subject: cut(given.subject), texts: given.texts.map(cut) };
  const links = linkSignals(typed, ownHost);
  const linkCount = links.find(({ name }) => name === "links")?.count ?? 0;
  const leads = leadSignals(typed);
  const isLeading = links.length + leads.length > 0;
  const alphabets = alphabetSignals(typed, linkCount);
  const phrases = phraseSignals(typed, isLeading);
  return [...links, ...alphabets, ...phrases, ...leads, ...capitalSignals(typed)];
}

/** Returns why a message is spam; empty for a message that is not. */
export function spamReasons(typed: SpamTexts, ownHost: string): SpamSignal[] {
  const scored = scoreSpam(typed, ownHost);
  const points = scored.reduce((sum, one) => sum + one.points, 0);
  return points < HELD_FROM ? [] : scored.map(({ points: _, ...signal }) => signal);
}
