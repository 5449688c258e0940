import type { InboxMessage } from "./inbox.ts";

export type Format = "table" | "json" | "csv";

const when = (at: number | null) => (at === null ? "" : new Date(at).toISOString());

/** A message without the words of its sender: what a list shows. */
function headOf(message: InboxMessage): Record<string, string> {
  const { reference, form, state, receivedAt, tries, dueAt, lastFault } = message;
  return {
    ...{ reference, form, state, received: when(receivedAt), tries: String(tries) },
    ...{ nextTry: when(dueAt), lastFault: lastFault ?? "" },
  };
}

/** Everything of a message but its key. */
function recordOf(message: InboxMessage): Record<string, string> {
  const words = Object.entries(message.fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : value.join(", "),
  ]);
  return { ...headOf(message), ...Object.fromEntries(words) };
}

/**
 * A cell as RFC 4180 has it. A spreadsheet would run what begins with these signs as a formula; a
 * telephone number begins with + and is none.
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
  if (rows.length === 0) return "Nothing here.\n";
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

/** Rows for people, for programs or for spreadsheets. */
function print(rows: readonly Record<string, string>[], format: Format): string {
  if (format === "json") return `${JSON.stringify(rows, null, 2)}\n`;
  return format === "csv" ? csv(rows) : table(rows);
}

/** One line a message, without the words of its sender. */
export function printList(messages: readonly InboxMessage[], format: Format): string {
  return print(messages.map(headOf), format);
}

/** Messages in full, for programs or spreadsheets. */
export function printExport(messages: readonly InboxMessage[], format: Format): string {
  return print(messages.map(recordOf), format === "table" ? "csv" : format);
}

/** One message in full, to be read. */
export function printMessage(message: InboxMessage, format: Format): string {
  if (format === "json") return `${JSON.stringify(recordOf(message), null, 2)}\n`;
  const entries = Object.entries(recordOf(message)).filter(([, value]) => value !== "");
  return entries
    .map(([name, value]) => `${name}:${value.includes("\n") ? `\n${value}\n` : ` ${value}`}\n`)
    .join("");
}
