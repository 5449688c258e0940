import desk from "../../content/words/en/desk.json" with { type: "json" };
import gift from "../../content/words/en/gift.json" with { type: "json" };
import words from "../../content/words/en/mail.json" with { type: "json" };
import swGift from "../../content/words/sw/gift.json" with { type: "json" };
import swWords from "../../content/words/sw/mail.json" with { type: "json" };
import type { SiteContent } from "../../shared/contract/page-renderer.ts";
import { fill } from "../../shared/fill.ts";
import { amountOfMinor, minorFigure } from "../../shared/forms/donation.ts";
import { payableAccounts } from "../../shared/forms/gift-forms.ts";
import { type Language, PREFIXES } from "../../shared/languages.ts";
import { EAST_AFRICA_OFFSET_MS } from "../../shared/time.ts";
import type { MailSettings } from "../config.ts";
import type { InboxMessage } from "../forms/inbox.ts";
import { fieldTexts, optionLabel, senderName } from "../forms/message-texts.ts";
import { amountLeft, type Gift, giftPage, newsOf, receivedAt } from "../gifts/gift.ts";
import { LINK_MINUTES } from "../store/accounts.ts";
import type { MailRow } from "../store/schema.ts";
import { SIGN_IN_MAILS } from "../store/store.ts";

/** A mail to store. The reference is unique to the mail, so that the same mail is stored once. */
export type Letter = Pick<MailRow, "reference" | "recipient" | "subject" | "text"> &
  Partial<Pick<MailRow, "replyTo">>;

const texts = {
  en: { words, gift },
  sw: { words: swWords, gift: swGift },
} as const satisfies Record<Language, unknown>;

/** The content in each language. */
interface Library {
  in(language: Language): SiteContent;
}

/** The addresses in letters, and the content that letters quote. */
export type Place = Pick<MailSettings, "origin" | "office"> & { content: Library };

const SUBJECTS = { contact: "Message", volunteer: "Volunteer", partner: "Partnership" };

export const paragraphs = (...parts: readonly (string | readonly string[])[]) => {
  const texts = parts.map((part) => [part].flat().join("\n"));
  return `${texts.filter(Boolean).join("\n\n")}\n`;
};

/** Composes the mail to the office about a message. A reply goes to the sender. */
export function messageLetter(message: InboxMessage, { origin, office, content }: Place): Letter {
  const { reference, form, fields } = message;
  const labels: Readonly<Record<string, string>> = desk.fields;
  const lines = fieldTexts(fields, content.in("en")).map(([field, text]) => {
    const name = labels[field] ?? field;
    return text.includes("\n") ? `${name}:\n${text}\n` : `${name}: ${text}`;
  });
  return {
    reference: `${reference}.office`,
    recipient: office,
    replyTo: String(fields.email ?? fields.contactEmail ?? "") || null,
    subject: `${SUBJECTS[form]} ${reference}: ${senderName(fields)}`,
    text: paragraphs(lines, `${origin}/staff/messages/${reference}`),
  };
}

/** Returns the beginning of the subject of a mail to the office, by the news of the gift. */
function giftSubject(news: string): string {
  if (news.endsWith("-undone")) return "Gift not received after all";
  if (news.startsWith("refund-")) return "Partial refund";
  if (news === "refunded") return "Gift refunded";
  return news === "pledged" ? "Pledge" : "Gift received";
}

/** Composes the mail to the office about a gift. Returns null when there is no news. */
export function giftLetter(given: Gift, { origin, office, content }: Place): Letter | null {
  const news = newsOf(given);
  if (news === null) return null;
  const { reference, amountMinor, refundedMinor, currency, frequency, purpose, donor } = given;
  const figure = minorFigure(amountLeft(given), currency);
  const isInPart = news.startsWith("refund-");
  const back = minorFigure(refundedMinor, currency);
  const whole = minorFigure(amountMinor, currency);
  const { donate, giving } = content.in("en").documents;
  const lines = [
    `${figure}, ${optionLabel(donate.frequencies, frequency)}`,
    isInPart ? `${back} of ${whole} went back to the donor` : "",
    optionLabel(giving.purposes, purpose),
    senderName(given),
    donor?.email ?? "",
    donor?.phone ?? "",
  ];
  const about = isInPart ? `${back} of ${whole}` : figure;
  return {
    reference: `${reference}.${news}.office`,
    recipient: office,
    replyTo: donor?.email || null,
    subject: `${giftSubject(news)} ${reference}: ${about}`,
    text: paragraphs(lines.filter(Boolean), `${origin}/staff/gifts/${reference}`),
  };
}

/** Composes the mail to a donor who got a receipt, saying that the gift has not arrived after all. */
export function correctionLetter(given: Gift, { origin, content }: Place): Letter | null {
  const { reference, donor, language, currency, amountMinor } = given;
  if (!donor?.email) return null;
  const { words } = texts[language];
  const figure = minorFigure(amountMinor, currency);
  return {
    reference: `${reference}.${newsOf(given)}`,
    recipient: donor.email,
    subject: fill(words.undone.subject, { reference }),
    text: paragraphs(
      words.hello,
      fill(words.undone.text, { reference, figure }),
      words.undone.sorry,
      [words.pledged.page, origin + giftPage(reference, language)],
      [words.signature, content.in(language).frame.name],
    ),
  };
}

/** A name as people have them: `Asha Mushi`, `Dr. Ngozi O'Neill-Mbeki`. No digit, no address and no sign of a link or a tag. */
const NAME = /^[\p{L}\p{M}'’ -]{1,80}(?:\. [\p{L}\p{M}'’ -]{1,80})?$/u;

/** Returns a name that may stand in a mail; empty for a text that is no name. The receipt on the site has the text as typed. */
const plainName = (name: string): string => (NAME.test(name) ? name : "");

/** Returns the accounts that a gift can be sent to, with reference and amount; while there is none, how to get one. */
export function accountLines(given: Gift, { documents: { giving } }: SiteContent) {
  const { reference, currency } = given;
  const accounts = payableAccounts(giving.accounts, currency);
  if (accounts.length === 0) return [giving.warning ?? ""];
  return accounts.map(({ title, numbers, referenceAs }) => [
    title,
    ...numbers.map(({ label, value }) => `${label}: ${value}`),
    `${referenceAs}: ${reference}`,
    `${currency} ${amountOfMinor(amountLeft(given))}`,
  ]);
}

/**
 * Composes the mail to the donor: how to pay a pledge, or thanks and a receipt. In the mail about a pledge, the visitor typed
 * nothing but the amount. So whoever mistypes an address, or gives one to do harm, cannot send their own text to a stranger. A
 * receipt has the donor's name, which employers who match gifts need: by then money has arrived, and a text that is no name is left out.
 */
export function donorLetter(given: Gift, { origin, content }: Place): Letter | null {
  const { reference, state, currency, purpose, donor, language } = given;
  if (!donor?.email || (state !== "pledged" && state !== "paid")) return null;
  const { words, gift } = texts[language];
  const { giving } = content.in(language).documents;
  const isMonthly = given.frequency === "monthly";
  const amountMinor = amountLeft(given);
  const figure = minorFigure(amountMinor, currency);
  const promised = isMonthly ? fill(gift.everyMonth, { figure }) : figure;
  const label = optionLabel(giving.purposes, purpose);
  const at = Date.parse(receivedAt(given) ?? given.createdAt) + EAST_AFRICA_OFFSET_MS;
  const day = new Date(at).toISOString().slice(0, 10);
  const name = plainName(senderName(given));
  const receipt = [
    words.paid.thanks,
    fill(words.paid.receipt, { reference, figure, label, day, name }).replace("\n\n", "\n"),
    [giving.receipt.registration, giving.receipt.inReturn],
  ];
  const howToPay = [
    [
      fill(gift.pledged.state, { figure: promised }),
      isMonthly ? gift.pledged.monthly : gift.pledged.send,
    ],
    ...accountLines(given, content.in(language)),
  ];
  const page = origin + giftPage(reference, language);
  return {
    reference: `${reference}.${newsOf(given)}`,
    recipient: donor.email,
    subject: fill(words[state].subject, { reference }),
    text: paragraphs(
      words.hello,
      ...(state === "paid" ? receipt : howToPay),
      [words[state].page, page],
      state === "pledged" ? words.pledged.notYou : "",
      [words.signature, content.in(language).frame.name],
    ),
  };
}

export function signInLetter(
  email: string,
  link: string,
  { origin, language, content }: { origin: string; language: Language; content: Library },
): Letter {
  const { subject, text, notYou } = texts[language].words.signIn;
  const invitation = fill(text, { name: content.in(language).frame.name, minutes: LINK_MINUTES });
  const url = `${origin}${PREFIXES[language]}/staff?link=${link}`;
  return {
    reference: SIGN_IN_MAILS + link.slice(0, 8),
    recipient: email,
    subject,
    text: paragraphs([invitation, url], notYou),
  };
}
