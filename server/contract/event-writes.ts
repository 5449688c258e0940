import type { EventDraft } from "../../shared/contract/event-draft.ts";
import type { EventItem, StoredEventItem } from "../../shared/model/event-item.schema.ts";
import type { RequestContext } from "./request-context.ts";

/** The statuses a write can fail with, and why. */
export type WriteFailure =
  | { kind: "not-found" }
  /** The event changed since the writer read it. */
  | { kind: "conflict" }
  /** The source refused the body; its message, if any. */
  | { kind: "refused"; message: string | null }
  /** The source does not respond, or its response cannot be used. */
  | { kind: "unavailable"; status: 502 | 503; retryAfterSeconds: number }
  /** The source took the change and does not show the event; its id, where known. */
  | { kind: "unseen"; id: string | null };

export type WriteOutcome<T> = { kind: "done"; value: T } | WriteFailure;

/** An event after a write, as the source shows it. */
export interface WrittenEvent {
  id: string;
  item: EventItem;
  /** What its entity tag is made of. */
  stored: StoredEventItem;
}

/** Changes to events. Every change invalidates the cached data. */
export interface EventWrites {
  /** The event as visitors would see it: the draft as it would come back from the source. */
  preview(draft: EventDraft): EventItem | null;
  /** `key` goes to the source as its `Idempotency-Key`. */
  create(
    draft: EventDraft,
    options: { context: RequestContext; key: string | null },
  ): Promise<WriteOutcome<WrittenEvent>>;
  /** `isExpected` is called with the event as the source has it now. */
  update(
    id: string,
    draft: EventDraft,
    options: { context: RequestContext; isExpected: (stored: StoredEventItem) => boolean },
  ): Promise<WriteOutcome<WrittenEvent>>;
  remove(
    id: string,
    options: { context: RequestContext; isExpected: (stored: StoredEventItem) => boolean },
  ): Promise<WriteOutcome<null>>;
}
