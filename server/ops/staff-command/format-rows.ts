export const FORMATS = ["table", "json", "csv"] as const;
export type Format = (typeof FORMATS)[number];

export type Row = Readonly<Record<string, string>>;

export const isoTime = (at: number | null) => (at === null ? "" : new Date(at).toISOString());

/** What a spreadsheet may run; those of full width are the same to it in East Asia. */
const FORMULA = /^[=@\t\r+\-＝＠＋－]/;
/** A telephone number, perhaps with words: nothing that calls a function, another sheet or a program. */
const PHONE = /^[+(]*\d(?!.*\p{L}\p{Zs}*\()[\p{L}\p{Zs}\d()+.,:;/#*-]*$/u;

/**
 * A cell by RFC 4180, which a spreadsheet takes for text. A telephone number keeps its plus sign, zeros and hyphens
 * behind a tab, which is not seen. A tab is not trusted to stop a formula everywhere (OWASP, "CSV injection"): that
 * has an apostrophe.
 */
function cell(text: string, name = ""): string {
  const isPhone = (text.startsWith("+") || /phone/i.test(name)) && PHONE.test(text);
  const safe = `${isPhone ? "\t" : FORMULA.test(text) ? "'" : ""}${text}`;
  return /[",\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Begins with a byte order mark: without one, Excel takes the letters for those of its own country. */
function csv(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => names.map((name) => cell(row[name] ?? "", name)).join(","));
  return `\uFEFF${[names.map((name) => cell(name)).join(","), ...lines, ""].join("\r\n")}`;
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
