export type CsvRow = Readonly<Record<string, string>>;

/** The beginning of a cell that a spreadsheet may run as a formula. East Asian spreadsheets accept the full-width signs too. */
const FORMULA = /^[=@\t\r+\-＝＠＋－]/;

/** A telephone number, perhaps with words, but nothing that calls a function, another sheet or a program. */
const PHONE = /^[+(]*\d(?!.*\p{L}\p{Zs}*\()[\p{L}\p{Zs}\d()+.,:;/#*-]*$/u;

/**
 * Writes a cell by RFC 4180 that a spreadsheet takes for text. Cells with semicolons are quoted too, since some spreadsheets
 * split at semicolons. A telephone number gets an invisible tab in front, so that its plus sign, zeros and hyphens stay. A tab
 * does not stop a formula everywhere (OWASP, "CSV injection"), so a possible formula gets an apostrophe instead.
 */
function cell(text: string, name = ""): string {
  const isPhone = (text.startsWith("+") || /phone/i.test(name)) && PHONE.test(text);
  let prefix = "";
  if (isPhone) prefix = "\t";
  else if (FORMULA.test(text)) prefix = "'";
  const safe = `${prefix}${text}`;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Writes rows as CSV with a byte order mark, without which Excel reads the file in a local encoding. */
export function csv(rows: readonly CsvRow[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => names.map((name) => cell(row[name] ?? "", name)).join(","));
  return `\uFEFF${[names.map((name) => cell(name)).join(","), ...lines, ""].join("\r\n")}`;
}
