import type { InboxMessage } from "../inbox/inbox.ts";

export type Format = "table" | "json" | "csv";

const isoTime = (at: number | null) => (at === null ? "" : new Date(at).toISOString());

/** The columns of a list: nothing the sender typed. */
function summaryOf(message: InboxMessage): Record<string, string> {
  const { reference, form, state, receivedAt, tries, dueAt, lastError } = message;
  return {
    reference,
    form,
    state,
    received: isoTime(receivedAt),
    tries: String(tries),
    nextTry: isoTime(dueAt),
    // The name of the column since the first release.
    lastFault: lastError ?? "",
  };
}

/** All columns: the summary and the fields. */
function recordOf(message: InboxMessage): Record<string, string> {
  const fields = Object.entries(message.fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : value.join(", "),
  ]);
  return { ...summaryOf(message), ...Object.fromEntries(fields) };
}

/**
 * A cell by RFC 4180. Text that a spreadsheet would run as a formula is escaped; a telephone number, which
 * also begins with +, is not.
 */
function cell(text: string): string {
  const isFormula = /^[=@\t\r+-]/.test(text) && !/^\+[\d ()]+$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csv(rows: readonly Record<string, string>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => names.map((name) => cell(row[name] ?? "")).join(","));
  return [names.map(cell).join(","), ...lines, ""].join("\r\n");
}

function table(rows: readonly Record<string, string>[]): string {
  if (rows.length === 0) return "No messages.\n";
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

function formatRows(rows: readonly Record<string, string>[], format: Format): string {
  if (format === "json") return `${JSON.stringify(rows, null, 2)}\n`;
  return format === "csv" ? csv(rows) : table(rows);
}

/** One row for each message, without its fields. */
export function formatList(messages: readonly InboxMessage[], format: Format): string {
  return formatRows(messages.map(summaryOf), format);
}

/** Messages with their fields. */
export function formatExport(messages: readonly InboxMessage[], format: Format): string {
  return formatRows(messages.map(recordOf), format === "table" ? "csv" : format);
}

/** One message with its fields. */
export function formatMessage(message: InboxMessage, format: Format): string {
  if (format === "json") return `${JSON.stringify(recordOf(message), null, 2)}\n`;
  const entries = Object.entries(recordOf(message)).filter(([, value]) => value !== "");
  return entries
    .map(([name, value]) => `${name}:${value.includes("\n") ? `\n${value}\n` : ` ${value}`}\n`)
    .join("");
}
