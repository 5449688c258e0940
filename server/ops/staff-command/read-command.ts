import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { FORMATS } from "./format-rows.ts";

/** The command failed; the message is shown to the user. */
export class CommandError extends Error {
  override name = "CommandError";
}

/**
 * The value of an option; undefined without one.
 * @throws CommandError when it is not a known one
 */
export function oneOf<const Known extends string>(
  known: readonly Known[],
  given: string | undefined,
  option: string,
): Known | undefined {
  const found = known.find((one) => one === given);
  if (given !== undefined && found === undefined)
    throw new CommandError(`--${option} is one of ${known.join(", ")}`);
  return found;
}

/** What a command of the staff is given. */
export interface Given {
  args: readonly string[];
  isTerminal: boolean;
}

/**
 * The command, the options, the format of its output (a table on a terminal, JSON elsewhere) and the reference that it is about.
 * @throws CommandError when an option is unknown, and `reference` when none is given
 */
export function readCommand<Options extends ParseArgsOptionsConfig>(
  { args, isTerminal }: Given,
  options: Options,
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [command, given] = positionals;
    const { format } = values as { format?: string };
    const reference = () => {
      if (given === undefined) throw new CommandError(`${command} needs a reference`);
      return given.toUpperCase();
    };
    const usual = isTerminal ? "table" : "json";
    return { command, values, reference, format: oneOf(FORMATS, format, "format") ?? usual };
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}
