import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from "pino";

const MAX_CAUSES = 5;

/** The properties of errors that never hold personal data. */
const SAFE_PROPERTIES = ["code", "kind", "source", "status", "attempts", "statusCode"] as const;

/** Serialises an error with its causes. Omits unknown properties, which may hold text of a visitor or of the source. */
function serialiseError(error: unknown, depth = 0): Record<string, unknown> {
  // Libraries do not always throw an Error.
  if (typeof error !== "object" || error === null) return { type: typeof error };
  const { message, stack, cause, errors } = error as Partial<AggregateError>;
  const type = error instanceof Error ? error.name : (error.constructor?.name ?? "object");
  // When a host has several addresses and none can be reached, the AggregateError has no message. Use the first error's.
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

/** The fields that the site never logs, redacted in case a later change logs one by mistake. */
const REDACTED = [
  "body",
  "fields",
  "values",
  "headers",
  "query",
  "url",
  "ip",
  "remoteAddress",
  "email",
  "phone",
  "name",
  "message",
  "password",
  "token",
  "authorization",
  "cookie",
  "req.headers",
  "req.url",
  "req.body",
  "req.remoteAddress",
  "req.query",
] as const;

export function createLogger(level: string, destination: DestinationStream): Logger {
  const serializers = { err: (error: unknown) => serialiseError(error) };
  const redact = { paths: [...REDACTED], censor: "[redacted]" };
  // People read the log, in the journal too, and ISO times sort as text.
  const timestamp = stdTimeFunctions.isoTime;
  return pino({ level, timestamp, serializers, redact }, destination);
}

/** Makes `SIGUSR2` switch the level to `debug` and back. */
export function switchLevelOnSignal(logger: Logger, usual: string): void {
  process.on("SIGUSR2", () => {
    const level = logger.level === "debug" ? usual : "debug";
    logger.level = level;
    // Log at `fatal`, which only `silent` turns off.
    logger.fatal({ logLevel: level }, "log level changed");
  });
}

/** Opens standard output, written in batches: a system call per line would be a tenth of the CPU time of a cached page. */
export function createLogDestination(): DestinationStream {
  const lines = { sync: true, minLength: 4_096, periodicFlush: 100, maxLength: 1_048_576 };
  const output = destination(lines);
  // On a full disk, up to a megabyte of lines is buffered, later lines are lost, and the site goes on.
  output.on("error", () => {});
  // Do not use `flushSync`, which would wait until there is space.
  process.on("exit", () => output.end());
  return output;
}
