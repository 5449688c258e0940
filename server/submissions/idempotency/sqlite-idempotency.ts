import { join } from "node:path";
import { z } from "zod";
import { HOUR_MS } from "../../../shared/time.ts";
import { openDatabase } from "../../storage/sqlite-database.ts";
import {
  type IdempotencyStore,
  idempotencyRecord,
  LEASE_MS,
  REMEMBERED_HOURS,
} from "./idempotency-store.ts";

/** One entry for each schema version; a released one is never edited. */
const MIGRATIONS = [
  `
  CREATE TABLE keys (
    key TEXT PRIMARY KEY,
    fingerprint TEXT NOT NULL,
    response TEXT,
    lease_end INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX keys_expire ON keys (expires_at);
  `,
];

const SQL = {
  erase: "DELETE FROM keys WHERE expires_at <= ?",
  claim: `INSERT INTO keys (key, fingerprint, lease_end, expires_at)
     VALUES (:key, :fingerprint, :leaseEnd, :expiresAt)
     ON CONFLICT (key) DO UPDATE SET lease_end = :leaseEnd, expires_at = :expiresAt
     WHERE fingerprint = :fingerprint AND response IS NULL AND lease_end <= :now`,
  settle: `INSERT INTO keys (key, fingerprint, response, lease_end, expires_at)
     VALUES (:key, :fingerprint, :response, 0, :expiresAt)
     ON CONFLICT (key) DO UPDATE SET response = :response, lease_end = 0, expires_at = :expiresAt`,
  select: "SELECT fingerprint, response, lease_end FROM keys WHERE key = ?",
  release: "DELETE FROM keys WHERE key = ?",
};

const row = z
  .object({ fingerprint: z.string(), response: z.string().nullable(), lease_end: z.number() })
  .transform(({ fingerprint, response, lease_end }) => ({
    fingerprint,
    response: response === null ? null : JSON.parse(response),
    leaseEnd: lease_end,
  }))
  .pipe(idempotencyRecord);

export interface LocalIdempotencyStore extends IdempotencyStore {
  knows(key: string): boolean;
}

/** The keys of one machine, in `idempotency.sqlite`. Several processes may open the same file. */
export function openSqliteIdempotency(options: {
  dataDir: string;
  /** The clock, milliseconds. */
  now: () => number;
}): LocalIdempotencyStore {
  const { dataDir, now } = options;
  const file = join(dataDir, "idempotency.sqlite");
  const db = openDatabase({ file, migrations: MIGRATIONS });
  const erase = db.prepare(SQL.erase);
  const claim = db.prepare(SQL.claim);
  const settle = db.prepare(SQL.settle);
  const select = db.prepare(SQL.select);
  const release = db.prepare(SQL.release);
  const expiresAt = () => now() + REMEMBERED_HOURS * HOUR_MS;

  return {
    async claim(key, fingerprint) {
      const at = now();
      erase.run(at);
      const terms = { now: at, leaseEnd: at + LEASE_MS, expiresAt: expiresAt() };
      const { changes } = claim.run({ key, fingerprint, ...terms });
      return Number(changes) > 0 ? null : row.parse(select.get(key));
    },
    async settle(key, fingerprint, response) {
      const text = response && JSON.stringify(response);
      settle.run({ key, fingerprint, response: text, expiresAt: expiresAt() });
    },
    async release(key) {
      release.run(key);
    },
    knows: (key) => select.get(key) !== undefined,
    close: () => {
      if (db.isOpen) db.close();
    },
  };
}
