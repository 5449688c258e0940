export const FORMATS = ["table", "json", "csv"] as const;
export type Format = (typeof FORMATS)[number];

export type Row = Readonly<Record<string, string>>;

export const isoTime = (at: number | null) => (at === null ? "" : new Date(at).toISOString());

/**
 * A cell by RFC 4180. Text that a spreadsheet would run as a formula is escaped; a telephone number, which
 * also begins with +, is not.
 */
function cell(text: string): string {
  const isFormula = /^[=@\t\r+-]/.test(text) && !/^\+[\d ()]+$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csv(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => names.map((name) => cell(row[name] ?? "")).join(","));
  return [names.map(cell).join(","), ...lines, ""].join("\r\n");
}

function table(rows: readonly Row[], nothing: string): string {
  if (rows.length === 0) return `${nothing}\n`;
  const names = Object.keys(rows[0] ?? {});
  const widths = names.map((name) =>
    Math.max(name.length, ...rows.map((row) => (row[name] ?? "").length)),
  );
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "-".repeat(width));
  return `${[names, rule, ...rows.map((row) => names.map((name) => row[name] ?? ""))].map(lineOf).join("\n")}\n`;
}

/** Rows of the same columns; `nothing` stands for an empty table. */
export function formatRows(rows: readonly Row[], format: Format, nothing = ""): string {
  if (format === "json") return `${JSON.stringify(rows, null, 2)}\n`;
  return format === "csv" ? csv(rows) : table(rows, nothing);
}

/** Rows for another program: CSV unless JSON is asked for. */
export const formatExport = (rows: readonly Row[], format: Format): string =>
  formatRows(rows, format === "table" ? "csv" : format);

/** One row, a line for each value; JSON where it is asked for. */
export function formatRecord(row: Row, format: Format): string {
  if (format === "json") return `${JSON.stringify(row, null, 2)}\n`;
  const entries = Object.entries(row).filter(([, value]) => value !== "");
  return entries
    .map(([name, value]) => `${name}:${value.includes("\n") ? `\n${value}\n` : ` ${value}`}\n`)
    .join("");
}
