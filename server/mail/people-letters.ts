import { randomBytes } from "node:crypto";
import en from "../../content/words/en/desk-people.json" with { type: "json" };
import sw from "../../content/words/sw/desk-people.json" with { type: "json" };
import { fill } from "../../shared/fill.ts";
import { PREFIXES } from "../../shared/languages.ts";
import { PEOPLE_MAILS } from "../store/store.ts";
import type { Letter } from "./letters.ts";

/** The change that letters tell of: who was added or removed, and by whom. Without `by`, it was a command. */
export interface PeopleChange {
  what: "added" | "removed";
  person: { email: string; name: string | null };
  by: string | null;
}

const WORDS = [
  [en.mails, PREFIXES.en],
  [sw.mails, PREFIXES.sw],
] as const;

/** Returns a person's name with the address, or the address alone. */
const nameWithAddress = ({ email, name }: PeopleChange["person"]): string =>
  name ? `${name} (${email})` : email;

/**
 * Composes the letters that tell all of the office that somebody was added or removed. Nobody knows which language a colleague
 * reads, so each letter is in both. The person who was added gets a welcome instead.
 */
export function peopleLetters(
  change: PeopleChange,
  { recipients, origin }: { recipients: readonly string[]; origin: string },
): Letter[] {
  const { what, person } = change;
  const id = randomBytes(8).toString("hex");
  return recipients.map((recipient, index) => {
    const isWelcome = what === "added" && recipient === person.email;
    const kind = isWelcome ? "welcome" : what;
    const inEach = WORDS.map(([words, prefix]) => {
      const values = { person: nameWithAddress(person), by: change.by ?? words.command };
      const text = fill(words[kind].text, values);
      const desk = `${origin}${prefix}/staff`;
      return {
        subject: fill(words[kind].subject, { person: person.name || person.email }),
        text: isWelcome ? `${text}\n${desk}\n` : `${text}\n\n${words.wrong}\n${desk}/people\n`,
      };
    });
    return {
      reference: `${PEOPLE_MAILS}${id}.${index}`,
      recipient,
      subject: inEach.map(({ subject }) => subject).join(" / "),
      text: inEach.map(({ text }) => text).join("\n* * *\n\n"),
    };
  });
}
