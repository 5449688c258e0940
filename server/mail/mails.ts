import { getSystemErrorName } from "node:util";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { createTransport } from "nodemailer";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../shared/time.ts";
import type { InboxMessage } from "../forms/inbox.ts";
import { giftSchema, SUSPECTED } from "../gifts/gift.ts";
import type { MailRow } from "../store/schema.ts";
import type { Store } from "../store/store.ts";
import { claimDue, compareAndSet } from "../store/store.ts";
import { startWorkLoop } from "../work-loop.ts";
import { donorLetter, giftLetter, type Letter, messageLetter } from "./letters.ts";

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
const CHECK_MS = 5 * SECOND_MS;

/** A minute, two, four, up to four hours. */
const waitMs = (tries: number) => Math.min(2 ** (tries - 1), 240) * MINUTE_MS;

const hasNoMail = (reference: RawBuilder<unknown>) =>
  sql<SqlBool>`not exists (select 1 from mails where mails.reference = ${reference})`;

export interface MailSettings {
  smtpUrl: string;
  /** A mailbox, such as `Foundation <office@example.org>`. */
  from: string;
  office: string;
  origin: string;
  /** How long a gift may stay pledged until its payment begins; after that it is a promise. Milliseconds. */
  paymentStartMs: number;
}

/** Mails by state; `fault`: why one waits that was tried in vain. */
export interface MailStats {
  counts: Record<MailRow["state"], number>;
  fault: string | null;
}

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
export const mailTransport = (
  { smtpUrl, from }: Pick<MailSettings, "smtpUrl" | "from">,
  { limitMs = Number.POSITIVE_INFINITY } = {},
) =>
  createTransport(
    {
      url: smtpUrl,
      connectionTimeout: Math.min(CONNECT_MS, limitMs),
      greetingTimeout: Math.min(CONNECT_MS, limitMs),
      socketTimeout: Math.min(SILENCE_MS, limitMs),
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );

/** Mails in the store: composed from messages and gifts, and sent until the server has taken them. */
export class Mails {
  readonly #store: Store;
  readonly #now: () => number;
  #wake = () => {};
  /** Why a mail waits that was tried in vain, as of a few seconds ago. */
  fault: string | null = null;
  #checkedAtMs = 0;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Stores a mail to be sent at once; one with a known reference is there already. */
  async add({ reference, ...letter }: Letter): Promise<void> {
    const now = this.#now();
    await this.#store.db
      .insertInto("mails")
      .values({
        ...letter,
        reference,
        state: "waiting",
        createdAt: now,
        dueAt: now,
        tries: 0,
        claim: null,
        lastError: null,
      })
      .onConflict((conflict) => conflict.column("reference").doNothing())
      .execute();
    this.#wake();
  }

  async stats(): Promise<MailStats> {
    const rows = await this.#store.db
      .selectFrom("mails")
      .select(({ fn }) => [
        "state",
        fn.countAll<number>().as("count"),
        fn.max("lastError").as("error"),
      ])
      .groupBy("state")
      .execute();
    const counts = { waiting: 0, sent: 0, failed: 0 };
    for (const { state, count } of rows) counts[state] = Number(count);
    return { counts, fault: rows.find(({ state }) => state === "waiting")?.error ?? null };
  }

  /** Mails that were given up, newest first. */
  failed() {
    return this.#store.db
      .selectFrom("mails")
      .select(["reference", "recipient", "subject", "createdAt", "lastError"])
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
    this.#wake();
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
    for (const row of messages) {
      const message: InboxMessage = { ...row, fields: JSON.parse(row.fields) };
      await this.add(messageLetter(message, settings));
    }
    const gifts = await db
      .selectFrom("gifts")
      .select(["reference", "gift"])
      .where("since", ">", since)
      .where(({ eb, or }) =>
        or([
          eb("state", "=", "paid"),
          eb.and({ state: "pledged" }).and("since", "<=", this.#now() - settings.paymentStartMs),
        ]),
      )
      .where(hasNoMail(sql`gifts.reference || '.' || gifts.state || '.office'`))
      .limit(AT_ONCE)
      .execute();
    for (const row of gifts) {
      const gift = giftSchema.parse({ ...JSON.parse(row.gift), nextCheckAt: null });
      const isSuspect = gift.history.some(({ note }) => note === SUSPECTED);
      const toDonor = isSuspect ? null : donorLetter(gift, settings);
      if (toDonor !== null) await this.add(toDonor);
      // The last: it stands for both.
      await this.add(giftLetter(gift, settings));
    }
  }

  async #claim(settings: MailSettings): Promise<MailRow | null> {
    if (this.#store.fault() !== null) return null;
    await this.#compose(settings);
    const now = this.#now();
    if (Math.abs(now - this.#checkedAtMs) >= CHECK_MS) {
      this.fault = (await this.stats()).fault;
      this.#checkedAtMs = now;
    }
    return (await claimDue(this.#store.db, "mails", { now, leaseEnd: now + LEASE_MS })) ?? null;
  }

  /** What a killed process was sending is due now: nobody else uses a store that is not shared. */
  async #releaseClaims(): Promise<void> {
    if (this.#store.isShared) return;
    const left = this.#store.db.updateTable("mails").where("claim", "is not", null);
    await left.set({ claim: null, dueAt: this.#now() }).execute();
  }

  async #settle({ reference, claim }: MailRow, values: Partial<MailRow>): Promise<void> {
    const read = { reference, claim };
    await compareAndSet(this.#store.db, "mails", { read, values: { ...values, claim: null } });
    this.#checkedAtMs = 0;
  }

  /** Sends what is due, one after the other, until the returned function is called. */
  start(
    settings: MailSettings,
    {
      onError,
      onUnsent,
    }: {
      onError: (error: unknown) => void;
      onUnsent: (mail: { reference: string; reason: string; isGivenUp: boolean }) => void;
    },
  ) {
    const transport = mailTransport(settings);
    const host = new URL(settings.origin).hostname;

    const work = async (mail: MailRow) => {
      const { reference, recipient, replyTo, subject, text, tries, createdAt } = mail;
      try {
        await transport.sendMail({
          // Addresses as objects: nothing in them begins another one.
          to: { name: "", address: recipient },
          ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
          subject,
          text,
          messageId: `<${reference}@${host}>`,
          headers: { "Auto-Submitted": "auto-generated" },
        });
        await this.#settle(mail, { state: "sent", dueAt: null, text: "", lastError: null });
      } catch (error) {
        const dueAt = this.#now() + waitMs(tries);
        const isOver = isRefusal(error) || dueAt > createdAt + TRIED_MS;
        const lastError = mailErrorCode(error);
        onUnsent({ reference, reason: lastError, isGivenUp: isOver });
        await this.#settle(mail, {
          state: isOver ? "failed" : "waiting",
          dueAt: isOver ? null : dueAt,
          lastError,
        });
      }
    };

    let isBegun = false;
    const claim = async () => {
      if (!isBegun) await this.#releaseClaims();
      isBegun = true;
      return this.#claim(settings);
    };
    // One at a time, so that a power cut leaves one mail at most that is sent without the store knowing.
    const loop = startWorkLoop({ claim, work, onError, concurrency: 1 });
    this.#wake = loop.wake;
    return async () => {
      await loop.stop();
      transport.close();
    };
  }
}
