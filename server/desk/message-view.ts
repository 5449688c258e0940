import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { BIN_DAYS, type DeskMessage, type DeskSending } from "../../shared/contract/desk.ts";
import type { SpamSignal } from "../../shared/contract/spam.ts";
import { LANGUAGES, type Language, languageOf } from "../../shared/languages.ts";
import { DAY_MS, isoTime } from "../../shared/time.ts";
import { readEntries } from "../forms/conversation.ts";
import type { InboxMessage } from "../forms/inbox.ts";
import { fieldTexts, messageSubject, messageText, senderName } from "../forms/message-texts.ts";
import { INTERRUPTED } from "../mail/mails.ts";
import { quoteOf, replyReference, replySubject } from "../mail/reply-mails.ts";
import { detectLanguage } from "../source/text/language.ts";
import type { EntryRow, MailRow } from "../store/schema.ts";
import * as desk from "./desk.ts";
import { answerOf, countFrom, filterOf, findNext, UNFILTERED } from "./message-list.ts";
import { readSavedReplies } from "./saved-replies.ts";

/** Returns the e-mail address that the sender of a message has typed. */
export const emailOf = ({ fields }: Pick<InboxMessage, "fields">): string =>
  String(fields.email ?? fields.contactEmail ?? "");

const phoneOf = ({ fields }: Pick<InboxMessage, "fields">): string =>
  String(fields.phoneNumber ?? fields.phone ?? fields.contactPhone ?? "");

/** Returns the language in which a sender is answered: that of the text, or else that of the page with the form. */
export function answerLanguage({ fields, language }: InboxMessage): Language {
  const detected = detectLanguage(null, [messageSubject(fields), messageText(fields)]);
  return LANGUAGES.find((one) => one === detected) ?? language ?? "en";
}

/** The action of an assignment in the history, with the address: `assigned asha@example.org`. */
const ASSIGNED = /^(assigned) (.+)$/;

/** Returns the recorded actions on a message, oldest first. */
async function actionsOn({ accounts }: FastifyInstance, reference: string) {
  const actions = await accounts.actions(reference);
  return actions.map((one) => {
    const [, action = one.action, note] = ASSIGNED.exec(one.action) ?? [];
    return note === one.by ? { ...one, action: "taken" } : { ...one, action, note };
  });
}

/** Returns the reference of the next older message within the URL's filter; without a filter, within the same state. */
function nextOf(request: FastifyRequest, message: InboxMessage): Promise<string | null> {
  const isFiltered = Object.keys(desk.listFilter(request)).length > 0;
  const filter = isFiltered ? filterOf(request) : { ...UNFILTERED, state: message.deskState };
  return findNext(request.server.store.db, filter, message);
}

/** Returns why a message is held as spam; empty once it is released, and for one that an earlier release has held. */
const readHeldBecause = ({ state, heldBecause }: InboxMessage): readonly SpamSignal[] =>
  state === "held" && heldBecause !== null ? JSON.parse(heldBecause) : [];

type Mail = Pick<MailRow, "reference" | "state" | "lastError">;

/** Returns the state of a reply's mail. A mail that was given up is deleted after a while, but not its reply. */
function sendingOf({ kind, sentAt }: EntryRow, mail: Mail | undefined): DeskSending | null {
  if (kind !== "reply") return null;
  if (sentAt !== null || mail?.state === "sent") return "sent";
  if (mail?.lastError === INTERRUPTED) return "unknown";
  if (mail?.state !== "waiting") return "failed";
  return mail.lastError === null ? "waiting" : "later";
}

/** Returns the entries below a message, with the states of their mails. */
async function readConversation({ store: { db } }: FastifyInstance, message: string) {
  const entries = await readEntries(db, message);
  const references = entries.map(({ number }) => replyReference({ message, number }));
  const mails = db.selectFrom("mails").select(["reference", "state", "lastError"]);
  const known =
    references.length > 0 ? await mails.where("reference", "in", references).execute() : [];
  return entries.map((entry) => {
    const { number, kind, at, email, text } = entry;
    const reference = replyReference({ message, number });
    const mail = known.find((one) => one.reference === reference);
    return { number, kind, at: isoTime(at), by: email, text, sending: sendingOf(entry, mail) };
  });
}

/** Returns the time at which a message is erased. */
function erasedAt({ receivedAt, binnedAt }: InboxMessage, retentionDays: number): string {
  const kept = receivedAt + retentionDays * DAY_MS;
  return isoTime(binnedAt === null ? kept : Math.min(kept, binnedAt + BIN_DAYS * DAY_MS));
}

/** Reads a message with all that its page shows. Resolves to null when there is no such message. */
export async function readMessage(
  request: FastifyRequest,
  reference: string,
): Promise<DeskMessage | null> {
  const { server } = request;
  const { submissions, config, accounts, content, store, mails } = server;
  const message = await submissions.inbox.get(reference);
  if (message === null) return null;
  const { deskState, state, receivedAt, fields, assignee } = message;
  const actions = await actionsOn(server, reference);
  const email = emailOf(message);
  const language = answerLanguage(message);
  const count = await countFrom(store.db, email);
  return {
    reference,
    form: message.form,
    state: deskState,
    receivedAt: isoTime(receivedAt),
    name: senderName(fields),
    subject: messageSubject(fields),
    // The message itself is counted, unless it is in the bin.
    others: deskState === "bin" ? count : Math.max(0, count - 1),
    fields: fieldTexts(fields, content.in(languageOf(request.url))),
    email,
    phone: phoneOf(message),
    language,
    replySubject: replySubject(message, language),
    quote: quoteOf(message, language),
    entries: await readConversation(server, reference),
    assignee,
    answered: answerOf(message),
    colleagues: (await accounts.list()).map((account) => account.email),
    savedReplies: await readSavedReplies(store.db),
    hasMail: mails !== null,
    formKey: randomUUID(),
    delivery: state,
    heldBecause: readHeldBecause(message),
    deletedAt: erasedAt(message, config.INBOX_RETENTION_DAYS),
    actions,
    version: String(actions.length),
    next: await nextOf(request, message),
  };
}
