import { z } from "zod";
import { type CsvRow, csv } from "../../csv.ts";
import type { Store } from "../../store/store.ts";
import { CommandError, readArgs } from "../program.ts";

export interface CommandInput {
  store: Store;
  origin: string;
  /** True where the site sends mails. */
  isMailed?: boolean;
  args: string[];
}

export const oneOf = <const Known extends readonly string[]>(known: Known) =>
  z.enum(known, { error: `is one of ${known.join(", ")}` }).optional();

export const optionalPattern = (pattern: RegExp, error: string) =>
  z.string().regex(pattern, error).optional();

export const FORMAT = { format: oneOf(["json", "csv"]) };
type Format = z.infer<typeof FORMAT.format>;

interface Commands<Values, Item> {
  usage: string;
  /** The noun for an item in messages. */
  name: string;
  options: z.ZodObject & z.ZodType<Values>;
  /** Returns the newest items, or all items. */
  list: (values: Values, isWhole: boolean) => Promise<Item[]>;
  get: (reference: string) => Promise<Item | null>;
  /** Returns the columns of a list, none of which may name a person. */
  summaryOf: (item: Item) => CsvRow;
  recordOf: (item: Item) => CsvRow;
  /** The other commands, whose result is printed. Null stands for a missing item. */
  others: Record<string, (reference: () => string, values: Values) => Promise<string | null>>;
}

/** Runs a command and returns the output, as JSON or CSV. Throws CommandError. */
export async function runCommand<Values extends { format?: Format }, Item>(
  { args }: CommandInput,
  { usage, name, options, list, get, summaryOf, recordOf, others }: Commands<Values, Item>,
): Promise<string> {
  const { positionals, values } = readOptions(options, args);
  const [command = "", given, ...more] = positionals;
  const [ignored] = command === "list" || command === "export" ? positionals.slice(1) : more;
  if (ignored !== undefined)
    throw new CommandError(`${command} does not take '${ignored}' (see "--help")`);
  const reference = () => {
    if (given === undefined) throw new CommandError(`${command} needs a reference`);
    return given.toUpperCase();
  };
  const found = <Result>(result: Result | null): Result => {
    if (result === null) throw new CommandError(`No ${name} ${reference()} was found`);
    return result;
  };
  const print = values.format === "csv" ? csv : json;
  if (command === "list") return print((await list(values, false)).map(summaryOf));
  if (command === "export") return print((await list(values, true)).map(recordOf));
  if (command === "show") {
    const row = recordOf(found(await get(reference())));
    return values.format === "csv" ? csv([row]) : json(row);
  }
  if (!Object.hasOwn(others, command)) throw new CommandError(usage);
  return found((await others[command]?.(reference, values)) ?? null);
}

function readOptions<Values>(rules: Commands<Values, unknown>["options"], args: string[]) {
  const options = Object.entries(rules.shape).map(([name, rule]) => {
    const isFlag = z.safeParse(rule, true).success;
    return [name, { type: isFlag ? "boolean" : "string" }] as const;
  });
  const given = { args, allowPositionals: true, options: Object.fromEntries(options) };
  const { positionals, values } = readArgs(given);
  const { data, error } = z.safeParse<z.ZodType<Values>>(rules, values);
  if (!error) return { positionals, values: data };
  const lines = error.issues.map(({ path, message }) => `--${path.join()} ${message}`);
  throw new CommandError(lines.join("\n"));
}

const json = (value: CsvRow | readonly CsvRow[]) => `${JSON.stringify(value, null, 2)}\n`;
