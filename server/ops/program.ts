import { type ParseArgsConfig, parseArgs } from "node:util";
import { ConfigError } from "../config.ts";

/** The message is shown to the user. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** @throws CommandError when an option is unknown, has no value, or comes twice */
export function readArgs<const Given extends ParseArgsConfig>(given: Given) {
  try {
    const { tokens = [] } = parseArgs({ ...given, tokens: true });
    const names = tokens.flatMap((token) => (token.kind === "option" ? token.rawName : []));
    const twice = names.find((name, at) => names.indexOf(name) < at);
    if (twice !== undefined) throw new Error(`Option '${twice}' comes twice`);
    return parseArgs(given);
  } catch (error) {
    throw new CommandError(`${(error as Error).message} ("--help" says what there is)`);
  }
}

/**
 * Prints what a command of the terminal returns: its usage for `--help`, also where the settings are what is wrong. What
 * is expected to fail is said in a line, and ends with this exit code.
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
