import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

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

/** @throws CommandError when an option is unknown */
export function readArguments<Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}
