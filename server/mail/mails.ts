import { getSystemErrorName } from "node:util";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { createTransport } from "nodemailer";
import { encodeWord } from "nodemailer/lib/mime-funcs";
import type MimeNode from "nodemailer/lib/mime-node";
import { DAY_MS, MINUTE_MS } from "../../shared/time.ts";
import { mailSettings } from "../config.ts";
import { readMailbox } from "../email-address.ts";
import { type Gift, giftSchema, newsOf, receiptOf, SUSPECTED } from "../gifts/gift.ts";
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
import { startRetention, startWorkLoop } from "../work-loop.ts";
import {
  correctionLetter,
  donorLetter,
  giftLetter,
  type Letter,
  messageLetter,
} from "./letters.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Why a mail waits that was tried in vain, as of a moment ago. Null where no mail server is configured. */
    mails: { fault: string | null } | null;
  }
}

export type MailSettings = NonNullable<ReturnType<typeof mailSettings>>;

/** How long a mail is tried, and how old messages may be that get one. */
const TRIED_MS = 2 * DAY_MS;
/** Sent mails are forgotten later than their messages are looked at. */
const KEPT_MS = 30 * DAY_MS;
/** Longer than a server may take: a process that holds a claim longer has crashed. */
const LEASE_MS = 8 * MINUTE_MS;
/** A server may look for viruses before it takes a text: given up too early, the same mail would come again and again. */
const SILENCE_MS = 4 * MINUTE_MS;
const AT_ONCE = 20;

const hasNoMail = (reference: RawBuilder<unknown>) =>
  sql<SqlBool>`not exists (select 1 from mails where mails.reference = ${reference})`;

/** The code alone: the messages of servers repeat addresses and texts. */
export function mailErrorCode(error: unknown): string {
  const { code, errno, responseCode } = (error ?? {}) as Record<string, unknown>;
  // Nodemailer says ESOCKET for every error of the system.
  const name = typeof errno === "number" && errno < 0 ? getSystemErrorName(errno) : code;
  return [name ?? "error", responseCode].filter(Boolean).join(" ");
}

type Server = Pick<MailSettings, "smtpUrl" | "from">;

/** The longest encoded word that Nodemailer makes of its own accord. */
const WORD_LENGTH = 52;

/**
 * Encodes a name or a subject that looks like an encoded word (RFC 2047), such as `=?UTF-8?Q?Asha?=`. Nodemailer sends
 * it as it is, and the reader's program shows what it decodes to.
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

/** It is sent by the loop below. One with a known reference is there already. */
export async function addMail({ store, clock }: FastifyInstance, letter: Letter): Promise<void> {
  const now = clock();
  const row = { replyTo: null, ...letter, ...WAITING, claim: null, createdAt: now, dueAt: now };
  const insert = store.db.insertInto("mails").values(row);
  await insert.onConflict((conflict) => conflict.column("reference").doNothing()).execute();
}

const LINK_MS = LINK_MINUTES * MINUTE_MS;

/** A link that signs in has expired by then; who needs one asks for a new one. */
const isDeadLink = (
  { reference, createdAt }: Pick<MailRow, "reference" | "createdAt">,
  at: number,
) => reference.startsWith(SIGN_IN_MAILS) && at >= createdAt + LINK_MS;

/** The mails that were given up, newest first, and may be sent again. */
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

/** Makes the mails due that were given up. A link keeps its age: sent again, it lives no longer. */
export async function retryFailedMails({ store, clock }: FastifyInstance): Promise<void> {
  const failed = store.db.updateTable("mails").where("state", "=", "failed");
  const values = { ...WAITING, dueAt: clock() };
  await failed.where("reference", "like", `${SIGN_IN_MAILS}%`).set(values).execute();
  await failed.set({ ...values, createdAt: clock() }).execute();
}

/** From what is acknowledged and in the store, so that no crash loses a mail. */
async function compose(app: FastifyInstance, settings: MailSettings): Promise<void> {
  const { db } = app.store;
  const since = app.clock() - TRIED_MS;
  const messages = await db
    .selectFrom("messages")
    .selectAll()
    .where("receivedAt", ">", since)
    // A contact message that is claimed may be one that is not acknowledged yet. Suspected spam is no news.
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
    // Whoever has paid is thanked.
    const isSuspect =
      newsOf(gift) === "pledged" && gift.history.some(({ note }) => note === SUSPECTED);
    const toDonor = isSuspect ? null : await letterToDonor(app, gift, settings);
    if (toDonor !== null) await addMail(app, toDonor);
    // The last: it stands for both.
    const toOffice = giftLetter(gift, settings);
    if (toOffice !== null) await addMail(app, toOffice);
  }
}

/** How to pay, or a receipt; or that a receipt was wrong, to who got it. A refund is told by the payment provider. */
async function letterToDonor(
  { store: { db } }: FastifyInstance,
  gift: Gift,
  settings: MailSettings,
) {
  const news = newsOf(gift) ?? "";
  if (news.startsWith("refund")) return null;
  if (!news.endsWith("-undone")) return donorLetter(gift, settings);
  const receipts = db.selectFrom("mails").select("reference");
  const receipt = receipts.where("reference", "=", `${gift.reference}.${receiptOf(gift)}`);
  return (await receipt.executeTakeFirst()) ? correctionLetter(gift, settings) : null;
}

type MailError = Error & { code?: string; responseCode?: number };

/** After a try. Without an error the server has the mail: what it holds goes. Else it is due later, or given up after a refusal and after two days. */
async function settle({ store, clock, log }: FastifyInstance, mail: MailRow, error?: MailError) {
  const { reference, claim, tries, createdAt } = mail;
  let values: Partial<MailRow> = { ...ERASED_MAIL, lastError: null };
  if (error !== undefined) {
    const { code, responseCode = 0 } = error;
    // Of this recipient or this text: no other try would end otherwise.
    const isRefusal = (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;
    // A minute, two, four, up to four hours.
    const later = clock() + Math.min(2 ** (tries - 1), 240) * MINUTE_MS;
    const isGivenUp = isRefusal || later > createdAt + TRIED_MS || isDeadLink(mail, later);
    const reason = mailErrorCode(error);
    const state = isGivenUp ? "failed" : "waiting";
    values = { state, dueAt: isGivenUp ? null : later, lastError: reason };
    log.warn({ reference, reason, isGivenUp }, "mail could not be sent");
  }
  const read = { reference, claim };
  await compareAndSet(store.db, "mails", { read, values: { ...values, claim: null } });
}

/** Mails in the store: composed from messages and gifts, and claimed until a server has taken them. */
export const mailPlugin = fp(
  async (app) => {
    const { store, log, clock, config } = app;
    const { db } = store;
    const settings = mailSettings(config);
    const mails = settings && { fault: null as string | null };
    app.decorate("mails", mails);
    // Also where mail is off now: none is tried for so long.
    startRetention(app, store, "mails", async () => {
      const old = db.deleteFrom("mails").where("createdAt", "<", clock() - KEPT_MS);
      return Number((await old.executeTakeFirst()).numDeletedRows);
    });
    if (settings === null || mails === null) return;
    const transport = mailTransport(settings);
    app.addHook("onClose", async () => transport.close());

    const work = async (mail: MailRow) => {
      const { reference, recipient, subject, text } = mail;
      if (isDeadLink(mail, clock())) return settle(app, mail);
      // Its message may have been deleted, or its donor forgotten, while it was composed.
      if ((await eraseOrphanedMails(db, reference)) > 0) return undefined;
      // Not every server takes a header that is not ASCII; the text has the address, too.
      const replyTo = /\P{ASCII}.*@/u.test(mail.replyTo ?? "") ? null : mail.replyTo;
      const letter = {
        // Addresses as objects: nothing in them begins another one.
        to: { name: "", address: recipient },
        ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
        ...{ subject, text },
        messageId: `<${reference}@${new URL(settings.origin).hostname}>`,
      };
      const [tried] = await Promise.allSettled([transport.sendMail(letter)]);
      return settle(app, mail, tried.status === "rejected" ? tried.reason : undefined);
    };
    /** Composes what is missing, and claims the mail that has been due longest. */
    const claim = async () => {
      await compose(app, settings);
      const waiting = db.selectFrom("mails").select("lastError").where("state", "=", "waiting");
      const tried = await waiting.where("lastError", "is not", null).limit(1).executeTakeFirst();
      mails.fault = tried?.lastError ?? null;
      return (await claimDue(db, "mails", { now: clock(), leaseEnd: clock() + LEASE_MS })) ?? null;
    };
    // What a killed process was sending is due now: nobody else uses a store that is not shared.
    const left = db.updateTable("mails").where("claim", "is not", null);
    const release = left.set({ claim: null, dueAt: clock() });
    // The store itself says that it is down.
    const onError = (err: unknown) => store.fault() ?? log.error({ err }, "mails failed");
    if (!store.isShared) await release.execute().catch(onError);
    // One at a time, so that a power cut leaves one mail at most that is sent without the store knowing.
    startWorkLoop(app, "mails", { claim, work, concurrency: 1 });
  },
  { name: "mail", dependencies: ["store", "giving"] },
);
