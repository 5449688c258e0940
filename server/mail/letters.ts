import giving from "../../content/giving.json" with { type: "json" };
import swGiving from "../../content/giving.sw.json" with { type: "json" };
import site from "../../content/site.json" with { type: "json" };
import gift from "../../content/words/en/gift.json" with { type: "json" };
import words from "../../content/words/en/mail.json" with { type: "json" };
import swGift from "../../content/words/sw/gift.json" with { type: "json" };
import swWords from "../../content/words/sw/mail.json" with { type: "json" };
import { fill } from "../../shared/fill.ts";
import { amountOfMinor, minorFigure } from "../../shared/forms/donation.ts";
import { type Language, PREFIXES } from "../../shared/languages.ts";
import { withWords } from "../../shared/with-words.ts";
import type { InboxMessage } from "../forms/inbox.ts";
import type { Gift } from "../gifts/gift.ts";

/** A mail to be sent. The reference is its own: the same mail is stored once. */
export interface Letter {
  reference: string;
  recipient: string;
  replyTo: string | null;
  subject: string;
  text: string;
}

const texts = {
  en: { words, gift, giving },
  sw: { words: swWords, gift: swGift, giving: withWords(giving, swGiving) },
} as const satisfies Record<Language, unknown>;

const FORMS = {
  contact: "Message",
  volunteer: "Application",
  partner: "Partnership proposal",
} as const;

const paragraphs = (...parts: readonly (string | readonly string[])[]) =>
  `${parts.map((part) => (typeof part === "string" ? part : part.join("\n"))).join("\n\n")}\n`;

const typed = (value: string | readonly string[]) =>
  typeof value === "string" ? value : value.join(", ");

/** To the office: everything that was sent, and where it is read. A reply goes to the sender. */
export function messageLetter(
  { reference, form, fields }: InboxMessage,
  { origin, office }: { origin: string; office: string },
): Letter {
  const { name, contactName, firstName, lastName, email, contactEmail } = fields;
  const sender = typed(name ?? contactName ?? `${firstName ?? ""} ${lastName ?? ""}`);
  const lines = Object.entries(fields).map(([field, value]) =>
    typed(value).includes("\n") ? `${field}:\n${typed(value)}\n` : `${field}: ${typed(value)}`,
  );
  return {
    reference: `${reference}.office`,
    recipient: office,
    replyTo: typed(email ?? contactEmail ?? "") || null,
    subject: `${FORMS[form]} ${reference}: ${sender}`,
    text: paragraphs(lines, `${origin}/staff/messages/${reference}`),
  };
}

const nameOf = ({ donor }: Gift) => (donor === null ? "" : `${donor.firstName} ${donor.lastName}`);

/** To the office: a gift was promised, or its money has come. */
export function giftLetter(
  given: Gift,
  { origin, office }: { origin: string; office: string },
): Letter {
  const { reference, state, amountMinor, currency, frequency, purpose, donor } = given;
  const figure = minorFigure(amountMinor, currency);
  return {
    reference: `${reference}.${state}.office`,
    recipient: office,
    replyTo: donor?.email ?? null,
    subject: `${state === "paid" ? "Gift paid" : "Gift pledged"} ${reference}: ${figure}`,
    text: paragraphs(
      [`${figure}, ${frequency}, for ${purpose}`, nameOf(given), donor?.email ?? ""],
      `${origin}/staff/gifts/${reference}`,
    ),
  };
}

/**
 * To the donor: how to pay a pledge, or thanks and a receipt. Nothing in it was typed by the visitor but the amount:
 * whoever mistypes an address, or means harm by one, sends a stranger no words of their own.
 */
export function donorLetter(given: Gift, { origin }: { origin: string }): Letter | null {
  const { reference, state, amountMinor, currency, purpose, donor, language } = given;
  if (donor === null || (state !== "pledged" && state !== "paid")) return null;
  const { words, gift, giving } = texts[language];
  const figure = minorFigure(amountMinor, currency);
  const page = `${origin}${PREFIXES[language]}/donate/thanks/${reference}`;
  const signature = [words.signature, site.identity.name];
  const common = { reference: `${reference}.${state}`, recipient: donor.email, replyTo: null };
  if (state === "paid") {
    const { label = purpose } = giving.purposes.find(({ value }) => value === purpose) ?? {};
    const day = given.history.at(-1)?.at.slice(0, 10) ?? "";
    return {
      ...common,
      subject: fill(words.paid.subject, { reference }),
      text: paragraphs(
        words.hello,
        words.paid.thanks,
        [`${words.paid.receipt}: ${reference}`, `${figure}, ${label}`, day],
        [words.paid.page, page],
        signature,
      ),
    };
  }
  const accounts = giving.accounts.filter(({ currencies }) => currencies.includes(currency));
  return {
    ...common,
    subject: fill(words.pledge.subject, { reference }),
    text: paragraphs(
      words.hello,
      [fill(gift.pledged.state, { figure }), gift.pledged.send],
      ...(giving.warning ? [giving.warning] : []),
      ...accounts.map(({ title, numbers, referenceAs }) => [
        title,
        ...numbers.map(({ label, value, standIn }) => `${label}: ${value ?? standIn}`),
        `${referenceAs}: ${reference}`,
        `${currency} ${amountOfMinor(amountMinor)}`,
      ]),
      [words.pledge.page, page],
      words.pledge.notYou,
      signature,
    ),
  };
}

/** To a member of the staff: the link that signs in. */
export function signInLetter(
  letter: { email: string; url: string; minutes: number; reference: string },
  language: Language,
): Letter {
  const { signIn } = texts[language].words;
  const text = fill(signIn.text, { name: site.identity.name, minutes: letter.minutes });
  return {
    reference: letter.reference,
    recipient: letter.email,
    replyTo: null,
    subject: signIn.subject,
    text: paragraphs([text, letter.url], signIn.notYou),
  };
}
