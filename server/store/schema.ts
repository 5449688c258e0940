import { type Generated, type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { DataTag, PageTag } from "../../shared/contract/data-tags.ts";
import type { DeskState } from "../../shared/contract/desk.ts";
import type { Currency } from "../../shared/forms/donation.ts";
import type { InboxForm } from "../../shared/forms/form-names.ts";
import type { Language } from "../../shared/languages.ts";
import { searchTextOf, senderOf } from "./search-text.ts";
import type { GiftState, InboxState } from "./states.ts";

/** A row that a work loop claims. Times are milliseconds since 1970; `fields`, `gift`, `response` and `value` are JSON. */
interface Claimable {
  reference: string;
  /** The time of the next try; null when no try is due. */
  dueAt: number | null;
  tries: number;
  /** A random id of the current claim, which the worker's update must match. */
  claim: string | null;
}

export interface MessageRow extends Claimable {
  form: InboxForm;
  state: InboxState;
  fields: string;
  key: string;
  requestId: string;
  receivedAt: number;
  /** The last error, without any text of the source or the visitor. */
  lastError: string | null;
  deskState: DeskState;
  /** The sender's name, e-mail address and phone number, normalised for the search of staff. */
  sender: string;
  /** The reference and everything that the sender typed, for the search of staff; null until `fillSearchTexts` has read the row. */
  searchText: string | null;
  /** The language of the page with the form; null for a message of an earlier release. */
  language: Language | null;
  /** The address of the member of staff who takes care of the message. */
  assignee: string | null;
  /** The last answer: the time, and the address of who answered. */
  answeredAt: number | null;
  answeredBy: string | null;
  /** The time at which the message was put into the bin, and its state before. Both are null outside the bin. */
  binnedAt: number | null;
  binnedFrom: DeskState | null;
  /** The signals for which the message was held as spam, as JSON; null for any other message. */
  heldBecause: string | null;
}

/** The kinds of entry below a message. `answered`: by telephone, or from elsewhere. `note`: never sent. */
type EntryKind = "reply" | "answered" | "note";

/** An entry below a message. It is deleted with the message. */
export interface EntryRow {
  /** The reference of the message. */
  message: string;
  /** The place among the entries of the message, from 1. The mail of a reply has the number in its reference. */
  number: number;
  /** The key of the form, so that a form that is sent twice makes one entry. */
  key: string;
  kind: EntryKind;
  at: number;
  /** The address of the writer, which is kept after the account is removed. */
  email: string;
  text: string;
  /** The time at which the mail server has taken a reply; null until then, and for other kinds. */
  sentAt: number | null;
}

/** A saved reply that the office has written, or its version of one that the site begins with. */
export interface SavedReplyRow {
  id: string;
  title: string;
  en: string;
  sw: string;
  version: number;
  /** 1 for a saved reply that was deleted. The row stays, so that what the site begins with does not come back. */
  isRemoved: number;
}

export interface GiftRow extends Claimable {
  state: GiftState;
  currency: Currency;
  purpose: string;
  createdAt: number;
  since: number;
  /** The time at which the money came; null until then. */
  receivedAt: number | null;
  /** The news to mail about the gift, which is also the last part of the references of the gift's mails. */
  news: string | null;
  gift: string;
  /** The version, which increases with each change of the gift. */
  version: number;
  /** The monthly gift that this payment belongs to; null for a gift that stands for itself. */
  partOf: string | null;
  /** The time at which a monthly gift is looked at next; null when no payment is expected. */
  remindAt: number | null;
  /** The donor's name, e-mail address and phone number, normalised for the search of staff; empty once the donor is forgotten. */
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

/** A document of the embedded content API, as JSON. Here times are in ISO 8601. */
export interface DocumentRow {
  kind: "news" | "events";
  id: number;
  /** The slug. A deleted item has neither slug nor document, but keeps its row, so that its id is never reused. */
  slug: string | null;
  /** The date that sorts lists, and from which news is public. Empty for a draft of news. */
  date: string;
  version: number;
  updatedAt: string;
  document: string | null;
}

/** A version of a news item or an event, as written at some time. */
export interface DocumentVersionRow {
  kind: DocumentRow["kind"];
  id: number;
  version: number;
  slug: string;
  date: string;
  document: string;
  at: number;
  /** The address of whoever made this version; empty when the version came from outside the desk. */
  email: string;
}

/** A version of a document that the office has edited. `facts`, `en` and `sw` have the format of the files in `content/`. */
export interface ContentRow {
  /** The name of the document, such as `about` or `blog/girls-on-the-pitch`. */
  name: string;
  version: number;
  /**
   * `file`: the office has gone back to the files of the release. `planned`: published from `publishAt` on. `removed`: the
   * document is not on the site, whatever the files have.
   */
  state: "draft" | "published" | "file" | "planned" | "removed";
  /** The time from which a planned version is shown; null for any other. */
  publishAt: number | null;
  facts: string | null;
  en: string | null;
  sw: string | null;
  /** The digest of the files that the first edit began from. */
  basis: string;
  at: number;
  /** The address of whoever made this version. */
  email: string;
}

export interface Tables {
  contentVersions: ContentRow;
  messages: MessageRow;
  gifts: GiftRow;
  idempotencyKeys: {
    key: string;
    fingerprint: string;
    /** The stored response; null while the first request is handled, or after that request failed. */
    response: string | null;
    /** The time until which the request that is being handled holds the key exclusively. */
    leaseEnd: number;
    expiresAt: number;
  };
  rateLimits: { key: string; count: number; resetsAt: number };
  sourceResponses: {
    key: string;
    value: string;
    fetchedAt: number;
    /** The digest of the schema that the value was written under. */
    shape: string | null;
    /** The id of the last change known at the time of the fetch. */
    changeId: number;
  };
  /**
   * The versions of items as this site first saw them, with digests of the row in a list and of the item by itself. A digest
   * is null until first seen. `number` orders all versions of a tag. Items that lists lack stay: as absent, then as tombstones.
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
  /** The last number of a tag, and the number of the last tombstone that was removed. */
  syncPoints: { tag: DataTag; number: number; horizon: number };
  /** The changes of data at the source, by tag. */
  changes: { id: Generated<number>; tag: PageTag; at: number };
  documents: DocumentRow;
  documentVersions: DocumentVersionRow;
  /** The former slugs of items, which redirect to the present ones. */
  formerSlugs: { kind: DocumentRow["kind"]; slug: string; id: number };
  /** Two items that are the same in two languages. `twin` was written after `id`. */
  documentPairs: { kind: DocumentRow["kind"]; id: number; twin: number };
  /** Texts that a member of staff has typed into the form of an item, and has not saved. `fields` is JSON. */
  typedEntries: {
    kind: DocumentRow["kind"];
    id: number;
    email: string;
    fields: string;
    at: number;
  };
  secrets: { name: string; value: string };
  staff: {
    id: string;
    email: string;
    createdAt: number;
    /** The name that colleagues see; null for an account that an earlier release has made. */
    name: string | null;
  };
  staffSecrets: {
    digest: string;
    kind: "link" | "session";
    staffId: string;
    expiresAt: number;
    /** The times are null for what an earlier release has made. */
    createdAt: number | null;
    lastUsedAt: number | null;
    /** The browser and the operating system of a session, such as "Firefox" and "Windows"; null if unknown. */
    browser: string | null;
    system: string | null;
  };
  staffActions: {
    id: Generated<number>;
    at: number;
    /** The address of whoever acted, which is kept after the account is removed. */
    email: string;
    action: string;
    reference: string;
  };
  mails: MailRow;
  messageEntries: EntryRow;
  savedReplies: SavedReplyRow;
  /** The pictures that staff have uploaded, as base64. */
  uploads: { name: string; bytes: string; createdAt: number };
}

type Statements = (isShared: boolean) => readonly string[];

const CLAIMABLE = "reference text primary key, due_at bigint, tries integer not null, claim text";

/** The first tables, the same on both engines. `if not exists` is needed because two processes may migrate one SQLite file at once. */
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

/** Adds the dates of gifts. A refunded gift lacks its payment time in these columns until the next change of the gift. */
const giftDates: Statements = (isShared) => [
  `alter table gifts add column ${isShared ? "if not exists " : ""}received_at bigint`,
  `alter table gifts add column ${isShared ? "if not exists " : ""}news text`,
  "update gifts set received_at = since where state = 'paid'",
  "update gifts set news = state where state in ('pledged', 'paid')",
];

/** Replaces `first_seen` with a new table, since SQLite cannot add a column only if the column is missing. */
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

/** Adds the documents of the content that the office has edited, with their earlier versions. */
const contentVersions: Statements = () => [
  `create table if not exists content_versions (
    name text not null,
    version integer not null,
    state text not null,
    facts text,
    en text,
    sw text,
    basis text not null,
    at bigint not null,
    email text not null,
    primary key (name, version)
  )`,
];

/** Adds the searched text of messages, which is deleted with its row. */
const searchTexts: Statements = (isShared) => [
  `alter table messages add column ${isShared ? "if not exists " : ""}search_text text`,
];

/** Adds the names of staff, what a member of staff sees of their sessions, and why a message was held as spam. */
const staffSessions: Statements = (isShared) => {
  const column = isShared ? "add column if not exists" : "add column";
  return [
    `alter table staff ${column} name text`,
    `alter table staff_secrets ${column} created_at bigint`,
    `alter table staff_secrets ${column} last_used_at bigint`,
    `alter table staff_secrets ${column} browser text`,
    `alter table staff_secrets ${column} system text`,
    `alter table messages ${column} held_because text`,
  ];
};
/** Adds the conversation about a message, who takes care of it, the bin, and saved replies. */
const conversations: Statements = (isShared) => [
  `alter table messages add column ${isShared ? "if not exists " : ""}language text`,
  `alter table messages add column ${isShared ? "if not exists " : ""}assignee text`,
  `alter table messages add column ${isShared ? "if not exists " : ""}answered_at bigint`,
  `alter table messages add column ${isShared ? "if not exists " : ""}answered_by text`,
  `alter table messages add column ${isShared ? "if not exists " : ""}binned_at bigint`,
  `alter table messages add column ${isShared ? "if not exists " : ""}binned_from text`,
  "create index if not exists messages_assignee on messages (assignee, received_at)",
  `create table if not exists message_entries (
    message text not null,
    number integer not null,
    key text not null unique,
    kind text not null,
    at bigint not null,
    email text not null,
    text text not null,
    sent_at bigint,
    primary key (message, number)
  )`,
  `create table if not exists saved_replies (
    id text primary key,
    title text not null,
    en text not null,
    sw text not null,
    version integer not null,
    is_removed integer not null default 0
  )`,
];

/** Adds the payments of monthly gifts, and the time of the next reminder. Gifts of earlier releases have no reminders. */
const monthlyGifts: Statements = (isShared) => [
  `alter table gifts add column ${isShared ? "if not exists " : ""}part_of text`,
  `alter table gifts add column ${isShared ? "if not exists " : ""}remind_at bigint`,
  "create index if not exists gifts_part_of on gifts (part_of)",
  "create index if not exists gifts_remind_at on gifts (remind_at)",
];

/** Adds the versions of news and events, their former slugs, and the pairs of translations. */
const documentVersions: Statements = () => [
  `create table if not exists document_versions (
    kind text not null,
    id integer not null,
    version integer not null,
    slug text not null,
    date text not null,
    document text not null,
    at bigint not null,
    email text not null,
    primary key (kind, id, version)
  )`,
  `create table if not exists former_slugs (
    kind text not null,
    slug text not null,
    id integer not null,
    primary key (kind, slug)
  )`,
  `create table if not exists document_pairs (
    kind text not null,
    id integer not null,
    twin integer not null,
    primary key (kind, id),
    unique (kind, twin)
  )`,
  `create table if not exists typed_entries (
    kind text not null,
    id integer not null,
    email text not null,
    fields text not null,
    at bigint not null,
    primary key (kind, id, email)
  )`,
];

/** Adds the time at which a version of the content is published. */
const contentTimes: Statements = (isShared) => [
  `alter table content_versions add column ${isShared ? "if not exists " : ""}publish_at bigint`,
];

/** The migrations in order. Each is additive, since the previous release must run on the result. A released migration never changes. */
const MIGRATIONS: Readonly<Record<string, Statements>> = {
  "0001-initial": initial,
  "0002-gift-dates": giftDates,
  "0003-item-versions": itemVersions,
  "0004-content-versions": contentVersions,
  "0005-search-texts": searchTexts,
  "0006-conversations": conversations,
  "0007-document-versions": documentVersions,
  "0008-staff-sessions": staffSessions,
  "0009-content-times": contentTimes,
  "0010-monthly-gifts": monthlyGifts,
};

/** The rows that `fillSearchTexts` changes in one transaction. */
const FILLED_AT_ONCE = 500;

/**
 * Fills the searched texts of rows that an earlier release has written. Runs at each start, because the earlier release may
 * still run beside this one. A row that is deleted, or whose donor is forgotten, meanwhile stays so.
 */
async function fillSearchTexts(db: Kysely<Tables>): Promise<void> {
  const unread = db.selectFrom("messages").select(["reference", "fields"]);
  const batch = unread.where("searchText", "is", null).limit(FILLED_AT_ONCE);
  for (;;) {
    const messages = await batch.execute();
    if (messages.length === 0) break;
    await db.transaction().execute(async (transaction) => {
      for (const { reference, fields } of messages) {
        const typed = JSON.parse(fields);
        const entries = transaction.selectFrom("messageEntries").select("text");
        const own = await entries.where("message", "=", reference).orderBy("number").execute();
        const texts = own.map(({ text }) => text);
        const searchText = searchTextOf(reference, typed, texts);
        const values = { sender: senderOf(typed), searchText };
        const update = transaction.updateTable("messages").set(values);
        await update.where("reference", "=", reference).execute();
      }
    });
  }
  const named = db.selectFrom("gifts").select(["reference", "version", "gift", "sender"]);
  const gifts = await named.where("sender", "<>", "").execute();
  for (const { reference, version, gift, sender: known } of gifts) {
    const sender = senderOf(JSON.parse(gift).donor ?? {});
    if (sender === known) continue;
    const update = db.updateTable("gifts").set({ sender });
    await update.where("reference", "=", reference).where("version", "=", version).execute();
  }
}

/** The error of SQLite for a column that a migration would add again: another process was quicker, or the last one was killed. */
const KNOWN_COLUMN = /duplicate column name/;

/** Runs a statement of a migration. Unlike PostgreSQL, SQLite cannot add a column only if the column is missing. */
async function runStatement(db: Kysely<unknown>, statement: string): Promise<void> {
  try {
    await sql.raw(statement).execute(db);
  } catch (error) {
    if (!(error instanceof Error && KNOWN_COLUMN.test(error.message))) throw error;
  }
}

/** Migrates the tables to this release. Keeps migrations of a later release, which may be rolled back. Locks on PostgreSQL. */
export async function migrate(db: Kysely<Tables>, isShared: boolean): Promise<void> {
  const plain = db.withoutPlugins();
  const names = sql<{ name: string }>`select name from kysely_migration`.execute(plain);
  // Before the first migration, kysely_migration does not exist.
  const { rows: applied } = await names.catch(() => ({ rows: [] }));
  const migrations: Record<string, Migration> = {};
  for (const { name } of applied) migrations[name] = { up: async () => {} };
  for (const [name, statements] of Object.entries(MIGRATIONS))
    migrations[name] = {
      up: async (locked) => {
        for (const statement of statements(isShared)) await runStatement(locked, statement);
      },
    };
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db: plain, provider }).migrateToLatest();
  if (error !== undefined) throw error;
  await fillSearchTexts(db);
}
