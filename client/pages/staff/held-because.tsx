import { held, signals as texts } from "../../../content/words/en/desk-spam.json";
import { locale } from "../../../content/words/en/language.json";
import type { SpamSignal } from "../../../shared/contract/spam.ts";
import { fill } from "../../../shared/fill.ts";
import { Banner } from "../../components/sections/banner.tsx";
import { counted } from "../../format/text.ts";

/** The most words that a reason names. */
const MOST_WORDS = 5;

const list = new Intl.ListFormat(locale, { type: "conjunction" });

/** Describes a signal, such as "3 links" or "the word “casino”". */
function reasonText({ name, count = 0, words: found = [] }: SpamSignal): string {
  const text = texts[name];
  if (typeof text === "string") return text;
  if (found.length === 0) return counted(text, count);
  const named = found.slice(0, MOST_WORDS);
  const quoted = named.length === 1 ? named : named.map((word) => `“${word}”`);
  return fill(counted(text, named.length), { words: list.format(quoted) });
}

/** Says why a message is held as spam. */
export const HeldBecause = ({ signals }: { signals: readonly SpamSignal[] }) =>
  signals.length > 0 && (
    <Banner kind="info">
      <p>{fill(held, { reasons: list.format(signals.map(reasonText)) })}</p>
    </Banner>
  );
