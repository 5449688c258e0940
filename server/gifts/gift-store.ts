import { sql } from "kysely";
import type { Currency } from "../../shared/forms/donation.ts";
import { DAY_MS, EAST_AFRICA_OFFSET_MS } from "../../shared/time.ts";
import type { GiftRow } from "../store/schema.ts";
import { senderOf } from "../store/search-text.ts";
import type { GiftState } from "../store/states.ts";
import {
  claimDue,
  compareAndSet,
  eraseMails,
  eraseOrphanedMails,
  type Store,
} from "../store/store.ts";
import type { Applied, Gift, GiftEvent } from "./gift.ts";
import {
  applyEvent,
  applyRefund,
  correct,
  GIFT_STATES,
  giftSchema,
  newsOf,
  receiptOf,
  receivedAt,
  undo,
} from "./gift.ts";

const giftOf = ({ gift }: GiftRow): Gift => giftSchema.parse(JSON.parse(gift));

function valuesOf(gift: Gift) {
  const { state, currency, purpose, history, createdAt } = gift;
  const received = receivedAt(gift);
  return {
    state,
    currency,
    purpose,
    createdAt: Date.parse(createdAt),
    since: Date.parse(history.at(-1)?.at ?? createdAt),
    receivedAt: received === null ? null : Date.parse(received),
    news: newsOf(gift),
    gift: JSON.stringify(gift),
    sender: senderOf(gift.donor ?? {}),
    partOf: gift.partOf ?? null,
    claim: null,
  };
}

/** The most payments of one monthly gift that a page shows: more than eight years. */
const MOST_PAYMENTS = 100;

/** Returns when the next month of a monthly gift begins, on the same day of the month where it has one. */
export function nextMonth(ms: number): number {
  const date = new Date(ms);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1);
  // A month without that day ends sooner: 31 January is followed by 28 February.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}

/** Returns when the second payment of a monthly gift is expected; null for all other gifts. */
const firstReminder = ({ frequency, partOf, createdAt }: Gift): number | null =>
  frequency === "monthly" && partOf === undefined ? nextMonth(Date.parse(createdAt)) : null;

/** The counts of the usual currencies, which metrics show from the start. */
const NONE = { USD: 0, TZS: 0 };

/** The gifts in the store. Once a write resolves, it survives a crash of the process or the machine. */
export class GiftStore {
  readonly #db: Store["db"];
  readonly #patientDb: Store["db"];

  constructor({ db, patientDb }: Pick<Store, "db" | "patientDb">) {
    this.#patientDb = patientDb;
    this.#db = db;
  }

  #read(reference: string): Promise<GiftRow | undefined> {
    const query = this.#db.selectFrom("gifts").selectAll().where("reference", "=", reference);
    return query.executeTakeFirst();
  }

  /**
   * Changes the gift as it is stored now, and tries again when somebody else changed it meanwhile. Returns null when there
   * is no such gift. With the version that somebody has seen, changes only that version.
   */
  async #update(
    reference: string,
    change: (gift: Gift) => Applied,
    { version: known, ...due }: { dueAt?: number | null; version?: number | undefined } = {},
  ): Promise<Applied | null> {
    for (;;) {
      const row = await this.#read(reference);
      if (row === undefined) return null;
      const { version } = row;
      const applied = change(giftOf(row));
      if (applied.kind === "same") return applied;
      if (known !== undefined && known !== version) return { kind: "stale", gift: giftOf(row) };
      if (applied.kind === "refused") return applied;
      const values = { ...valuesOf(applied.gift), ...due, version: version + 1 };
      if (await compareAndSet(this.#db, "gifts", { read: { reference, version }, values }))
        return applied;
    }
  }

  async get(reference: string): Promise<Gift | null> {
    const row = await this.#read(reference);
    return row === undefined ? null : giftOf(row);
  }

  /** Reads a gift and its version, on which a later change is based. */
  async read(reference: string): Promise<{ gift: Gift; version: number } | null> {
    const row = await this.#read(reference);
    return row === undefined ? null : { gift: giftOf(row), version: row.version };
  }

  /** Erases the donor, and the notes, in which staff may have written names. Returns null when there is no such gift. */
  async forgetDonor(reference: string, version?: number): Promise<Applied | null> {
    const forget = (gift: Gift): Applied => {
      const isForgotten = gift.donor === null && gift.history.every(({ note }) => !note);
      if (isForgotten) return { kind: "same", gift };
      const history = gift.history.map(({ note: _, ...step }) => step);
      return { kind: "changed", gift: { ...gift, donor: null, mayWrite: false, history } };
    };
    const applied = await this.#update(reference, forget, { version });
    // Mails are erased only for a known reference: any other text may be a pattern that matches the mails of others.
    if (applied?.kind === "changed") await eraseMails(this.#db, reference);
    return applied;
  }

  /** Stores a gift. Returns the stored gift when the reference is already known. */
  async add(gift: Gift, dueAt: number | null = null): Promise<Gift> {
    const { reference } = gift;
    await this.#db
      .insertInto("gifts")
      .values({
        ...valuesOf(gift),
        reference,
        version: 0,
        tries: 0,
        dueAt,
        remindAt: firstReminder(gift),
      })
      .onConflict((conflict) => conflict.column("reference").doNothing())
      .execute();
    return (await this.get(reference)) ?? gift;
  }

  /** Applies an event. The provider is asked again at `dueAt`, if at all. Returns null when there is no such gift. */
  apply(
    reference: string,
    event: GiftEvent,
    dueAt: number | null = null,
    version?: number,
  ): Promise<Applied | null> {
    return this.#update(reference, (gift) => applyEvent(gift, event), { dueAt, version });
  }

  /** Records how much of a paid gift has been refunded in all. The provider is asked again at `dueAt`. */
  refundPart(
    reference: string,
    { refundedMinor, ...event }: Pick<GiftEvent, "at" | "by"> & { refundedMinor: number },
    dueAt: number | null,
  ): Promise<Applied | null> {
    return this.#update(reference, (gift) => applyRefund(gift, refundedMinor, event), { dueAt });
  }

  /** Corrects an entry, with a reason. */
  correct(
    reference: string,
    correction: Parameters<typeof correct>[1],
    version?: number,
  ): Promise<Applied | null> {
    return this.#update(reference, (gift) => correct(gift, correction), { version });
  }

  /** Ends a monthly gift or its reminders. `isDone`: the provider charges no more. */
  async stop(reference: string, { at, isDone }: { at: string; isDone: boolean }): Promise<void> {
    const stop = (gift: Gift): Applied => {
      if (gift.stopped?.isDone) return { kind: "same", gift };
      const stopped = { at: gift.stopped?.at ?? at, isDone };
      const step = { state: gift.state, at, by: "donor", note: "monthly gift stopped" } as const;
      const history = gift.stopped ? gift.history : [...gift.history, step];
      return { kind: "changed", gift: { ...gift, stopped, history } };
    };
    await this.#update(reference, stop);
    // The loop of monthly gifts tries again what the provider has not done yet.
    await this.remindAt(reference, isDone ? null : Date.parse(at));
  }

  /** Sets when a monthly gift is looked at next. */
  async remindAt(reference: string, remindAt: number | null, read?: number): Promise<boolean> {
    const known = read === undefined ? { reference } : { reference, remindAt: read };
    return compareAndSet(this.#db, "gifts", { read: known, values: { remindAt } });
  }

  /** Returns the monthly gift that has been due longest; null when none is due. */
  async dueReminder(now: number): Promise<{ gift: Gift; remindAt: number } | null> {
    const gifts = this.#db.selectFrom("gifts").selectAll().where("remindAt", "<=", now);
    const row = await gifts.orderBy("remindAt").limit(1).executeTakeFirst();
    return row?.remindAt ? { gift: giftOf(row), remindAt: row.remindAt } : null;
  }

  /** Makes the monthly gift of a provider's plan due. Returns false when there is none. */
  async wakePlan(plan: string, now: number): Promise<boolean> {
    // The number of a plan is made of digits, so that it holds no wildcard of `like`.
    const isPlan = sql<boolean>`gift like ${`%"plan":"${plan}"%`}`;
    const update = this.#db.updateTable("gifts").set({ remindAt: now }).where("partOf", "is", null);
    const { numUpdatedRows } = await update.where(isPlan).executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Returns the later payments of a monthly gift, the newest first. */
  async paymentsOf(reference: string): Promise<Gift[]> {
    const gifts = this.#db.selectFrom("gifts").selectAll().where("partOf", "=", reference);
    return (await gifts.orderBy("createdAt", "desc").limit(MOST_PAYMENTS).execute()).map(giftOf);
  }

  /** Returns the gifts whose money came in a period, in the order in which it came. Both days are in Tanzania and belong to the period. */
  async received({ from, to }: { from: string; to: string }): Promise<Gift[]> {
    const start = Date.parse(from) - EAST_AFRICA_OFFSET_MS;
    const end = Date.parse(to) + DAY_MS - EAST_AFRICA_OFFSET_MS;
    const gifts = this.#patientDb.selectFrom("gifts").selectAll().where("state", "=", "paid");
    const within = gifts.where("receivedAt", ">=", start).where("receivedAt", "<", end);
    return (await within.orderBy("receivedAt").orderBy("reference").execute()).map(giftOf);
  }

  /** Takes back the last change by staff. A receipt that is not sent yet is deleted; a sent one is corrected by a mail. */
  undo(
    reference: string,
    step: Pick<GiftEvent, "at" | "note">,
    version?: number,
  ): Promise<Applied | null> {
    return this.#db.transaction().execute(async (db) => {
      // A payment in progress is checked at once.
      const due = { dueAt: Date.parse(step.at), version };
      const applied = await new GiftStore({ db, patientDb: db }).#update(
        reference,
        (gift) => undo(gift, step),
        due,
      );
      if (applied?.kind !== "changed") return applied;
      const receipt = `${reference}.${receiptOf(applied.gift)}`;
      const mails = db.deleteFrom("mails").where("reference", "in", [receipt, `${receipt}.office`]);
      await mails.where("state", "<>", "sent").where("claim", "is", null).execute();
      return applied;
    });
  }

  /** Adds a note to the history, without a change of state. The same note is added only once. */
  async note(
    reference: string,
    step: Pick<GiftEvent, "at" | "by" | "note">,
    otherPayment?: Gift["otherPayment"],
  ): Promise<void> {
    await this.#update(reference, (gift) => {
      const { history, state } = gift;
      if (history.some(({ note }) => note === step.note)) return { kind: "same", gift };
      const noted = { ...gift, history: [...history, { ...step, state }] };
      return { kind: "changed", gift: otherPayment ? { ...noted, otherPayment } : noted };
    });
  }

  async list(filter: {
    state?: GiftState | undefined;
    /** The month, `2026-11` in East Africa Time, in which the money came, or the gift was pledged if no money came yet. */
    month?: string | undefined;
    currency?: Currency | undefined;
    purpose?: string | undefined;
    from?: number;
    limit?: number;
  }): Promise<Gift[]> {
    const { state, currency, purpose, month, from = 0, limit } = filter;
    // Kysely ignores undefined values.
    const equal = { state, currency, purpose } as Partial<GiftRow>;
    const db = limit === undefined ? this.#patientDb : this.#db;
    const gifts = db.selectFrom("gifts").selectAll();
    const countedAt = sql<number>`coalesce(received_at, created_at)`;
    let query = gifts.where(({ and }) => and(equal));
    if (month !== undefined) {
      const [year = 0, number = 0] = month.split("-").map(Number);
      query = query.where(countedAt, ">=", Date.UTC(year, number - 1) - EAST_AFRICA_OFFSET_MS);
      query = query.where(countedAt, "<", Date.UTC(year, number) - EAST_AFRICA_OFFSET_MS);
    }
    if (limit !== undefined) query = query.limit(limit).offset(from);
    const rows = await query.orderBy(countedAt, "desc").orderBy("reference").execute();
    return rows.map(giftOf);
  }

  /** Counts gifts by state and currency. `oldestPendingAt`, when the oldest became pending, is in milliseconds, or null. */
  async stats() {
    const none = GIFT_STATES.map((state) => [state, { ...NONE }]);
    const counts: Record<GiftState, Record<Currency, number>> = Object.fromEntries(none);
    const query = this.#db.selectFrom("gifts").groupBy(["state", "currency"]);
    const rows = await query
      .select(["state", "currency"])
      .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("since").as("since")])
      .execute();
    for (const { state, currency, count } of rows) counts[state][currency] = count;
    const pending = rows.flatMap(({ state, since }) => (state === "pending" ? since : []));
    return { counts, oldestPendingAt: pending.length === 0 ? null : Math.min(...pending) };
  }

  /** Claims the gift whose check has been due longest. Returns null when no check is due. */
  async claimDue(now: number, leaseMs: number) {
    const due = { now, leaseEnd: Math.ceil(now + leaseMs) };
    const row = await claimDue(this.#db, "gifts", due);
    return row ? { gift: giftOf(row), claim: row.claim } : null;
  }

  /** Sets the next check of a gift, or none. A given claim must still hold, because a webhook may have ended it. */
  async reschedule(reference: string, dueAt: number | null, claim?: string | null): Promise<void> {
    const read = claim === undefined ? { reference } : { reference, claim };
    await compareAndSet(this.#db, "gifts", { read, values: { dueAt, claim: null } });
  }

  /**
   * Deletes old gifts that were never paid. Old gifts that the accounts need lose only their donor, and pending gifts stay.
   * Returns the number of gifts deleted or changed.
   */
  async purge(createdBefore: number): Promise<number> {
    const { numDeletedRows } = await this.#patientDb
      .deleteFrom("gifts")
      .where("createdAt", "<", createdBefore)
      .where("state", "in", ["pledged", "failed", "cancelled"])
      .executeTakeFirst();
    const gifts = this.#patientDb.selectFrom("gifts").selectAll();
    const old = gifts.where("createdAt", "<", createdBefore);
    const paid = await old.where("state", "in", ["paid", "refunded"]).execute();
    const known = paid.map(giftOf).filter(({ donor }) => donor !== null);
    for (const { reference } of known) await this.forgetDonor(reference);
    await eraseOrphanedMails(this.#db);
    return Number(numDeletedRows) + known.length;
  }
}
