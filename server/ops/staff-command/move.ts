import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import type { Config } from "../../config.ts";
import { withoutCredentials } from "../../config.ts";
import { SQLITE_FILE } from "../../store/sqlite.ts";
import { openStore, type Store } from "../../store/store.ts";
import { CommandError, readArgs } from "../program.ts";
import {
  countRows,
  countTables,
  dataTables,
  formatCounts,
  type PlainDatabase,
  plainDatabase,
} from "./tables.ts";

export const MOVE_USAGE = `npm run move -- --to URL

Copies everything in site.sqlite of DATA_DIR to an empty PostgreSQL: messages, gifts, mails, accounts, texts that the office
has edited, news, events and pictures. Stop the site first. Rows are counted on both sides; after any failure PostgreSQL is as
before and the site can start with site.sqlite again. After success site.sqlite has another name, and DATABASE_URL must be set.

  --to URL   such as postgres://user:password@db.example.org:5432/foundation

Exit code 1: nothing was moved.
`;

/** The tables that every start fills by itself. */
const FILLED_BY_ITSELF = ["secrets", "rate_limits", "source_responses", "changes", "sync_points"];
const BATCH = 200;

/** Throws CommandError while any program has the file open. Only its single user can leave the journal mode WAL. */
function checkUnused(file: string): void {
  const db = new DatabaseSync(file, { timeout: 1_000 });
  try {
    db.exec("PRAGMA journal_mode = DELETE");
  } catch (error) {
    const { message } = error as Error;
    throw new CommandError(
      /locked|busy/.test(message)
        ? `${file} is in use: stop the site first.`
        : `${file} cannot be read: ${message}`,
    );
  } finally {
    db.close();
  }
}

async function openOrFail(dataDir: string, url?: string): Promise<Store> {
  const store = await openStore(dataDir, url);
  const fault = store.fault();
  if (fault === null) return store;
  await store.close();
  const where = url === undefined ? join(dataDir, SQLITE_FILE) : withoutCredentials(url);
  throw new CommandError(`${where} cannot be used: ${fault.message}`);
}

/** Throws CommandError when PostgreSQL has data that a copy would mix with. */
async function checkEmpty(to: PlainDatabase, tables: readonly string[]): Promise<void> {
  for (const table of tables.filter((one) => !FILLED_BY_ITSELF.includes(one))) {
    const count = await countRows(to, table);
    if (count > 0)
      throw new CommandError(
        `The database of --to is not empty: ${table} has ${count} rows. Give it an empty database.`,
      );
  }
}

/** Copies a table, and sets the counter of its ids, if it has one, past the highest id. */
async function copyTable(from: PlainDatabase, to: PlainDatabase, table: string): Promise<void> {
  await to.deleteFrom(table).execute();
  let batch: Record<string, unknown>[] = [];
  const flush = async () => {
    if (batch.length > 0) await to.insertInto(table).values(batch).execute();
    batch = [];
  };
  for await (const row of from.selectFrom(table).selectAll().stream()) {
    batch.push(row);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  const { rows } = await sql<{ counter: string | null }>`
    select pg_get_serial_sequence(${table}, column_name) as counter
    from information_schema.columns where table_name = ${table} and column_name = 'id'`.execute(to);
  const counter = rows[0]?.counter;
  if (counter)
    await sql`select setval(${counter}, greatest((select max(id) from ${sql.table(table)}), 1))`.execute(
      to,
    );
}

/** Copies all tables in one transaction, and returns the numbers of rows on both sides. */
async function copyAll(from: PlainDatabase, to: PlainDatabase): Promise<string> {
  const tables = await dataTables(from);
  await checkEmpty(to, tables);
  return to.transaction().execute(async (transaction) => {
    const there: Record<string, number> = {};
    for (const table of tables) {
      await copyTable(from, transaction, table);
      there[table] = await countRows(transaction, table);
    }
    const here = await countTables(from);
    const different = tables.find((table) => here[table] !== there[table]);
    if (different !== undefined)
      throw new CommandError(
        `${different} has ${here[different]} rows here and ${there[different]} there: nothing was moved.`,
      );
    return formatCounts({ here, there });
  });
}

export async function runMoveCommand(args: string[], { DATA_DIR }: Config): Promise<string> {
  const { values } = readArgs({ args, options: { to: { type: "string" } } });
  const { to: url } = values;
  if (url === undefined) throw new CommandError(MOVE_USAGE);
  if (!/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new CommandError("--to is not a URL such as postgres://user:password@host:5432/database");
  const file = join(DATA_DIR, SQLITE_FILE);
  if (!existsSync(file))
    throw new CommandError(`There is no ${file}: DATA_DIR names another folder.`);
  checkUnused(file);
  const from = await openOrFail(DATA_DIR);
  let counts: string;
  try {
    const to = await openOrFail(DATA_DIR, url);
    try {
      counts = await copyAll(plainDatabase(from), plainDatabase(to));
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
  const kept = `${file}.moved-${new Date().toISOString().slice(0, 10)}`;
  await rename(file, kept);
  return `${counts}\nMoved. Set DATABASE_URL to ${withoutCredentials(url)} with its password, and start the site.\nThe old store is kept as ${kept}.\n`;
}
