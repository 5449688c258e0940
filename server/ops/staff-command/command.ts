import { z } from "zod";
import type { Store } from "../../store/store.ts";
import { CommandError, readArgs } from "../program.ts";

const FORMATS = ["table", "json", "csv"] as const;
type Format = (typeof FORMATS)[number];

export type Row = Readonly<Record<string, string>>;

export const isoTime = (at: number | null) => (at === null ? "" : new Date(at).toISOString());

/** What a command of the staff is given. */
export interface Given {
  store: Store;
  origin: string;
  args: string[];
  isTerminal: boolean;
}

/** An option that has one of these values. */
export const oneOf = <const Known extends readonly string[]>(known: Known) =>
  z.enum(known, { error: `is one of ${known.join(", ")}` }).optional();

type Values<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/** The commands for what the store has of one kind, such as messages. */
interface Commands<Shape extends z.ZodRawShape, Item> {
  usage: string;
  /** What an item is called. */
  name: string;
  options: Shape;
  /** The newest ones, or all of them. */
  list: (values: Values<Shape>, isWhole: boolean) => Promise<Item[]>;
  get: (reference: string) => Promise<Item | null>;
  /** The columns of a list: nothing that names a person. */
  summaryOf: (item: Item) => Row;
  /** All columns. */
  recordOf: (item: Item) => Row;
  /** The other commands by name. What they return is printed; null stands for an item that is not there. */
  others: Record<
    string,
    (reference: () => string, values: Values<Shape>) => Promise<string | null>
  >;
}

/**
 * Runs one command and returns its output: a table on a terminal, JSON elsewhere, or the format that is asked for.
 * @throws CommandError when it fails
 */
export async function runCommand<Shape extends z.ZodRawShape, Item>(
  commands: Commands<Shape, Item>,
  { args, isTerminal }: Given,
): Promise<string> {
  const { name, list, get, summaryOf, recordOf } = commands;
  const { positionals, format: wanted, values } = readOptions(commands.options, args);
  const [command = "", given] = positionals;
  const format = wanted ?? (isTerminal ? "table" : "json");
  const reference = () => {
    if (given === undefined) throw new CommandError(`${command} needs a reference`);
    return given.toUpperCase();
  };
  const found = <Result>(result: Result | null): Result => {
    if (result === null) throw new CommandError(`There is no ${name} ${reference()}`);
    return result;
  };
  if (command === "list")
    return formatRows((await list(values, false)).map(summaryOf), format, `No ${name}s.`);
  const whole = format === "table" ? "csv" : format;
  if (command === "export") return formatRows((await list(values, true)).map(recordOf), whole);
  if (command === "show") return formatRecord(recordOf(found(await get(reference()))), format);
  if (!Object.hasOwn(commands.others, command)) throw new CommandError(commands.usage);
  return found((await commands.others[command]?.(reference, values)) ?? null);
}

/** @throws CommandError when an option is unknown or has another value */
function readOptions<Shape extends z.ZodRawShape>(shape: Shape, args: string[]) {
  const options = Object.entries({ ...shape, format: oneOf(FORMATS) }).map(([name, rule]) => {
    const isFlag = z.safeParse(rule, true).success;
    return [name, { type: isFlag ? "boolean" : "string" }] as const;
  });
  const given = { args, allowPositionals: true, options: Object.fromEntries(options) };
  const { positionals, values } = readArgs(given);
  try {
    const { format } = z.object({ format: oneOf(FORMATS) }).parse(values);
    return { positionals, format, values: z.object(shape).parse(values) };
  } catch (error) {
    const { issues } = error as z.ZodError;
    throw new CommandError(
      issues.map(({ path, message }) => `--${path.join()} ${message}`).join("\n"),
    );
  }
}

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
export function csv(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = rows.map((row) => names.map((name) => cell(row[name] ?? "", name)).join(","));
  return `\uFEFF${[names.map((name) => cell(name)).join(","), ...lines, ""].join("\r\n")}`;
}

function table(rows: readonly Row[], nothing: string): string {
  if (rows.length === 0) return `${nothing}\n`;
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ""))];
  const widths = names.map((_, at) => Math.max(...lines.map((cells) => cells[at]?.length ?? 0)));
  const rule = widths.map((width) => "-".repeat(width));
  const padded = [names, rule, ...lines.slice(1)].map((cells) =>
    cells.map((text, at) => text.padEnd(widths[at] ?? 0)).join("  "),
  );
  return padded.map((line) => `${line.trimEnd()}\n`).join("");
}

/** Rows of the same columns; `nothing` stands for an empty table. */
function formatRows(rows: readonly Row[], format: Format, nothing = ""): string {
  if (format === "json") return `${JSON.stringify(rows, null, 2)}\n`;
  return format === "csv" ? csv(rows) : table(rows, nothing);
}

/** One row, a line for each value; JSON where it is asked for. */
function formatRecord(row: Row, format: Format): string {
  if (format === "json") return `${JSON.stringify(row, null, 2)}\n`;
  const lines = Object.entries(row).map(([name, value]) =>
    value === "" ? "" : `${name}:${value.includes("\n") ? `\n${value}\n` : ` ${value}`}\n`,
  );
  return lines.join("");
}
