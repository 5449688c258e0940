import { getSystemErrorName } from "node:util";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { createTransport } from "nodemailer";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../shared/time.ts";
import type { mailSettings } from "../config.ts";
import { giftSchema, SUSPECTED } from "../gifts/gift.ts";
import type { MailRow } from "../store/schema.ts";
import { claimDue, compareAndSet, type Store } from "../store/store.ts";
import { donorLetter, giftLetter, type Letter, messageLetter } from "./letters.ts";

export type MailSettings = NonNullable<ReturnType<typeof mailSettings>>;

/** How long a mail is tried, and how far back messages are looked for that have none. */
const TRIED_MS = 2 * DAY_MS;
/** Sent mails are forgotten later than their messages are looked at. */
const KEPT_MS = 30 * DAY_MS;
/** Longer than a server may take for a mail: a process that holds a claim longer has crashed. */
const LEASE_MS = 8 * MINUTE_MS;
const CONNECT_MS = 60 * SECOND_MS;
/** A server may look for viruses before it takes a text: given up too early, the same mail would come again and again. */
const SILENCE_MS = 4 * MINUTE_MS;
const AT_ONCE = 20;

/** A minute, two, four, up to four hours. */
const waitMs = (tries: number) => Math.min(2 ** (tries - 1), 240) * MINUTE_MS;

const hasNoMail = (reference: RawBuilder<unknown>) =>
  sql<SqlBool>`not exists (select 1 from mails where mails.reference = ${reference})`;

/** A server's refusal of this recipient or this text: no other try would end otherwise. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  return (code === "EENVELOPE" || code === "EMESSAGE") && Number(responseCode) >= 500;
}

/** The code alone: the messages of servers repeat addresses and texts. */
export function mailErrorCode(error: unknown): string {
  const { code, errno, responseCode } = (error ?? {}) as Record<string, unknown>;
  // Nodemailer says ESOCKET for every error of the system.
  const name = typeof errno === "number" && errno < 0 ? getSystemErrorName(errno) : code;
  return [name ?? "error", responseCode].filter(Boolean).join(" ");
}

/** The connection to the mail server, also for the doctor. */
export function mailTransport(
  { smtpUrl: url, from }: Pick<MailSettings, "smtpUrl" | "from">,
  limitMs = SILENCE_MS,
) {
  const connectMs = Math.min(CONNECT_MS, limitMs);
  const connect = { connectionTimeout: connectMs, greetingTimeout: connectMs };
  const access = { disableFileAccess: true, disableUrlAccess: true };
  return createTransport({ url, ...connect, socketTimeout: limitMs, ...access }, { from });
}

/** Mails in the store: composed from messages and gifts, and claimed until the server has taken them. */
export class Mails {
  readonly #store: Store;
  readonly #now: () => number;
  /** Why a mail waits that was tried in vain, as of a moment ago. */
  fault: string | null = null;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Stores a mail to be sent; one with a known reference is there already. */
  async add(letter: Letter): Promise<void> {
    const now = this.#now();
    const state = { state: "waiting", createdAt: now, dueAt: now, tries: 0 } as const;
    await this.#store.db
      .insertInto("mails")
      .values({ replyTo: null, ...letter, ...state, claim: null, lastError: null })
      .onConflict((conflict) => conflict.column("reference").doNothing())
      .execute();
  }

  async counts(): Promise<Record<MailRow["state"], number>> {
    const query = this.#store.db.selectFrom("mails").groupBy("state");
    const rows = await query
      .select(({ fn }) => ["state", fn.countAll<number>().as("count")])
      .execute();
    const counts = rows.map(({ state, count }) => [state, Number(count)]);
    return { waiting: 0, sent: 0, failed: 0, ...Object.fromEntries(counts) };
  }

  /** Mails that were given up, newest first. */
  failed() {
    return this.#store.db
      .selectFrom("mails")
      .select(["reference", "recipient", "subject"])
      .where("state", "=", "failed")
      .orderBy("createdAt", "desc")
      .limit(50)
      .execute();
  }

  /** Sends the mails again that were given up. */
  async retryFailed(): Promise<void> {
    const now = this.#now();
    await this.#store.db
      .updateTable("mails")
      .set({ state: "waiting", dueAt: now, createdAt: now, tries: 0, lastError: null })
      .where("state", "=", "failed")
      .execute();
  }

  /** Forgets mails that were sent or given up long ago. */
  async purge(): Promise<number> {
    const query = this.#store.db
      .deleteFrom("mails")
      .where("createdAt", "<", this.#now() - KEPT_MS)
      .where("state", "<>", "waiting");
    return Number((await query.executeTakeFirst()).numDeletedRows);
  }

  /**
   * Composes the mails that messages and gifts of the last two days have none of. What is acknowledged is in the store,
   * so that no crash loses its mail.
   */
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

  /** Composes what is missing, and claims the mail that has been due longest; null when none is. */
  async claim(settings: MailSettings): Promise<MailRow | null> {
    const { db, fault } = this.#store;
    if (fault() !== null) return null;
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
  async unsent(mail: MailRow, error: unknown) {
    const later = this.#now() + waitMs(mail.tries);
    const isGivenUp = isRefusal(error) || later > mail.createdAt + TRIED_MS;
    const lastError = mailErrorCode(error);
    const state = isGivenUp ? "failed" : "waiting";
    await this.#settle(mail, { state, dueAt: isGivenUp ? null : later, lastError });
    return { reference: mail.reference, reason: lastError, isGivenUp };
  }
}
