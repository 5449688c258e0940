import { getSystemErrorName } from "node:util";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { type Insertable, type RawBuilder, type SqlBool, sql } from "kysely";
import { createTransport } from "nodemailer";
import { encodeWord } from "nodemailer/lib/mime-funcs";
import type MimeNode from "nodemailer/lib/mime-node";
import { DAY_MS, MINUTE_MS } from "../../shared/time.ts";
import { type MailSettings, mailSettings } from "../config.ts";
import { readMailbox } from "../email-address.ts";
import { type Gift, giftSchema, newsOf, receiptOf, SUSPECTED } from "../gifts/gift.ts";
import { startRetention } from "../retention.ts";
import { LINK_MINUTES } from "../store/accounts.ts";
import type { MailRow } from "../store/schema.ts";
import {
  claimDue,
  compareAndSet,
  ERASED_MAIL,
  eraseOrphanedMails,
  SIGN_IN_MAILS,
  type Store,
} from "../store/store.ts";
import { startWorkLoop } from "../work-loop.ts";
import {
  correctionLetter,
  donorLetter,
  giftLetter,
  type Letter,
  messageLetter,
} from "./letters.ts";
import { startMonthlyGifts } from "./monthly-gifts.ts";
import { REPLY_MAILS, readReplyReference, replyHeaders } from "./reply-mails.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** `fault` is the last error of a mail that waits for another try. Null where no mail server is configured. */
    mails: { fault: string | null } | null;
  }
}

/** The time for which a mail is tried, and the greatest age of a message that gets a mail. */
const TRIED_MS = 2 * DAY_MS;
/** The time after which a mail is deleted, longer than its message may cause a new mail (`TRIED_MS`). */
const KEPT_MS = 30 * DAY_MS;
/** A time longer than a mail server may take. A process that holds a claim longer has crashed. */
const LEASE_MS = 8 * MINUTE_MS;
/**
 * The longest silence of a mail server, which may scan a text for viruses before it accepts the text. With a shorter
 * timeout, the same mail would arrive again and again.
 */
const SILENCE_MS = 4 * MINUTE_MS;
const AT_ONCE = 20;

const hasNoMail = (reference: RawBuilder<unknown>) =>
  sql<SqlBool>`not exists (select 1 from mails where mails.reference = ${reference})`;

/** Returns only the code of an error, because the messages of servers repeat addresses and texts. */
export function mailErrorCode(error: unknown): string {
  const { code, errno, responseCode } = (error ?? {}) as Record<string, unknown>;
  // Nodemailer reports ESOCKET for every system error.
  const name = typeof errno === "number" && errno < 0 ? getSystemErrorName(errno) : code;
  return [name ?? "error", responseCode].filter(Boolean).join(" ");
}

type Server = Pick<MailSettings, "smtpUrl" | "from">;

/** The longest encoded word that Nodemailer makes of its own accord. */
const WORD_LENGTH = 52;

/**
 * Encodes a name or a subject that looks like an encoded word (RFC 2047), such as `=?UTF-8?Q?Asha?=`. Nodemailer would
 * send such a text unchanged, and the reader's mail program would show the decoded text.
 */
function keepLookalikes(message: MimeNode): void {
  const encode = message.encodeHeaderValue.bind(message);
  message.encodeHeaderValue = (key, value) => {
    if (key === "Subject" && String(value).includes("=?")) {
      const line = String(value).replace(/[\r\n]+/g, " ");
      return encodeWord(line, "B", WORD_LENGTH);
    }
    const { name, address } = Object(value);
    if (key === "From" && String(name).includes("=?"))
      return `${encodeWord(name, "B", WORD_LENGTH)} <${encode(key, { name: "", address })}>`;
    return encode(key, value);
  };
}

export function mailTransport({ smtpUrl: url, from }: Server, limitMs = SILENCE_MS) {
  const connectMs = Math.min(MINUTE_MS, limitMs);
  const connect = { connectionTimeout: connectMs, greetingTimeout: connectMs };
  const access = { disableFileAccess: true, disableUrlAccess: true };
  const options = { url, ...connect, socketTimeout: limitMs, ...access };
  const sender = readMailbox(from) ?? from;
  const headers = { "Auto-Submitted": "auto-generated" };
  const transport = createTransport(options, { from: sender, headers });
  transport.use("stream", ({ message }, done) => {
    keepLookalikes(message);
    done();
  });
  return transport;
}

const WAITING = { state: "waiting", tries: 0, lastError: null } as const;

/** Returns the row of a mail that is due now. */
export const dueMail = (letter: Letter, now: number): Insertable<MailRow> => ({
  replyTo: null,
  ...letter,
  ...WAITING,
  claim: null,
  createdAt: now,
  dueAt: now,
});

/** Stores a mail, which the loop below sends. A mail with a known reference is already stored. */
export async function addMail(
  { store, clock }: { store: Pick<Store, "db">; clock: () => number },
  letter: Letter,
): Promise<void> {
  const insert = store.db.insertInto("mails").values(dueMail(letter, clock()));
  await insert.onConflict((conflict) => conflict.column("reference").doNothing()).execute();
}

const LINK_MS = LINK_MINUTES * MINUTE_MS;

/** Returns whether the mail has a sign-in link that has expired by then. Whoever needs a link requests a new one. */
const isDeadLink = (
  { reference, createdAt }: Pick<MailRow, "reference" | "createdAt">,
  at: number,
) => reference.startsWith(SIGN_IN_MAILS) && at >= createdAt + LINK_MS;

/** Returns the mails that were given up and may be sent again, newest first. */
export function failedMails(db: Store["db"], now: number, limit = 50) {
  const failed = db
    .selectFrom("mails")
    .select(["reference", "recipient", "subject"])
    .where("state", "=", "failed")
    .where(({ or, eb }) =>
      or([eb("reference", "not like", `${SIGN_IN_MAILS}%`), eb("createdAt", ">", now - LINK_MS)]),
    );
  return failed.orderBy("createdAt", "desc").limit(limit).execute();
}

/** Makes the mails due that were given up. A sign-in link keeps its age, so that another try does not prolong its life. */
export async function retryFailedMails({ store, clock }: FastifyInstance): Promise<void> {
  const failed = store.db.updateTable("mails").where("state", "=", "failed");
  const values = { ...WAITING, dueAt: clock() };
  await failed.where("reference", "like", `${SIGN_IN_MAILS}%`).set(values).execute();
  await failed.set({ ...values, createdAt: clock() }).execute();
}

/** Makes a mail due again that was given up. Resolves to false when there is no such mail. */
export async function retryMail({ store, clock }: FastifyInstance, reference: string) {
  const values = { ...WAITING, dueAt: clock(), createdAt: clock() };
  const read = { reference, state: "failed" } as const;
  return compareAndSet(store.db, "mails", { read, values });
}

/** The error of a reply whose sending was cut off by the end of the process. Nobody knows whether the mail server has it. */
export const INTERRUPTED = "interrupted";

/**
 * Gives up replies that a killed process was sending. Another try might send them twice, so a person decides. Other mails are
 * simply sent again. `before` is the time at which the claim of such a process ends.
 */
async function giveUpInterrupted({ db }: Store, before: number | null): Promise<void> {
  const claimed = db
    .updateTable("mails")
    .set({ state: "failed", claim: null, dueAt: null, lastError: INTERRUPTED })
    .where("claim", "is not", null)
    .where("reference", "like", REPLY_MAILS);
  await (before === null ? claimed : claimed.where("dueAt", "<=", before)).execute();
}

/** Composes mails from acknowledged messages and from gifts in the store, so that no crash loses a mail. */
async function composeMails(app: FastifyInstance, mailSettings: MailSettings): Promise<void> {
  const settings = { ...mailSettings, content: app.content };
  const { db } = app.store;
  const since = app.clock() - TRIED_MS;
  const messages = await db
    .selectFrom("messages")
    .selectAll()
    .where("receivedAt", ">", since)
    // A claimed contact message may not be acknowledged yet. Suspected spam gets no mail.
    .where("claim", "is", null)
    .where("state", "<>", "held")
    .where(hasNoMail(sql`messages.reference || '.office'`))
    .limit(AT_ONCE)
    .execute();
  for (const row of messages)
    await addMail(app, messageLetter({ ...row, fields: JSON.parse(row.fields) }, settings));
  const gifts = await db
    .selectFrom("gifts")
    .select("gift")
    .where("since", ">", since)
    .where("news", "is not", null)
    .where(sql<SqlBool>`(state <> 'pledged' or since <= ${app.clock() - settings.paymentStartMs})`)
    .where(hasNoMail(sql`gifts.reference || '.' || gifts.news || '.office'`))
    .limit(AT_ONCE)
    .execute();
  for (const row of gifts) {
    const gift = giftSchema.parse(JSON.parse(row.gift));
    // Only a pledge can be suspect: a donor who has paid is thanked.
    const isSuspect =
      newsOf(gift) === "pledged" && gift.history.some(({ note }) => note === SUSPECTED);
    const isQuiet = isSuspect || (gift.state === "paid" && !gift.isThanked);
    const toDonor = isQuiet ? null : await letterToDonor(app, gift, settings);
    if (toDonor !== null) await addMail(app, toDonor);
    // The mail to the office is added last: once stored, it marks both mails as composed.
    const toOffice = giftLetter(gift, settings);
    if (toOffice !== null) await addMail(app, toOffice);
  }
}

/**
 * Returns the mail to the donor: how to pay, a receipt, or the correction of a receipt that was composed. The payment
 * provider tells the donor about a refund.
 */
async function letterToDonor(
  { store: { db } }: FastifyInstance,
  gift: Gift,
  settings: Parameters<typeof donorLetter>[1],
) {
  const news = newsOf(gift) ?? "";
  if (news.startsWith("refund")) return null;
  if (!news.endsWith("-undone")) return donorLetter(gift, settings);
  const receipts = db.selectFrom("mails").select("reference");
  const receipt = receipts.where("reference", "=", `${gift.reference}.${receiptOf(gift)}`);
  return (await receipt.executeTakeFirst()) ? correctionLetter(gift, settings) : null;
}

type MailError = Error & { code?: string; responseCode?: number };

/**
 * Records the result of a try. Without an error the server has the mail, and its content is erased. Otherwise the mail is
 * due later, or given up after a refusal or after two days.
 */
async function settleMail(
  { store, clock, log }: FastifyInstance,
  mail: MailRow,
  error?: MailError,
) {
  const { reference, claim, tries, createdAt } = mail;
  let values: Partial<MailRow> = { ...ERASED_MAIL, lastError: null };
  if (error !== undefined) {
    const { code, responseCode = 0 } = error;
    // The server refused this recipient or this text, so another try would fail as well.
    const isRefusal = (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;
    // The delay is a minute, then two, then four, up to four hours.
    const later = clock() + Math.min(2 ** (tries - 1), 240) * MINUTE_MS;
    const isGivenUp = isRefusal || later > createdAt + TRIED_MS || isDeadLink(mail, later);
    const reason = mailErrorCode(error);
    const state = isGivenUp ? "failed" : "waiting";
    values = { state, dueAt: isGivenUp ? null : later, lastError: reason };
    log.warn({ reference, reason, isGivenUp }, "mail could not be sent");
  }
  const read = { reference, claim };
  const reply = error === undefined ? readReplyReference(reference) : null;
  await store.db.transaction().execute(async (db) => {
    const isSettled = await compareAndSet(db, "mails", {
      read,
      values: { ...values, claim: null },
    });
    if (reply === null || !isSettled) return;
    const sent = { read: { ...reply, sentAt: null }, values: { sentAt: clock() } };
    await compareAndSet(db, "messageEntries", sent);
  });
}

/** Sends the mails in the store. They are composed from messages and gifts, and each mail is claimed during a try. */
export const mailPlugin = fp(
  async (app) => {
    const { store, log, clock, config } = app;
    const { db } = store;
    const settings = mailSettings(config);
    const mails = settings && { fault: null as string | null };
    app.decorate("mails", mails);
    // Old mails are deleted even where mail is off now, because no mail is tried for that long.
    startRetention(app, store, "mails", async () => {
      const old = db.deleteFrom("mails").where("createdAt", "<", clock() - KEPT_MS);
      return Number((await old.executeTakeFirst()).numDeletedRows);
    });
    // Charges are collected, and plans are ended, also where no mail can be sent.
    startMonthlyGifts(app, addMail);
    if (settings === null || mails === null) return;
    const transport = mailTransport(settings);
    app.addHook("onClose", async () => transport.close());
    const { hostname } = new URL(settings.origin);
    const messageIdOf = (reference: string) => `<${reference}@${hostname}>`;

    const work = async (mail: MailRow) => {
      const { reference, recipient, subject, text } = mail;
      if (isDeadLink(mail, clock())) return settleMail(app, mail);
      // The message may have been deleted, or the donor forgotten, while the mail was composed.
      if ((await eraseOrphanedMails(db, reference)) > 0) return undefined;
      // Not every server accepts a header that is not ASCII. The text has the address, too.
      const replyTo = /\P{ASCII}.*@/u.test(mail.replyTo ?? "") ? null : mail.replyTo;
      const reply = readReplyReference(reference);
      const letter = {
        // Addresses are objects, so that nothing in an address can begin another one.
        to: { name: "", address: recipient },
        ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
        subject,
        text,
        messageId: messageIdOf(reference),
        ...(reply === null ? {} : await replyHeaders(db, reply, messageIdOf)),
      };
      const [tried] = await Promise.allSettled([transport.sendMail(letter)]);
      return settleMail(app, mail, tried.status === "rejected" ? tried.reason : undefined);
    };
    /** Composes the missing mails, and claims the mail that has been due longest. */
    const claim = async () => {
      await composeMails(app, settings);
      await giveUpInterrupted(store, clock());
      const waiting = db.selectFrom("mails").select("lastError").where("state", "=", "waiting");
      const tried = await waiting.where("lastError", "is not", null).limit(1).executeTakeFirst();
      mails.fault = tried?.lastError ?? null;
      return (await claimDue(db, "mails", { now: clock(), leaseEnd: clock() + LEASE_MS })) ?? null;
    };
    /** Makes a mail due now that a killed process was sending, because no other process uses a store that is not shared. */
    const release = async () => {
      await giveUpInterrupted(store, null);
      const left = db.updateTable("mails").where("claim", "is not", null);
      await left.set({ claim: null, dueAt: clock() }).execute();
    };
    // The store reports its own outage.
    const onError = (err: unknown) => store.fault() ?? log.error({ err }, "mails failed");
    if (!store.isShared) await release().catch(onError);
    // Mails are sent one at a time, so that a power cut leaves at most one mail that was sent without the store knowing.
    startWorkLoop(app, "mails", { claim, work, concurrency: 1 });
  },
  { name: "mail", dependencies: ["store", "giving"] },
);
