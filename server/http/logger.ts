import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from "pino";

const MAX_CAUSES = 5;

/** Never personal data. */
const SAFE_PROPERTIES = ["code", "kind", "source", "status", "attempts", "statusCode"] as const;

/** An error with its causes. Other properties are left out: they may hold a visitor's or the source's text. */
function serialiseError(error: unknown, depth = 0): Record<string, unknown> {
  // What libraries throw or hand on is not always an Error.
  if (typeof error !== "object" || error === null) return { type: typeof error };
  const { message, stack, cause, errors } = error as Partial<AggregateError>;
  const type = error instanceof Error ? error.name : (error.constructor?.name ?? "object");
  // Of several addresses, none of which could be reached: the error of all has no message.
  const [first] = message ? [] : (errors ?? []);
  const serialised: Record<string, unknown> = { type, message: message || first?.message };
  for (const name of SAFE_PROPERTIES) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === "string" || typeof value === "number") serialised[name] = value;
  }
  if (depth === 0 && stack !== undefined) serialised.stack = stack;
  if (cause !== undefined && depth < MAX_CAUSES)
    serialised.cause = serialiseError(cause, depth + 1);
  return serialised;
}

/** The site logs none of these; redacted in case a later change does. */
const REDACTED = [
  ...["body", "fields", "values", "headers", "query", "url", "ip", "remoteAddress"],
  ...["email", "phone", "name", "message", "password", "token", "authorization", "cookie"],
  ...["req.headers", "req.url", "req.body", "req.remoteAddress", "req.query"],
] as const;

export function createLogger(level: string, destination: DestinationStream): Logger {
  const serializers = { err: (error: unknown) => serialiseError(error) };
  const redact = { paths: [...REDACTED], censor: "[redacted]" };
  // Read by people, in the journal too; times of this form sort as text.
  const timestamp = stdTimeFunctions.isoTime;
  return pino({ level, timestamp, serializers, redact }, destination);
}

/** `SIGUSR2` switches the level to `debug` and back. */
export function switchLevelOnSignal(logger: Logger, usual: string): void {
  process.on("SIGUSR2", () => {
    const level = logger.level === "debug" ? usual : "debug";
    logger.level = level;
    // The level that only `silent` turns off.
    logger.fatal({ logLevel: level }, "log level changed");
  });
}

/** Standard output, a few lines at a time: a system call for each would be a tenth of the CPU of a cached page. */
export function createLogDestination(): DestinationStream {
  const lines = { sync: true, minLength: 4_096, periodicFlush: 100, maxLength: 1_048_576 };
  const output = destination(lines);
  // On a full disk: the lines of a megabyte wait, later ones are lost, and the site goes on.
  output.on("error", () => {});
  // `flushSync` would wait until there is space.
  process.on("exit", () => output.end());
  return output;
}
