import type { Currency } from "../../../shared/forms/donation.ts";
import type { GiftState, GiftStats } from "../../contract/gift-stats.ts";
import type { Gift } from "../gift.schema.ts";
import type { Applied, GiftEvent } from "../gift-states.ts";

export interface GiftFilter {
  state?: GiftState | undefined;
  /** Of `createdAt`, UTC: `2026-11`. */
  month?: string | undefined;
  currency?: Currency | undefined;
  purpose?: string | undefined;
}

/**
 * The store of gifts. After a write resolves, it survives a crash of the process or the machine. Several processes
 * may use it at once: each write is one step.
 */
export interface GiftStore {
  /**
   * Stores a gift and returns it; one with a known reference is not stored, and the first one is returned. The
   * reference is made of the idempotency key, so the same key is the same gift.
   */
  add(gift: Gift): Promise<Gift>;
  get(reference: string): Promise<Gift | null>;
  /** Applies an event to the gift as it is stored now; null when there is none with this reference. */
  apply(reference: string, event: GiftEvent): Promise<Applied | null>;
  /** Newest first. */
  list(filter: GiftFilter): Promise<Gift[]>;
  stats(): Promise<GiftStats>;
  /**
   * Takes the gift whose check is due longest, counts the check in `checks`, and moves its `nextCheckAt` to
   * `leaseEnd`: nobody else gets it before. Null when none is due. Times are milliseconds.
   */
  claimDue(terms: { now: number; leaseEnd: number }): Promise<Gift | null>;
  /**
   * Sets the next check of a gift; null asks no more. Milliseconds. With the claimed gift only while its lease is as
   * it was: a webhook meanwhile has made it due again.
   */
  reschedule(reference: string, nextCheckAt: number | null, claimed?: Gift): Promise<void>;
  /** Erases the donor and the notes of a gift, and keeps what the accounts need. False when there is none. */
  forgetDonor(reference: string): Promise<boolean>;
  /**
   * For gifts created before, milliseconds: removes those that never were paid, forgets the donor of the others.
   * Pending ones stay. Returns how many it changed.
   */
  purge(createdBefore: number): Promise<number>;
  close(): Promise<void>;
}
