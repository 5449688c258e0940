import { type Generated, type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { DeskState } from "../../shared/contract/desk.ts";
import type { DataTag } from "../../shared/contract/site-data.ts";
import type { Currency } from "../../shared/forms/donation.ts";
import type { InboxForm } from "../../shared/forms/form-names.ts";
import type { InboxState } from "../forms/inbox.ts";
import type { GiftState } from "../gifts/gift.ts";

/** What a work loop claims. Times are milliseconds since 1970; `fields`, `gift`, `response` and `value` are JSON. */
interface Claimable {
  reference: string;
  /** When the next try is due; null when there is none. */
  dueAt: number | null;
  tries: number;
  /** The process that does the work now. */
  claim: string | null;
}

export interface MessageRow extends Claimable {
  form: InboxForm;
  state: InboxState;
  fields: string;
  key: string;
  requestId: string;
  receivedAt: number;
  /** Without any text of the source or the visitor. */
  lastError: string | null;
  deskState: DeskState;
  /** As staff search: name and e-mail address in small letters. */
  sender: string;
}

export interface GiftRow extends Claimable {
  state: GiftState;
  currency: Currency;
  purpose: string;
  createdAt: number;
  since: number;
  /** When the money came; null while it has not. */
  receivedAt: number | null;
  /** What there is to tell about the gift, as the last part of the references of its mails. */
  news: string | null;
  gift: string;
  /** Increases with each change of the gift. */
  version: number;
  sender: string;
}

export interface MailRow extends Claimable {
  state: "waiting" | "sent" | "failed";
  recipient: string;
  replyTo: string | null;
  subject: string;
  text: string;
  createdAt: number;
  lastError: string | null;
}

/** Of the embedded content API, as JSON. Its times are ISO 8601. */
export interface DocumentRow {
  kind: "news" | "events";
  id: number;
  /** Null with the document of one that was deleted: its id never comes back as another. */
  slug: string | null;
  /** By which lists are sorted. News are public from then on; those that are drafts have none: empty. */
  date: string;
  version: number;
  updatedAt: string;
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
    /** The digest of the schema it was written under. */
    shape: string | null;
    /** The id of the last change that was known when it was fetched. */
    changeId: number;
  };
  /**
   * The versions of items as this site first saw them, as lists have them and as they are alone; a digest is null until then.
   * `number` is their place in the order of all versions of a tag. Rows that lists lack stay: as absent, then as tombstones.
   */
  itemVersions: {
    tag: DataTag;
    id: string;
    slug: string;
    rowDigest: string | null;
    itemDigest: string | null;
    at: number;
    number: number;
    absentAt: number | null;
    deletedAt: number | null;
  };
  /** The last number of a tag, and that of the last tombstone which was removed. */
  syncPoints: { tag: DataTag; number: number; horizon: number };
  /** Data of this tag has changed at the source. */
  changes: { id: Generated<number>; tag: DataTag; at: number };
  documents: DocumentRow;
  secrets: { name: string; value: string };
  staff: { id: string; email: string; createdAt: number };
  staffSecrets: { digest: string; kind: "link" | "session"; staffId: string; expiresAt: number };
  staffActions: {
    id: Generated<number>;
    at: number;
    /** Of who did it, also after the account is gone. */
    email: string;
    action: string;
    reference: string;
  };
  mails: MailRow;
  /** Pictures that staff have sent, as base64. */
  uploads: { name: string; bytes: string; createdAt: number };
}

type Statements = (isShared: boolean) => readonly string[];

const CLAIMABLE = "reference text primary key, due_at bigint, tries integer not null, claim text";

/** The same on both engines. `if not exists`: nothing keeps two processes from migrating one SQLite file at once. */
const initial: Statements = (isShared) => [
  `create table if not exists messages (
    ${CLAIMABLE},
    form text not null,
    state text not null,
    fields text not null,
    key text not null unique,
    request_id text not null,
    received_at bigint not null,
    last_error text,
    desk_state text not null default 'new',
    sender text not null default ''
  )`,
  "create index if not exists messages_due on messages (due_at)",
  "create index if not exists messages_received on messages (received_at)",
  "create index if not exists messages_desk on messages (desk_state, received_at)",
  `create table if not exists gifts (
    ${CLAIMABLE},
    state text not null,
    currency text not null,
    purpose text not null,
    created_at bigint not null,
    since bigint not null,
    gift text not null,
    version integer not null,
    sender text not null default ''
  )`,
  "create index if not exists gifts_due on gifts (due_at)",
  `create table if not exists idempotency_keys (
    key text primary key,
    fingerprint text not null,
    response text,
    lease_end bigint not null,
    expires_at bigint not null
  )`,
  `create table if not exists rate_limits (
    key text primary key,
    count integer not null,
    resets_at bigint not null
  )`,
  `create table if not exists source_responses (
    key text primary key,
    value text not null,
    fetched_at bigint not null,
    shape text,
    change_id bigint not null
  )`,
  `create table if not exists changes (
    id ${isShared ? "bigserial primary key" : "integer primary key autoincrement"},
    tag text not null,
    at bigint not null
  )`,
  `create table if not exists documents (
    kind text not null,
    id integer not null,
    slug text,
    date text not null,
    version integer not null,
    updated_at text not null,
    document text,
    primary key (kind, id),
    unique (kind, slug)
  )`,
  "create table if not exists secrets (name text primary key, value text not null)",
  `create table if not exists staff (
    id text primary key,
    email text not null unique,
    created_at bigint not null
  )`,
  `create table if not exists staff_secrets (
    digest text primary key,
    kind text not null,
    staff_id text not null,
    expires_at bigint not null
  )`,
  `create table if not exists staff_actions (
    id ${isShared ? "bigserial primary key" : "integer primary key autoincrement"},
    at bigint not null,
    email text not null,
    action text not null,
    reference text not null
  )`,
  "create index if not exists staff_actions_reference on staff_actions (reference)",
  `create table if not exists mails (
    ${CLAIMABLE},
    state text not null,
    recipient text not null,
    reply_to text,
    subject text not null,
    text text not null,
    created_at bigint not null,
    last_error text
  )`,
  "create index if not exists mails_due on mails (due_at)",
  "create table if not exists uploads (name text primary key, bytes text not null, created_at bigint not null)",
  `create table if not exists first_seen (
    tag text not null, id text not null, row_digest text, item_digest text, at bigint not null, primary key (tag, id)
  )`,
];

/** A gift that has been refunded has no time of its payment in these columns: the next change of it writes it. */
const giftDates: Statements = (isShared) => [
  `alter table gifts add column ${isShared ? "if not exists " : ""}received_at bigint`,
  `alter table gifts add column ${isShared ? "if not exists " : ""}news text`,
  "update gifts set received_at = since where state = 'paid'",
  "update gifts set news = state where state in ('pledged', 'paid')",
];

/** A column that is added cannot be added twice, so the table of first sights has a successor. */
const itemVersions: Statements = () => [
  `create table if not exists item_versions (
    tag text not null,
    id text not null,
    slug text not null,
    row_digest text,
    item_digest text,
    at bigint not null,
    number bigint not null,
    absent_at bigint,
    deleted_at bigint,
    primary key (tag, id)
  )`,
  "create table if not exists sync_points (tag text primary key, number bigint not null, horizon bigint not null)",
  `insert into item_versions (tag, id, slug, item_digest, at, number)
    select tag, id, '', item_digest, at, 0 from first_seen where true on conflict do nothing`,
];

/** In their order. Each is additive: the release before must run on it. One that was released never changes. */
const MIGRATIONS: Readonly<Record<string, Statements>> = {
  "0001-initial": initial,
  "0002-gift-dates": giftDates,
  "0003-item-versions": itemVersions,
};

/** Brings the tables to this release; those of a later one stay: it may be rolled back. Locks on PostgreSQL. */
export async function migrate(db: Kysely<Tables>, isShared: boolean): Promise<void> {
  const plain = db.withoutPlugins();
  const names = sql<{ name: string }>`select name from kysely_migration`.execute(plain);
  // Before the first migration there is no such table.
  const { rows: applied } = await names.catch(() => ({ rows: [] }));
  const migrations: Record<string, Migration> = {};
  for (const { name } of applied) migrations[name] = { up: async () => {} };
  for (const [name, statements] of Object.entries(MIGRATIONS))
    migrations[name] = {
      up: async (locked) => {
        for (const statement of statements(isShared)) await sql.raw(statement).execute(locked);
      },
    };
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: plain, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}
