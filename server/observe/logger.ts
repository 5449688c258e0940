import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import type { Config } from "../config.ts";

const LONGEST_CHAIN = 5;

/** Facts of a fault that hold our own words alone. */
const SAFE_FACTS = ["code", "kind", "source", "status", "attempts", "statusCode"] as const;

/**
 * A fault and what caused it, down the chain. Of its properties only those named above: others may
 * hold what a visitor typed or a source answered.
 */
function printFault(fault: unknown, depth = 0): Record<string, unknown> {
  if (!(fault instanceof Error)) return { type: typeof fault };
  const facts: Record<string, unknown> = { type: fault.name, message: fault.message };
  for (const name of SAFE_FACTS) {
    const value: unknown = Reflect.get(fault, name);
    if (typeof value === "string" || typeof value === "number") facts[name] = value;
  }
  if (depth === 0 && fault.stack !== undefined) facts.stack = fault.stack;
  if (fault.cause !== undefined && depth < LONGEST_CHAIN)
    facts.cause = printFault(fault.cause, depth + 1);
  return facts;
}

/**
 * Nothing of ours logs these. Should a change do so by mistake, the words are gone before they are
 * written: the second lock on the same door.
 */
const REDACTED = [
  ...["body", "fields", "values", "headers", "query", "url", "ip", "remoteAddress"],
  ...["email", "phone", "name", "message", "password", "token", "authorization", "cookie"],
  ...["req.headers", "req.url", "req.body", "req.remoteAddress", "req.query"],
] as const;

/** The site's own logger: JSON lines, faults with their chain, personal words censored. */
export function createLogger(
  config: Pick<Config, "LOG_LEVEL">,
  to: { destination?: DestinationStream; isPretty?: boolean } = {},
): Logger {
  const options: LoggerOptions = {
    level: config.LOG_LEVEL,
    serializers: { err: (fault: unknown) => printFault(fault) },
    redact: { paths: [...REDACTED], censor: "[redacted]" },
    ...(to.isPretty ? { transport: { target: "pino-pretty" } } : {}),
  };
  return to.destination ? pino(options, to.destination) : pino(options);
}

/** `SIGUSR2` turns the words of `debug` on, and off again. */
export function switchLevelOnSignal(logger: Logger, usual: Config["LOG_LEVEL"]): void {
  process.on("SIGUSR2", () => {
    const level = logger.level === "debug" ? usual : "debug";
    logger.level = level;
    // Said at a level that is never off.
    logger.fatal({ logLevel: level }, "log level changed");
  });
}
