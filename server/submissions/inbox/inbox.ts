import type { InboxForm } from "../../../shared/forms/form-names.ts";
import type { InboxState, InboxStats } from "../../contract/inbox-stats.ts";

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
  lastError: string | null;
}

export interface InboxDraft {
  form: InboxForm;
  state: "waiting" | "kept" | "held";
  fields: InboxFields;
  key: string;
  requestId: string;
  /** Tries made before it was stored. */
  tries: number;
  lastError: string | null;
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

/**
 * What visitors sent, stored before they are thanked. When `add` has resolved the message survives
 * the death of the process and of the machine.
 */
export interface Inbox {
  /** A key that was used before changes nothing and gives the first reference again. */
  add(draft: InboxDraft): Promise<{ reference: string; isNew: boolean }>;
  /** Newest first. */
  list(filter: InboxFilter): Promise<InboxMessage[]>;
  inboxStats(): Promise<InboxStats>;
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
