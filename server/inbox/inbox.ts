import type { InboxForm } from "../../shared/forms/form-names.ts";

/**
 * `waiting`: to be handed to the source. `delivered`: the source has it, its words are gone from here.
 * `dead`: given up, kept until staff send it again. `kept`: for staff to read. `held`: looks like a
 * machine's; staff may let it go.
 */
export const INBOX_STATES = ["waiting", "delivered", "dead", "kept", "held"] as const;
export type InboxState = (typeof INBOX_STATES)[number];

export type InboxFields = Readonly<Record<string, string | readonly string[]>>;

/** What a visitor sent us. Times are milliseconds since 1970. */
export interface InboxMessage {
  /** What the visitor quotes: `V-7K3M-2Q9F`. */
  reference: string;
  form: InboxForm;
  state: InboxState;
  fields: InboxFields;
  /** Goes with every try to deliver it, the first one included. */
  key: string;
  requestId: string;
  receivedAt: number;
  tries: number;
  /** Not tried before this; null when it is not to be tried. */
  dueAt: number | null;
  /** Of the last try, in our own words. */
  lastFault: string | null;
}

export interface InboxDraft {
  form: InboxForm;
  state: "waiting" | "kept" | "held";
  fields: InboxFields;
  key: string;
  requestId: string;
  /** Tries made before it was stored. */
  tries: number;
  lastFault: string | null;
}

/** How a try ended. `later` is tried again until the tries are used up; `never` is not. */
export type Delivery =
  | { kind: "delivered" }
  | { kind: "later"; retryAfterSeconds: number | null; fault: string }
  | { kind: "never"; fault: string };

export type Deliver = (message: InboxMessage) => Promise<Delivery>;

export interface InboxFilter {
  form?: InboxForm | undefined;
  state?: InboxState | undefined;
  /** Received at or after this, milliseconds. */
  since?: number | undefined;
}

/** How much there is, for operators. */
export interface InboxCensus {
  counts: Record<InboxState, number>;
  /** When the oldest message that waits was received; null when none waits. */
  oldestWaitingAt: number | null;
}

/** Nothing at all. */
export const emptyCensus = (): InboxCensus => ({
  counts: { waiting: 0, delivered: 0, dead: 0, kept: 0, held: 0 },
  oldestWaitingAt: null,
});

/**
 * What visitors sent, stored before they are thanked. When `add` has resolved the message survives
 * the death of the process and of the machine.
 */
export interface Inbox {
  /** A key that was used before changes nothing and gives the first reference again. */
  add(draft: InboxDraft): Promise<{ reference: string; isNew: boolean }>;
  /** Newest first. */
  list(filter: InboxFilter): Promise<InboxMessage[]>;
  census(): Promise<InboxCensus>;
  get(reference: string): Promise<InboxMessage | null>;
  /** Makes a dead or held contact message due at once, its tries counted anew. False when it is neither. */
  retry(reference: string): Promise<boolean>;
  remove(reference: string): Promise<boolean>;
  /** Erases what was received before, except what still waits to be delivered. Says how many. */
  purge(receivedBefore: number): Promise<number>;
  /**
   * Delivers what waits, in this process, until the returned function is called. Several processes
   * may: none is given a message that another is about to deliver.
   */
  startDelivery(deliver: Deliver): () => Promise<void>;
  close(): Promise<void>;
}
