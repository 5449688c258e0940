import { z } from "zod";

/** A response as it was sent first. */
const storedResponse = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type StoredResponse = z.infer<typeof storedResponse>;

/** What a store has for a key. */
export const idempotencyRecord = z.object({
  /** Of the first request's body. */
  fingerprint: z.string(),
  /** Null while the first request is handled, or after it failed. */
  response: storedResponse.nullable(),
  /** Until when the request that is being handled has the key to itself, milliseconds. */
  leaseEnd: z.number(),
});
export type IdempotencyRecord = z.infer<typeof idempotencyRecord>;

/**
 * Remembers keys with the fingerprint of their body and the response, for a day. Several processes may share it:
 * one of them claims a key.
 */
export interface IdempotencyStore {
  /**
   * Claims a key: null when it is new, or has the same fingerprint, no response and an ended lease. Otherwise
   * what is known of it.
   */
  claim(key: string, fingerprint: string): Promise<IdempotencyRecord | null>;
  /** Stores the response of a claimed key; null ends the lease, so that a repetition is handled again. */
  settle(key: string, fingerprint: string, response: StoredResponse | null): Promise<void>;
  /** Forgets a key whose request changed nothing. */
  release(key: string): Promise<void>;
  close(): void;
}

/** For how long a key is remembered. */
export const REMEMBERED_HOURS = 24;

/** Longer than a request is handled: after a crash a repetition is handled again. */
export const LEASE_MS = 30_000;
