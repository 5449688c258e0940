import type { InboxForm } from "../../../shared/forms/form-names.ts";
import type { InboxState, InboxStats } from "../../contract/inbox-stats.ts";

export type InboxFields = Readonly<Record<string, string | readonly string[]>>;

/** A stored submission. Times are milliseconds since 1970. */
export interface InboxMessage {
  /** Shown to the visitor: `V-7K3M-2Q9F`. */
  reference: string;
  form: InboxForm;
  state: InboxState;
  fields: InboxFields;
  /** The idempotency key, the same for every try. */
  key: string;
  requestId: string;
  receivedAt: number;
  tries: number;
  /** The earliest time of the next try; null when there is none. */
  dueAt: number | null;
  /** Of the last try; without any text of the source or the visitor. */
  lastError: string | null;
}

export interface InboxDraft {
  form: InboxForm;
  state: "waiting" | "kept" | "held";
  fields: InboxFields;
  key: string;
  requestId: string;
  /** Tries before it was stored. */
  tries: number;
  lastError: string | null;
}

/** The result of a try. `later` is retried until the tries are used up; `never` is not. */
export type Delivery =
  | { kind: "delivered" }
  | { kind: "later"; retryAfterSeconds: number | null; error: string }
  | { kind: "never"; error: string };

export type Deliver = (message: InboxMessage) => Promise<Delivery>;

export interface InboxFilter {
  form?: InboxForm | undefined;
  state?: InboxState | undefined;
  /** Received at or after this, milliseconds. */
  since?: number | undefined;
}

/** The store of submissions. After `add` resolves, a message survives a crash of the process or the machine. */
export interface Inbox {
  /** A known key adds nothing and returns the first reference. */
  add(draft: InboxDraft): Promise<{ reference: string }>;
  /** Newest first. */
  list(filter: InboxFilter): Promise<InboxMessage[]>;
  inboxStats(): Promise<InboxStats>;
  get(reference: string): Promise<InboxMessage | null>;
  /** Makes a dead or held contact message due at once and resets its tries. False when it is neither. */
  retry(reference: string): Promise<boolean>;
  remove(reference: string): Promise<boolean>;
  /** Erases messages received before, except waiting ones. Returns how many. */
  purge(receivedBefore: number): Promise<number>;
  /**
   * Delivers waiting messages in this process until the returned function is called. Several processes may
   * do so: no message is given to two at once.
   */
  startDelivery(deliver: Deliver): () => Promise<void>;
  close(): Promise<void>;
}
