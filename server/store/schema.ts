import { type Generated, type Kysely, type RawBuilder, sql } from "kysely";
import type { DeskState } from "../../shared/contract/desk.ts";
import type { DataTag } from "../../shared/contract/site-data.ts";
import type { Currency } from "../../shared/forms/donation.ts";
import type { InboxForm } from "../../shared/forms/form-names.ts";
import type { InboxState } from "../forms/inbox.ts";
import type { GiftState } from "../gifts/gift.ts";

/** A column: its type in SQL, the same on both engines, and that of its values. */
const column = <Value>(type: string): RawBuilder<Value> => sql.raw(type);

const key = column<string>("text primary key");
const text = <Value = string>() => column<Value>("text not null");
const textOrNull = column<string | null>("text");
const integer = column<number>("integer not null");
/** Milliseconds since 1970. */
const time = column<number>("bigint not null");
/** Counts up by itself: the one type that the engines write differently. */
const serial = column<Generated<number>>("bigserial primary key");
const serialOfSqlite = column("integer primary key autoincrement");

/** What a work loop claims. */
const claimable = {
  reference: key,
  /** When the next try is due, at the earliest; null when there is none. */
  dueAt: column<number | null>("bigint"),
  tries: integer,
  /** The process that does the work now. */
  claim: textOrNull,
};

/**
 * Every table. `fields`, `gift`, `response`, `value` and `document` are JSON. What is added here is added to the tables that are
 * there, so it needs a default, or may be null. What was released stays as it is: the release before must run on it.
 */
const TABLES = {
  messages: {
    ...claimable,
    form: text<InboxForm>(),
    state: text<InboxState>(),
    fields: text(),
    /** The same message has the same. */
    key: column<string>("text not null unique"),
    requestId: text(),
    receivedAt: time,
    /** The error of the last try; without any text of the source or the visitor. */
    lastError: textOrNull,
    /** What staff have made of it. */
    deskState: column<DeskState>("text not null default 'new'"),
    /** Name and e-mail address in small letters, as staff search them. */
    sender: text(),
  },
  gifts: {
    ...claimable,
    state: text<GiftState>(),
    currency: text<Currency>(),
    purpose: text(),
    createdAt: time,
    /** When it got its state. */
    since: time,
    gift: text(),
    /** Increases with each change of the gift. */
    version: integer,
    /** The donor, as with a message. */
    sender: text(),
  },
  idempotencyKeys: {
    key,
    fingerprint: text(),
    /** Null while the first request is handled, or after it failed. */
    response: textOrNull,
    /** Until when the request that is being handled has the key to itself. */
    leaseEnd: time,
    expiresAt: time,
  },
  rateLimits: { key, count: integer, resetsAt: time },
  sourceResponses: {
    key,
    value: text(),
    fetchedAt: time,
    /** The digest of the schema it was written under; see `StoredShape`. */
    shape: textOrNull,
    /** The id of the last change that was known when it was fetched. */
    changeId: time,
  },
  /** When the content of an item was first seen, as lists have it and as it is alone; a digest is null until then. */
  firstSeen: {
    tag: text<DataTag>(),
    id: text(),
    rowDigest: textOrNull,
    itemDigest: textOrNull,
    at: time,
  },
  /** Data of this tag has changed at the source. */
  changes: { id: serial, tag: text<DataTag>(), at: time },
  /** What the embedded content API has. */
  documents: {
    kind: text<"news" | "events">(),
    id: integer,
    /** Null with the document of one that was deleted: its id never comes back as another. */
    slug: textOrNull,
    /** By which lists are sorted, as ISO 8601. News are public from then on; those that are drafts have none: empty. */
    date: text(),
    version: integer,
    /** ISO 8601. */
    updatedAt: text(),
    document: textOrNull,
  },
  secrets: { name: key, value: text() },
  staff: { id: key, email: column<string>("text not null unique"), createdAt: time },
  /** Digests of links that sign in, and of sessions. */
  staffSecrets: { digest: key, kind: text<"link" | "session">(), staffId: text(), expiresAt: time },
  /** `email`: of who did it, also after the account is gone. */
  staffActions: { id: serial, at: time, email: text(), action: text(), reference: text() },
  /** Mails that are to be sent, or were; their texts are gone then. */
  mails: {
    ...claimable,
    state: text<"waiting" | "sent" | "failed">(),
    recipient: text(),
    replyTo: textOrNull,
    subject: text(),
    text: text(),
    createdAt: time,
    lastError: textOrNull,
  },
  /** Pictures that staff have sent, as base64. */
  uploads: { name: key, bytes: text(), createdAt: time },
};

type Row<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends RawBuilder<infer Value> ? Value : never;
};
export type Tables = { [Name in keyof typeof TABLES]: Row<(typeof TABLES)[Name]> };
export type MessageRow = Tables["messages"];
export type GiftRow = Tables["gifts"];
export type MailRow = Tables["mails"];
export type DocumentRow = Tables["documents"];

/** Columns that are looked up together. */
const INDEXES: readonly [table: keyof Tables, columns: readonly string[], isUnique?: true][] = [
  ["messages", ["dueAt"]],
  ["messages", ["receivedAt"]],
  ["messages", ["state", "receivedAt"]],
  ["messages", ["deskState", "receivedAt"]],
  ["gifts", ["dueAt"]],
  ["gifts", ["createdAt"]],
  ["gifts", ["state", "currency", "since"]],
  ["idempotencyKeys", ["expiresAt"]],
  ["rateLimits", ["resetsAt"]],
  ["firstSeen", ["tag", "id"], true],
  ["documents", ["kind", "id"], true],
  ["documents", ["kind", "slug"], true],
  ["staffActions", ["reference"]],
  ["mails", ["dueAt"]],
  ["mails", ["state", "createdAt"]],
];

const inSql = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Adds the tables, columns and indexes that are not there. What this release does not know stays: it may be rolled back. */
async function addMissing(db: Kysely<Tables>, schemaName?: string): Promise<void> {
  const isHere = ({ schema }: { schema?: string }) => schema === schemaName;
  const found = (await db.introspection.getTables()).filter(isHere);
  for (const [name, columns] of Object.entries(TABLES)) {
    const table = found.find((one) => one.name === inSql(name));
    let created = db.schema.createTable(name).ifNotExists();
    for (const [column, given] of Object.entries(columns)) {
      const type = given === serial && schemaName === undefined ? serialOfSqlite : given;
      created = created.addColumn(column, type);
      if (table?.columns.every((one) => one.name !== inSql(column)))
        await db.schema.alterTable(name).addColumn(column, type).execute();
    }
    if (!table) await created.execute();
  }
  for (const [table, columns, isUnique = false] of INDEXES) {
    const index = db.schema.createIndex([table, ...columns].join("_")).ifNotExists();
    await (isUnique ? index.unique() : index)
      .on(table)
      .columns([...columns])
      .execute();
  }
}

/** Brings the tables to this release. On PostgreSQL one instance after the other, since several may start at once. */
export const migrate = (db: Kysely<Tables>, isShared: boolean): Promise<void> =>
  isShared
    ? db.transaction().execute(async (locked) => {
        const { rows } = await sql<{ schema: string }>`
          select current_schema() as schema, pg_advisory_xact_lock(69)`.execute(locked);
        await addMissing(locked, rows[0]?.schema);
      })
    : addMissing(db);
