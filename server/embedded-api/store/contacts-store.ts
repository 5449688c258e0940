import { chmodSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { openDatabase } from "../../storage/sqlite-database.ts";

const MIGRATIONS = [
  `
  CREATE TABLE contacts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    idempotency_key TEXT UNIQUE,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone_number TEXT,
    subject TEXT NOT NULL,
    message TEXT NOT NULL,
    received_at TEXT NOT NULL
  ) STRICT;
  `,
] as const;

const storedContactSchema = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
  /** ISO 8601, UTC. */
  receivedAt: z.string(),
});

export type StoredContact = z.infer<typeof storedContactSchema>;
export type ContactDraft = Omit<StoredContact, "id" | "receivedAt">;

export interface ContactsStore {
  /** Durable when it returns. A repeated key changes nothing. */
  add: (contact: ContactDraft, idempotencyKey: string | null) => "stored" | "repeated";
  /** Oldest first. For staff and tests: no HTTP call returns it. */
  listContacts: () => StoredContact[];
  close: () => void;
}

/**
 * Opens `contacts.sqlite`. It is a file of its own because content can be seeded again by deleting its
 * file, and what visitors wrote cannot.
 */
export function openContactsStore({
  dataDir,
  now,
}: {
  dataDir: string;
  now: () => Date;
}): ContactsStore {
  const file = join(dataDir, "contacts.sqlite");
  const db = openDatabase({ file, migrations: MIGRATIONS });
  // Personal data: readable for the account that runs the program alone.
  chmodSync(file, 0o600);
  const insert = db.prepare(
    `INSERT INTO contacts (idempotency_key, name, email, phone_number, subject, message, received_at)
     VALUES (:key, :name, :email, :phoneNumber, :subject, :message, :receivedAt)
     ON CONFLICT (idempotency_key) DO NOTHING`,
  );
  const list = db.prepare(
    `SELECT id, name, email, phone_number AS phoneNumber, subject, message, received_at AS receivedAt
     FROM contacts ORDER BY id`,
  );
  return {
    add: (contact, idempotencyKey) => {
      const receivedAt = now().toISOString();
      const { changes } = insert.run({ ...contact, key: idempotencyKey, receivedAt });
      return Number(changes) === 0 ? "repeated" : "stored";
    },
    listContacts: () => list.all().map((row) => storedContactSchema.parse(row)),
    close: () => db.close(),
  };
}
