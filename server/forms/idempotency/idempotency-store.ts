import type { IncomingMessage } from "node:http";
import * as z from "zod";
import { HOUR_MS } from "../../../shared/time.ts";
import { compareAndSet, type Store } from "../../store/store.ts";

/** A response as it was sent first. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What is known of a key. */
export interface IdempotencyRecord {
  /** A digest of the first request's body. */
  fingerprint: string;
  /** Null while the first request is handled, or after it failed. */
  response: StoredResponse | null;
}

/** For how long a key is remembered. */
const REMEMBERED_HOURS = 24;
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

/** A string of structured fields (RFC 9651), as the draft has it, or the same without quotation marks. */
export const IDEMPOTENCY_KEY = /^(?:"([\w.:-]{8,200})"|([\w.:-]{8,200}))$/;

/**
 * The `Idempotency-Key` of a request (draft-ietf-httpapi-idempotency-key-header); undefined without one, null
 * when it is not usable. Node joins several headers with a comma, which no key has.
 */
export function readIdempotencyKey({
  headers,
}: Pick<IncomingMessage, "headers">): string | undefined | null {
  const header = headers["idempotency-key"];
  if (header === undefined) return undefined;
  const [, quoted, bare] = IDEMPOTENCY_KEY.exec(String(header)) ?? [];
  return quoted ?? bare ?? null;
}

/** The header as a parameter of an operation, as it is documented. */
export const idempotencyKeyHeader = (withoutOne: string) =>
  z.object({
    "Idempotency-Key": z
      .string()
      .regex(IDEMPOTENCY_KEY)
      .optional()
      .meta({
        description: `A name for this request, best a UUID: one header of 8 to 200 letters, digits or any of . _ : - with or without quotation marks. For ${REMEMBERED_HOURS} hours the same key with the same body gets the first response again, and with another body 422. A request that was refused does not use up its key. ${withoutOne}`,
        example: "7f3c1b0e-52d4-4c1b-9a51-0d2f9a6c8e11",
      }),
  });
