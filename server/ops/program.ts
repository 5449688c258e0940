import { type ParseArgsConfig, parseArgs } from "node:util";
import { ConfigError } from "../config.ts";

/** An error whose message is shown to the user. */
export class CommandError extends Error {
  override name = "CommandError";
}

/**
 * Reads the arguments of a command.
 * @throws CommandError when an option is unknown, has no value, or comes twice
 */
export function readArgs<const Given extends ParseArgsConfig>(given: Given) {
  try {
    const { tokens = [] } = parseArgs({ ...given, tokens: true });
    const names = tokens.flatMap((token) => (token.kind === "option" ? token.rawName : []));
    const twice = names.find((name, at) => names.indexOf(name) < at);
    if (twice !== undefined) throw new Error(`Option '${twice}' is given twice`);
    return parseArgs(given);
  } catch (error) {
    throw new CommandError(`${(error as Error).message} (see "--help")`);
  }
}

/**
 * Prints the output of a command. `--help` prints the usage, even with invalid settings. An expected error is printed as a
 * line, and ends the command with the exit code `failed`.
 */
export async function runProgram(usage: string, failed: number, run: () => Promise<string>) {
  try {
    process.stdout.write(process.argv.includes("--help") ? usage : await run());
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = failed;
  }
}
