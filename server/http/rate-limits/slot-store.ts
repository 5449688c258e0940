/** A window in which so many different messages are taken. Its first message starts it. */
export interface SlotWindow {
  /** Separates it from every other window. */
  key: string;
  max: number;
}

/** The result of a reservation. Times are in milliseconds. */
export type Reserved =
  | {
      kind: "reserved";
      /** Free slots of the first window, and its end. */
      remaining: number;
      ttlMs: number;
      /** Gives the slots back, unless a parallel reservation of the same message holds them. Never rejects. */
      release: () => Promise<void>;
    }
  /** The first window without a free slot, and its end. */
  | { kind: "full"; index: number; ttlMs: number };

/**
 * Takes a slot for a message in every window, or in none. A message that holds a slot gets the same
 * one again. Atomic, so that parallel messages never exceed a window.
 */
export type ReserveSlot = (windows: readonly SlotWindow[], message: string) => Promise<Reserved>;
