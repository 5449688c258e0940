import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  type DeskFieldError,
  type DeskMessage,
  type DeskSavedReply,
  type DeskTyped,
  MAX_WRITTEN,
  STATES_AFTER,
} from "../../shared/contract/desk.ts";
import { LANGUAGES } from "../../shared/languages.ts";
import { mailSettings } from "../config.ts";
import { isEmailAddress } from "../email-address.ts";
import { addEntry, findEntry, type NewEntry, readEntries } from "../forms/conversation.ts";
import { dueMail, retryMail } from "../mail/mails.ts";
import { replyLetter, replyReference } from "../mail/reply-mails.ts";
import * as desk from "./desk.ts";
import { answerLanguage, emailOf, readMessage } from "./message-view.ts";
import { plainText } from "./plain-text.ts";

export type OfMessage = { Params: { reference: string } };
type Request = FastifyRequest<OfMessage>;

/** The actions with a text, and the kind of entry that each makes. `insert` puts a saved reply into the text. */
const WRITTEN: ReadonlyMap<string, DeskTyped["kind"]> = new Map([
  ["reply", "reply"],
  ["reply-close", "reply"],
  ["insert", "reply"],
  ["answered", "answered"],
  ["answered-close", "answered"],
  ["note", "note"],
]);

export const isWritten = (action: string): boolean => WRITTEN.has(action);

const KEY = /^[\w-]{8,64}$/;
const VERSION = /^\d{1,9}$/;

/** Returns the text of a form, with the key of the form. */
function readTyped(request: Request): DeskTyped {
  const { action = "", text = "", key = "", version = "" } = desk.postedFields(request);
  return {
    kind: WRITTEN.get(action) ?? "note",
    text: plainText(text),
    key: KEY.test(key) ? key : randomUUID(),
    version: VERSION.test(version) ? version : "",
    error: null,
  };
}

/** Returns the error of a text. A telephone call need not be described. */
function errorOf({ kind, text }: DeskTyped, message: DeskMessage): DeskFieldError | null {
  if (text.length > MAX_WRITTEN) return { code: "tooLong", max: MAX_WRITTEN };
  if (kind === "answered") return null;
  if (text.trim() === "") return { code: "required" };
  if (kind === "note") return null;
  return message.hasMail && isEmailAddress(message.email) ? null : { code: "noMail" };
}

/** Shows a text without its message, to a sender who may be a stranger, or whose message is gone. */
export function showTyped(
  request: Request,
  reply: FastifyReply,
  problem: "session" | "store" | "gone",
) {
  const { action = "" } = desk.postedFields(request);
  const { reference } = request.params;
  const typed = readTyped(request);
  const status = { session: 401, store: 503, gone: 404 }[problem];
  const page = { kind: "typed", reference, problem, action, typed } as const;
  return desk.sendDeskPage(reply, page, status);
}

/** Shows the message with the typed text in its form. */
function showAgain(
  reply: FastifyReply,
  message: DeskMessage,
  { typed, status = 200 }: { typed: DeskTyped; status?: number },
) {
  const page = { kind: "message", message, typed } as const;
  return desk.sendDeskPage(reply, page, status);
}

/** Puts a saved reply below the typed text, with the name of the visitor and the reference. */
function insertSaved(typed: DeskTyped, message: DeskMessage, chosen: string): DeskTyped {
  const [id = "", language] = chosen.split(":");
  const saved = message.savedReplies.find((one) => one.id === id);
  const known = LANGUAGES.find((one) => one === language);
  if (saved === undefined || known === undefined) return typed;
  const text = fillSaved(saved[known], message);
  return { ...typed, text: typed.text.trim() === "" ? text : `${typed.text}\n\n${text}` };
}

const fillSaved = (text: DeskSavedReply["en"], { name, reference }: DeskMessage): string =>
  text.replaceAll("{name}", () => name).replaceAll("{reference}", () => reference);

/** Returns the function that composes the mail of a reply; undefined for any other entry. */
async function mailOf(
  { server }: Request,
  { kind, text }: Pick<DeskTyped, "kind" | "text">,
  reference: string,
): Promise<NewEntry["mail"]> {
  const { submissions, config, clock } = server;
  const settings = mailSettings(config);
  const stored = await submissions.inbox.get(reference);
  if (kind !== "reply" || settings === null || stored === null) return undefined;
  const to = {
    recipient: emailOf(stored),
    office: settings.office,
    language: answerLanguage(stored),
  };
  return (number) => dueMail(replyLetter(stored, { number, text }, to), clock());
}

/** Handles what was typed below a message. When it cannot be stored, the text comes back. */
export async function handleWritten(request: Request, reply: FastifyReply) {
  try {
    return await storeWritten(request, reply);
  } catch (err) {
    request.log.error({ err }, "desk form could not be handled");
    return showTyped(request, reply, "store");
  }
}

/** Stores what was typed below a message: a reply, which is mailed, an answer by telephone, or a note. */
async function storeWritten(request: Request, reply: FastifyReply) {
  const { server, staff, params } = request;
  const { reference } = params;
  const { action = "", saved = "" } = desk.postedFields(request);
  const typed = readTyped(request);
  const message = await readMessage(request, reference);
  if (message === null || staff === null) return showTyped(request, reply, "gone");
  if (action === "insert")
    return showAgain(reply, message, { typed: insertSaved(typed, message, saved) });
  const { db } = server.store;
  // The form was sent before: by the first of two clicks, or by a browser that did not get the response.
  const known = await findEntry(db, { message: reference, key: typed.key });
  if (known?.kind === typed.kind && known.text === typed.text) return leave(reply, message, action);
  const fresh = known === undefined ? typed : { ...typed, key: randomUUID() };
  const error = errorOf(fresh, message);
  if (error !== null) return showAgain(reply, message, { typed: { ...fresh, error }, status: 422 });
  if (fresh.kind !== "note" && fresh.version !== message.version)
    return showStale(request, reply, fresh);
  const state = STATES_AFTER.get(action);
  const isAdded = await addEntry(db, {
    message: reference,
    key: fresh.key,
    kind: fresh.kind,
    text: fresh.text,
    email: staff.email,
    at: server.clock(),
    action,
    answer:
      state === undefined ? null : { seen: message.state, entries: message.entries.length, state },
    mail: await mailOf(request, fresh, reference),
  });
  if (!isAdded) {
    // The first of two clicks at the same moment may have done it.
    const first = await findEntry(db, { message: reference, key: typed.key });
    return first === undefined ? showStale(request, reply, fresh) : leave(reply, message, action);
  }
  request.log.info({ audit: action, staff: staff.id, reference }, "audit");
  return leave(reply, message, action);
}

/** Shows the message as it is now and who changed it, with the typed text. */
async function showStale(request: Request, reply: FastifyReply, typed: DeskTyped) {
  const message = await readMessage(request, request.params.reference);
  if (message === null) return showTyped(request, reply, "gone");
  const stale = { action: message.actions.at(-1) ?? null };
  const again = { ...typed, version: message.version };
  return desk.sendDeskPage(reply, { kind: "message", message, stale, typed: again }, 409);
}

/** Leads back to the message, or on to the next one after an answer that closes it. */
function leave(reply: FastifyReply, { reference, next }: DeskMessage, action: string) {
  const isClosed = STATES_AFTER.get(action) === "done";
  const closed = next === null ? "/staff/messages" : `/staff/messages/${next}`;
  const path = isClosed ? closed : `/staff/messages/${reference}`;
  return desk.redirectWithNotice(reply, path, action, { about: [reference] });
}

/** Sends a reply again that could not be sent. Composes its mail anew when the mail was given up long ago. */
export async function retryReply(request: Request, reply: FastifyReply) {
  const { server, params } = request;
  const { reference } = params;
  const { db } = server.store;
  const number = Number(/^\d{1,6}$/.exec(desk.postedFields(request).number ?? "")?.[0] ?? 0);
  const entries = await readEntries(db, reference);
  const entry = entries.find((one) => one.number === number && one.kind === "reply");
  if (entry === undefined || server.mails === null) return desk.sendNotFound(reply);
  const isDue = await retryMail(server, replyReference({ message: reference, number }));
  const compose = await mailOf(request, { kind: "reply", text: entry.text }, reference);
  let isComposed = false;
  if (!isDue && entry.sentAt === null && compose !== undefined) {
    const insert = db.insertInto("mails").values(compose(number));
    const once = insert.onConflict((conflict) => conflict.column("reference").doNothing());
    isComposed = (await once.executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
  }
  if (isDue || isComposed) await desk.recordAction(request, "resend", reference);
  const about = [reference];
  return desk.redirectWithNotice(reply, `/staff/messages/${reference}`, "resend", { about });
}
