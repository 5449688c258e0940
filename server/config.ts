import SearchableMap from "minisearch/SearchableMap";
import { EMBEDDED, SECRETS, type Settings, settingsSchema, TOGETHER } from "./settings.ts";

export { type Settings, settingsSchema };

export interface Config extends Readonly<Settings> {
  /** Public scheme and host, no trailing slash. */
  readonly PUBLIC_ORIGIN: string;
  /** Undefined: the embedded content API. */
  readonly CONTENT_API_URL: string | undefined;
}

/** With a line for each setting that is wrong. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Their value often holds a password, which nothing marks in a URL that cannot be parsed. */
const MAY_HOLD_SECRETS: readonly string[] = [...SECRETS, "DATABASE_URL", "SMTP_URL"];

/** What may be user and password, or a query, in a URL that cannot be parsed: a colon before no port, for example. */
const CREDENTIALS = /[@?#%]|[a-z]:(?!\/\/|\d+(?:\/|$))/i;

/** On one line, at most 60 characters, and nothing that may be secret. */
function quoted(name: string, value: string): string {
  if (MAY_HOLD_SECRETS.includes(name) || CREDENTIALS.test(value)) return "its value";
  const line = value.replaceAll(/\p{C}/gu, "?");
  return line.length > 60 ? `'${line.slice(0, 60)}...'` : `'${line}'`;
}

/** Empty or blank counts as unset. */
function givenSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  const given = Object.entries(env).map(([name, value = ""]) => [name, value.trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

/** @throws ConfigError */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = givenSettings(env);
  const { data: settings, error } = settingsSchema.safeParse(given);
  const errors = (error?.issues ?? []).map(({ path: [setting], message }) => {
    const name = String(setting);
    return `${name}: ${quoted(name, given[name] ?? "")} is not ${message}`;
  });
  // Its value would be ignored silently.
  if (given.SHED_ABOVE_MS !== undefined)
    errors.unshift("SHED_ABOVE_MS: this setting is now MAX_QUEUE_DELAY_MS; set that instead");
  // The sample content is public only where a setting says so, never because another one is missing.
  if (given.CONTENT_API_URL === undefined && /^https:/i.test(given.PUBLIC_ORIGIN ?? ""))
    errors.push(
      "CONTENT_API_URL: it must be set, since PUBLIC_ORIGIN is https: to a URL such as " +
        `https://content.example.org, or to ${EMBEDDED} for the sample content`,
    );
  for (const names of TOGETHER) {
    const set = names.find((name) => settings?.[name] !== undefined);
    const missing = names.find((name) => settings?.[name] === undefined);
    if (set && missing) errors.push(`${missing}: it must be set, since ${set} is set`);
  }
  if (settings === undefined || errors.length > 0)
    throw new ConfigError(`Invalid settings:\n${errors.map((line) => `  ${line}`).join("\n")}`);
  const { HOST, PORT, PUBLIC_ORIGIN, CONTENT_API_URL } = settings;
  const host = HOST.includes(":") ? `[${HOST}]` : HOST;
  return Object.freeze({
    ...settings,
    PUBLIC_ORIGIN: PUBLIC_ORIGIN ?? `http://${host}:${PORT}`,
    CONTENT_API_URL: CONTENT_API_URL === EMBEDDED ? undefined : CONTENT_API_URL,
    // The embedded content API asks for none.
    CONTENT_API_TOKEN:
      (CONTENT_API_URL ?? EMBEDDED) === EMBEDDED ? undefined : settings.CONTENT_API_TOKEN,
  });
}

/** A family of names that a library reads itself, however close they are to ours. */
const FOREIGN = /^OTEL_EXPORTER_/;
const sortedLetters = (name: string) => [...name].sort().join("");

/** Names that are nearly ours, whatever their case: probably a typing error. Letters that changed places are one error. */
export function misspeltSettings(env: NodeJS.ProcessEnv): { given: string; meant: string }[] {
  const known = Object.keys(settingsSchema.shape);
  const names = SearchableMap.from(known.map((name) => [name, name]));
  return Object.keys(givenSettings(env)).flatMap((given) => {
    if (known.includes(given) || FOREIGN.test(given)) return [];
    const typed = given.toUpperCase();
    const [nearest] = [...names.fuzzyGet(typed, 2)]
      // Short names are close to many words: two errors are no typing error.
      .filter(
        ([meant, [, errors]]) =>
          errors < 2 || meant.length > 5 || sortedLetters(typed) === sortedLetters(meant),
      )
      .sort(([, [, one]], [, [, other]]) => one - other);
    return nearest ? [{ given, meant: nearest[0] }] : [];
  });
}

/** Null without a server for mails. */
export function mailSettings(config: Config) {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, OFFICE_EMAIL: office } = config;
  if (smtpUrl === undefined || from === undefined || office === undefined) return null;
  // A payment begins within seconds; without a provider every gift is a promise.
  const paymentStartMs = paymentKeys(config) === null ? 0 : 30_000;
  return { smtpUrl, from, office, origin: config.PUBLIC_ORIGIN, paymentStartMs };
}

/** Null without a payment provider. */
export function paymentKeys(config: Config) {
  const { FLUTTERWAVE_SECRET_KEY: secretKey, FLUTTERWAVE_WEBHOOK_HASH: webhookHash } = config;
  if (secretKey === undefined || webhookHash === undefined) return null;
  return { secretKey, webhookHash, baseUrl: config.FLUTTERWAVE_BASE_URL };
}

export function withoutCredentials(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
}

/** The settings in effect, for the log: of a secret only that it is set. */
export function summariseSettings(config: Config): Record<string, unknown> {
  const shown = Object.entries(config).map(([name, value]: [string, unknown]) => {
    if (SECRETS.includes(name) && value !== undefined) return [name, "(set)"];
    const isUrl = typeof value === "string" && value.includes("://");
    return [name, isUrl ? withoutCredentials(value) : value];
  });
  return Object.fromEntries(shown);
}
