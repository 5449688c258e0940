import { getSystemErrorName } from "node:util";
import fp from "fastify-plugin";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { createTransport } from "nodemailer";
import { DAY_MS, MINUTE_MS } from "../../shared/time.ts";
import { mailSettings } from "../config.ts";
import { giftSchema, SUSPECTED } from "../gifts/gift.ts";
import type { MailRow } from "../store/schema.ts";
import { claimDue, compareAndSet, type Store } from "../store/store.ts";
import { startRetention, startWorkLoop } from "../work-loop.ts";
import { donorLetter, giftLetter, type Letter, messageLetter } from "./letters.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Null where no mail server is configured. */
    mails: Mails | null;
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

export function mailTransport({ smtpUrl: url, from }: Server, limitMs = SILENCE_MS) {
  const connectMs = Math.min(MINUTE_MS, limitMs);
  const connect = { connectionTimeout: connectMs, greetingTimeout: connectMs };
  const access = { disableFileAccess: true, disableUrlAccess: true };
  const options = { url, ...connect, socketTimeout: limitMs, ...access };
  return createTransport(options, { from, headers: { "Auto-Submitted": "auto-generated" } });
}

/** Mails in the store: composed from messages and gifts, and claimed until a server has taken them. */
export class Mails {
  readonly #store: Store;
  readonly #now: () => number;
  /** Why a mail waits that was tried in vain, as of a moment ago. */
  fault: string | null = null;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** One with a known reference is there already. */
  async add(letter: Letter): Promise<void> {
    const now = this.#now();
    const state = { state: "waiting", createdAt: now, dueAt: now, tries: 0 } as const;
    await this.#store.db
      .insertInto("mails")
      .values({ replyTo: null, ...letter, ...state, claim: null, lastError: null })
      .onConflict((conflict) => conflict.column("reference").doNothing())
      .execute();
  }

  failed(limit = 50) {
    return this.#store.db
      .selectFrom("mails")
      .select(["reference", "recipient", "subject"])
      .where("state", "=", "failed")
      .orderBy("createdAt", "desc")
      .limit(limit)
      .execute();
  }

  async retryFailed(): Promise<void> {
    const now = this.#now();
    await this.#store.db
      .updateTable("mails")
      .set({ state: "waiting", dueAt: now, createdAt: now, tries: 0, lastError: null })
      .where("state", "=", "failed")
      .execute();
  }

  async purge(): Promise<number> {
    const query = this.#store.db
      .deleteFrom("mails")
      .where("createdAt", "<", this.#now() - KEPT_MS)
      .where("state", "<>", "waiting");
    return Number((await query.executeTakeFirst()).numDeletedRows);
  }

  /** From what is acknowledged and in the store, so that no crash loses a mail. */
  async #compose(settings: MailSettings): Promise<void> {
    const { db } = this.#store;
    const since = this.#now() - TRIED_MS;
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
      await this.add(messageLetter({ ...row, fields: JSON.parse(row.fields) }, settings));
    const gifts = await db
      .selectFrom("gifts")
      .select("gift")
      .where("since", ">", since)
      .where("state", "in", ["paid", "pledged"])
      .where(sql<SqlBool>`(state = 'paid' or since <= ${this.#now() - settings.paymentStartMs})`)
      .where(hasNoMail(sql`gifts.reference || '.' || gifts.state || '.office'`))
      .limit(AT_ONCE)
      .execute();
    for (const row of gifts) {
      const gift = giftSchema.parse(JSON.parse(row.gift));
      const isSuspect = gift.history.some(({ note }) => note === SUSPECTED);
      const toDonor = isSuspect ? null : donorLetter(gift, settings);
      if (toDonor !== null) await this.add(toDonor);
      // The last: it stands for both.
      await this.add(giftLetter(gift, settings));
    }
  }

  /** Composes what is missing, and claims the mail that has been due longest. */
  async claim(settings: MailSettings): Promise<MailRow | null> {
    const { db } = this.#store;
    await this.#compose(settings);
    const waiting = db.selectFrom("mails").select("lastError").where("state", "=", "waiting");
    const tried = await waiting.where("lastError", "is not", null).limit(1).executeTakeFirst();
    this.fault = tried?.lastError ?? null;
    const now = this.#now();
    return (await claimDue(db, "mails", { now, leaseEnd: now + LEASE_MS })) ?? null;
  }

  /** What a killed process was sending is due now: nobody else uses a store that is not shared. */
  async releaseClaims(): Promise<void> {
    if (this.#store.isShared) return;
    const left = this.#store.db.updateTable("mails").where("claim", "is not", null);
    await left.set({ claim: null, dueAt: this.#now() }).execute();
  }

  async #settle({ reference, claim }: MailRow, values: Partial<MailRow>): Promise<void> {
    const read = { reference, claim };
    await compareAndSet(this.#store.db, "mails", { read, values: { ...values, claim: null } });
  }

  /** The server has it: its text goes. */
  sent(mail: MailRow): Promise<void> {
    return this.#settle(mail, { state: "sent", dueAt: null, text: "", lastError: null });
  }

  /** Due later, or given up after a refusal and after two days. */
  async unsent(mail: MailRow, error: { code?: string; responseCode?: number }) {
    const { code, responseCode = 0 } = error;
    // Of this recipient or this text: no other try would end otherwise.
    const isRefusal = (code === "EENVELOPE" || code === "EMESSAGE") && responseCode >= 500;
    // A minute, two, four, up to four hours.
    const later = this.#now() + Math.min(2 ** (mail.tries - 1), 240) * MINUTE_MS;
    const isGivenUp = isRefusal || later > mail.createdAt + TRIED_MS;
    const lastError = mailErrorCode(error);
    const state = isGivenUp ? "failed" : "waiting";
    await this.#settle(mail, { state, dueAt: isGivenUp ? null : later, lastError });
    return { reference: mail.reference, reason: lastError, isGivenUp };
  }
}

export const mailPlugin = fp(
  async (app) => {
    const { store, log, clock, config } = app;
    const settings = mailSettings(config);
    const mails = settings && new Mails(store, clock);
    app.decorate("mails", mails);
    if (settings === null || mails === null) return;
    const transport = mailTransport(settings);
    app.addHook("onClose", async () => transport.close());

    const work = async (mail: MailRow) => {
      const { reference, recipient, replyTo, subject, text } = mail;
      const letter = {
        // Addresses as objects: nothing in them begins another one.
        to: { name: "", address: recipient },
        ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
        ...{ subject, text },
        messageId: `<${reference}@${new URL(settings.origin).hostname}>`,
      };
      const [tried] = await Promise.allSettled([transport.sendMail(letter)]);
      if (tried.status === "fulfilled") return mails.sent(mail);
      return log.warn(await mails.unsent(mail, tried.reason), "mail could not be sent");
    };
    // The store itself says that it is down.
    const onError = (err: unknown) => store.fault() ?? log.error({ err }, "mails failed");
    await mails.releaseClaims().catch(onError);
    startRetention(app, store, "mails", () => mails.purge());
    // One at a time, so that a power cut leaves one mail at most that is sent without the store knowing.
    startWorkLoop(app, "mails", { claim: () => mails.claim(settings), work, concurrency: 1 });
  },
  { name: "mail", dependencies: ["store", "giving"] },
);
