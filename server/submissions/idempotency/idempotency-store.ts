import { HOUR_MS } from "../../../shared/time.ts";
import { compareAndSet } from "../../store/statements.ts";
import type { Store } from "../../store/store.ts";

/** A response as it was sent first. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What is known of a key. */
export interface IdempotencyRecord {
  /** Of the first request's body. */
  fingerprint: string;
  /** Null while the first request is handled, or after it failed. */
  response: StoredResponse | null;
}

/** For how long a key is remembered. */
export const REMEMBERED_HOURS = 24;
const REMEMBERED_MS = REMEMBERED_HOURS * HOUR_MS;

/** Longer than a request is handled: after a crash a repetition is handled again. */
const LEASE_MS = 30_000;

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;

/** Remembers keys with the fingerprint of their body and the response, for a day. */
export function createIdempotencyStore({ db }: Pick<Store, "db">, now: () => number) {
  return {
    /**
     * Claims a key: null when it is new, or has the same fingerprint, no response and an ended lease. Otherwise what
     * is known of it.
     */
    async claim(key: string, fingerprint: string): Promise<IdempotencyRecord | null> {
      const at = now();
      await db.deleteFrom("idempotencyKeys").where("expiresAt", "<=", at).execute();
      const claimed = { leaseEnd: at + LEASE_MS, expiresAt: at + REMEMBERED_MS };
      const inserted = await db
        .insertInto("idempotencyKeys")
        .values({ key, fingerprint, response: null, ...claimed })
        .onConflict((conflict) => conflict.column("key").doNothing())
        .returning("key")
        .executeTakeFirst();
      if (inserted !== undefined) return null;
      const known = await db
        .selectFrom("idempotencyKeys")
        .selectAll()
        .where("key", "=", key)
        .executeTakeFirst();
      // Released meanwhile: the next try claims it.
      if (known === undefined) return { fingerprint, response: null };
      const { leaseEnd, response } = known;
      if (known.fingerprint === fingerprint && response === null && leaseEnd <= at) {
        const read = { key, fingerprint, leaseEnd, response };
        if (await compareAndSet(db, "idempotencyKeys", { read, values: claimed })) return null;
      }
      return {
        fingerprint: known.fingerprint,
        response: response === null ? null : JSON.parse(response),
      };
    },

    /** Stores the response of a claimed key; null ends the lease, so that a repetition is handled again. */
    async settle(key: string, fingerprint: string, response: StoredResponse | null): Promise<void> {
      const text = response && JSON.stringify(response);
      const settled = { response: text, leaseEnd: 0, expiresAt: now() + REMEMBERED_MS };
      await db
        .insertInto("idempotencyKeys")
        .values({ key, fingerprint, ...settled })
        .onConflict((conflict) => conflict.column("key").doUpdateSet(settled))
        .execute();
    },

    /** Forgets a key whose request changed nothing. */
    async release(key: string): Promise<void> {
      await db.deleteFrom("idempotencyKeys").where("key", "=", key).execute();
    },
  };
}
