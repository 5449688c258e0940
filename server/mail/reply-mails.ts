import type { Kysely } from "kysely";
import words from "../../content/words/en/reply-mail.json" with { type: "json" };
import swWords from "../../content/words/sw/reply-mail.json" with { type: "json" };
import { fill } from "../../shared/fill.ts";
import { type Language, PREFIXES, withPrefix } from "../../shared/languages.ts";
import type { InboxMessage } from "../forms/inbox.ts";
import { messageSubject, messageText } from "../forms/message-texts.ts";
import type { EntryRow, Tables } from "../store/schema.ts";
import type { Letter } from "./letters.ts";

const texts = { en: words, sw: swWords } as const satisfies Record<Language, unknown>;
const LOCALES = { en: "en-GB", sw: "sw-TZ" } as const satisfies Record<Language, string>;
const timeZone = "Africa/Dar_es_Salaam";

type ReplyId = Pick<EntryRow, "message" | "number">;

/** A pattern (`like`) for the references of replies. */
export const REPLY_MAILS = "%.reply-%";

export const replyReference = ({ message, number }: ReplyId) => `${message}.reply-${number}`;

/** The reference of a reply's mail: `C-7K3M-2Q9F.reply-2`. */
const REPLY = /^([^.]+)\.reply-(\d+)$/;

/** Returns the entry whose mail has a reference, or null for the mail of anything else. */
export function readReplyReference(reference: string): ReplyId | null {
  const [, message, number] = REPLY.exec(reference) ?? [];
  return message === undefined ? null : { message, number: Number(number) };
}

/** Returns a text in one line, without signs that end a line in a header. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

/** The marks of earlier replies before a subject: `Re: RE: A question`. */
const RE = /^(?:re:\s*)+/i;

/** Returns the subject of a reply: the visitor's own, or the kind of message, with the reference. */
export function replySubject(
  { reference, form, fields }: InboxMessage,
  language: Language,
): string {
  const typed = oneLine(messageSubject(fields)).replace(RE, "");
  return `Re: ${typed || texts[language].subjects[form]} [${reference}]`;
}

/** Returns the visitor's message as a quote, in the language of the message. */
export function quoteOf({ receivedAt, fields }: InboxMessage, language: Language): string {
  const at = new Date(receivedAt);
  const date = at.toLocaleDateString(LOCALES[language], { timeZone, dateStyle: "long" });
  const time = at.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
  const lines = messageText(fields).trim().split(/\r?\n/);
  const intro = fill(texts[language].quote, { date, time });
  return [intro, ...lines.map((line) => `> ${line}`.trimEnd())].join("\n");
}

/** Composes the mail of a reply. What the visitor answers goes to the office. */
export const replyLetter = (
  message: InboxMessage,
  { number, text }: Pick<EntryRow, "number" | "text">,
  { recipient, office, language }: { recipient: string; office: string; language: Language },
): Letter => ({
  reference: replyReference({ message: message.reference, number }),
  recipient,
  replyTo: office,
  subject: replySubject(message, language),
  text: `${text}\n\n${quoteOf(message, language)}\n`,
});

/** Composes the mail to a colleague to whom a message is assigned. It has a link, and nothing that the visitor typed. */
export function assignedLetter(
  { reference, form }: Pick<InboxMessage, "reference" | "form">,
  to: { number: number; assignee: string; by: string; origin: string; language: Language },
): Letter {
  const { subject, text, kinds } = texts[to.language].assigned;
  const item = `${kinds[form]} ${reference}`;
  const path = withPrefix(PREFIXES[to.language], `/staff/messages/${reference}`);
  return {
    reference: `${reference}.assigned-${to.number}`,
    recipient: to.assignee,
    subject: fill(subject, { reference: item }),
    text: `${fill(text, { by: to.by })}\n\n${item}\n${to.origin}${path}\n`,
  };
}

/** The most earlier mails that a mail names. */
const MOST_REFERENCES = 20;

/**
 * Returns the headers by which mail programs show a reply below the earlier ones. The first reply follows the mail that told
 * the office about the message. `Auto-Submitted: no` says that a person has written the mail.
 */
export async function replyHeaders(
  db: Kysely<Tables>,
  { message, number }: ReplyId,
  messageIdOf: (reference: string) => string,
) {
  const earlier = await db
    .selectFrom("messageEntries")
    .select("number")
    .where("message", "=", message)
    .where("kind", "=", "reply")
    .where("number", "<", number)
    .orderBy("number")
    .execute();
  const replies = earlier.slice(1 - MOST_REFERENCES);
  const references = [
    messageIdOf(`${message}.office`),
    ...replies.map((reply) => messageIdOf(replyReference({ message, ...reply }))),
  ];
  return {
    inReplyTo: references.at(-1),
    references,
    headers: { "Auto-Submitted": "no" },
  };
}
