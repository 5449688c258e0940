import { z } from "zod";
import { CURRENCIES } from "../../../shared/forms/donation.ts";
import { earlier, emptyGiftStats, GIFT_STATES } from "../../contract/gift-stats.ts";
import { openPrivateDatabase } from "../../storage/sqlite-database.ts";
import { type GiftRecords, type StoredGift, storedGift } from "./gift-records.ts";

/** One entry for each schema version; a released one is never edited. */
const MIGRATIONS = [
  `
  CREATE TABLE gifts (
    gift TEXT NOT NULL,
    reference TEXT NOT NULL UNIQUE AS (gift ->> 'reference') STORED,
    state TEXT NOT NULL AS (gift ->> 'state') STORED,
    currency TEXT NOT NULL AS (gift ->> 'currency') STORED,
    purpose TEXT NOT NULL AS (gift ->> 'purpose') STORED,
    created_at TEXT NOT NULL AS (gift ->> 'createdAt') STORED,
    since TEXT NOT NULL AS (gift ->> '$.history[#-1].at') STORED,
    next_check_at TEXT AS (gift ->> 'nextCheckAt') STORED
  ) STRICT;
  CREATE INDEX gifts_created ON gifts (created_at);
  CREATE INDEX gifts_due ON gifts (next_check_at) WHERE next_check_at IS NOT NULL;
  `,
];

const SQL = {
  insert: "INSERT INTO gifts (gift) VALUES (?) ON CONFLICT (reference) DO NOTHING",
  select: "SELECT gift FROM gifts WHERE reference = ?",
  replace: "UPDATE gifts SET gift = :after WHERE reference = :reference AND gift = :before",
  remove: "DELETE FROM gifts WHERE reference = ? AND gift = ?",
  find: `SELECT gift FROM gifts
     WHERE (:state IS NULL OR state = :state) AND (:currency IS NULL OR currency = :currency)
       AND (:purpose IS NULL OR purpose = :purpose)
       AND (:month IS NULL OR substr(created_at, 1, 7) = :month)
     ORDER BY created_at DESC, reference`,
  due: "SELECT gift FROM gifts WHERE next_check_at <= ? ORDER BY next_check_at LIMIT 1",
  stats: `SELECT state, currency, count(*) AS count, min(since) AS since FROM gifts
     GROUP BY state, currency`,
};

const row = z.object({ gift: z.string() });
const statsRow = z.object({
  state: z.enum(GIFT_STATES),
  currency: z.enum(CURRENCIES),
  count: z.number(),
  since: z.string(),
});

const read = (found: unknown): StoredGift => storedGift(row.parse(found).gift);

/** The gifts of one machine, in `gifts.sqlite`. Several processes may open the same file. */
export function openSqliteGifts(dataDir: string): GiftRecords {
  const db = openPrivateDatabase({ dataDir, name: "gifts.sqlite", migrations: MIGRATIONS });
  const insert = db.prepare(SQL.insert);
  const select = db.prepare(SQL.select);
  const replace = db.prepare(SQL.replace);
  const remove = db.prepare(SQL.remove);
  const find = db.prepare(SQL.find);
  const due = db.prepare(SQL.due);
  const count = db.prepare(SQL.stats);
  const readOrNull = (found: unknown) => (found === undefined ? null : read(found));

  return {
    insert: async (gift) => Number(insert.run(JSON.stringify(gift)).changes) > 0,
    read: async (reference) => readOrNull(select.get(reference)),
    async replace({ gift: { reference }, text }, gift) {
      const { changes } = replace.run({ reference, before: text, after: JSON.stringify(gift) });
      return Number(changes) > 0;
    },
    remove: async ({ gift, text }) => Number(remove.run(gift.reference, text).changes) > 0,
    async find({ state = null, currency = null, purpose = null, month = null }) {
      return find.all({ state, currency, purpose, month }).map(read);
    },
    findDue: async (now) => readOrNull(due.get(new Date(now).toISOString())),
    async stats() {
      const stats = emptyGiftStats();
      for (const found of count.all()) {
        const { state, currency, count, since } = statsRow.parse(found);
        stats.counts[state][currency] = count;
        if (state === "pending")
          stats.oldestPendingAt = earlier(stats.oldestPendingAt, Date.parse(since));
      }
      return stats;
    },
    async close() {
      if (db.isOpen) db.close();
    },
  };
}
