import type { Kysely } from "kysely";
import type { Store } from "../../store/store.ts";

/** A database whose tables are known by name only. */
export type PlainDatabase = Kysely<Record<string, Record<string, unknown>>>;

/** Returns the database with the names of tables and columns as they are stored. */
export const plainDatabase = ({ patientDb }: Pick<Store, "patientDb">) =>
  patientDb.withoutPlugins() as unknown as PlainDatabase;

/** Returns the names of the tables with data. */
export async function dataTables(db: PlainDatabase): Promise<string[]> {
  const tables = await db.introspection.getTables();
  return tables
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("sqlite_"))
    .sort();
}

export async function countRows(db: PlainDatabase, table: string): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function countTables(db: PlainDatabase): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await dataTables(db)) counts[table] = await countRows(db, table);
  return counts;
}

/** Formats the numbers of rows by table, a column for each name. */
export function formatCounts(columns: Readonly<Record<string, Readonly<Record<string, number>>>>) {
  const names = Object.keys(columns);
  const tables = [...new Set(Object.values(columns).flatMap(Object.keys))].sort();
  const line = (first: string, cells: readonly string[]) =>
    [first.padEnd(20), ...cells.map((cell) => cell.padStart(8))].join(" ");
  const rows = tables.map((table) =>
    line(
      table,
      names.map((name) => String(columns[name]?.[table] ?? "")),
    ),
  );
  return [line("table", names), ...rows].join("\n");
}
