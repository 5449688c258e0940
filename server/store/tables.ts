import type { Generated } from "kysely";
import type { DataTag } from "../../shared/contract/site-data.ts";
import type { Currency } from "../../shared/forms/donation.ts";
import type { InboxForm } from "../../shared/forms/form-names.ts";
import type { InboxState } from "../forms/inbox.ts";
import type { GiftState } from "../gifts/gift.schema.ts";

/** What a work loop claims. Times are milliseconds since 1970; `fields`, `gift`, `response` and `value` are JSON. */
interface Claimable {
  reference: string;
  /** When the next try is due, at the earliest; null when there is none. */
  dueAt: number | null;
  tries: number;
  /** The process that does the work now. */
  claim: string | null;
}

export interface MessageRow extends Claimable {
  form: InboxForm;
  state: InboxState;
  fields: string;
  /** The same message has the same. */
  key: string;
  requestId: string;
  receivedAt: number;
  /** The error of the last try; without any text of the source or the visitor. */
  lastError: string | null;
}

export interface GiftRow extends Claimable {
  state: GiftState;
  currency: Currency;
  purpose: string;
  createdAt: number;
  /** When it got its state. */
  since: number;
  gift: string;
  /** Increases with each change of the gift. */
  version: number;
}

/** A document of the embedded content API. */
export interface DocumentRow {
  kind: "news" | "events";
  id: number;
  /** Null with the document of one that was deleted: its id never comes back as another. */
  slug: string | null;
  /** By which lists are sorted, as ISO 8601. */
  date: string;
  version: number;
  /** ISO 8601. */
  updatedAt: string;
  /** JSON. */
  document: string | null;
}

export interface Tables {
  messages: MessageRow;
  gifts: GiftRow;
  idempotencyKeys: {
    key: string;
    fingerprint: string;
    /** Null while the first request is handled, or after it failed. */
    response: string | null;
    /** Until when the request that is being handled has the key to itself. */
    leaseEnd: number;
    expiresAt: number;
  };
  rateLimits: { key: string; count: number; resetsAt: number };
  sourceResponses: {
    key: string;
    value: string;
    fetchedAt: number;
    /** The digest of the schema it was written under; see `StoredShape`. */
    shape: string | null;
    /** The id of the last change that was known when it was fetched. */
    changeId: number;
  };
  /** Data of this tag has changed at the source. */
  changes: { id: Generated<number>; tag: DataTag; at: number };
  documents: DocumentRow;
  secrets: { name: string; value: string };
}
