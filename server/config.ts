import SearchableMap from "minisearch/SearchableMap";
import { z } from "zod";
import {
  address,
  baseUrl,
  bearerToken,
  contentApiUrl,
  count,
  databaseUrl,
  EMBEDDED,
  flutterwaveKey,
  folder,
  host,
  logLevel,
  mailbox,
  onOff,
  origin,
  parameterName,
  proxies,
  seconds,
  signingKey,
  smtpUrl,
  token,
} from "./setting-rules.ts";

/** Every setting: name, rule and default. server/README.md describes each. */
export const settingsSchema = z.object({
  HOST: host.default("127.0.0.1"),
  PORT: count(0, 65_535).default(3000),
  PUBLIC_ORIGIN: origin.optional(),
  HSTS_SUBDOMAINS: onOff.default("off"),
  CONTENT_API_URL: contentApiUrl.optional(),
  CONTENT_API_TOKEN: bearerToken.optional(),
  CONTENT_API_NEXT_PARAMETER: parameterName.optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATA_DIR: folder.default("./var"),
  LOG_LEVEL: logLevel.default("info"),
  TRUST_PROXY: proxies.default([]),
  FRESH_SECONDS: seconds(86_400).default(300),
  STALE_IF_ERROR_SECONDS: seconds(31_536_000).default(604_800),
  EVENTS_WRITE_TOKEN: token.optional(),
  MAX_QUEUE_DELAY_MS: count(0, 60_000).default(500),
  HEAD_START_MS: count(0, 10_000).default(50),
  FORM_RATE_MAX: count(1, 1_000_000).default(10),
  FORM_RATE_WINDOW_SECONDS: count(1, 86_400).default(600),
  FORM_RATE_GLOBAL_MAX: count(1, 1_000_000).default(300),
  METRICS_PORT: count(0, 65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  INBOX_MAX_TRIES: count(1, 1_000).default(72),
  INBOX_RETENTION_DAYS: count(1, 3_650).default(365),
  SERVICE_WORKER: onOff.default("on"),
  PICTURE_KEY: signingKey.optional(),
  PICTURE_CACHE_MB: count(16, 1_000_000).default(512),
  FLUTTERWAVE_SECRET_KEY: flutterwaveKey.optional(),
  FLUTTERWAVE_WEBHOOK_HASH: token.optional(),
  FLUTTERWAVE_BASE_URL: baseUrl.optional(),
  PAYMENT_CHECK_SECONDS: seconds(3_600, 0.1).default(60),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailbox.optional(),
  OFFICE_EMAIL: address.optional(),
});

export type Settings = z.infer<typeof settingsSchema>;

export interface Config extends Readonly<Settings> {
  /** Public scheme and host, no trailing slash. */
  readonly PUBLIC_ORIGIN: string;
  /** Undefined: the embedded content API. */
  readonly CONTENT_API_URL: string | undefined;
}

/** Settings that got another name. A start with the old name stops: its value would be ignored silently. */
const RENAMED_SETTINGS: Readonly<Record<string, keyof Settings>> = {
  SHED_ABOVE_MS: "MAX_QUEUE_DELAY_MS",
};

/** All validation errors of the settings, one line for each. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

type Env = Readonly<Record<string, string | undefined>>;

/** Of these the log says only that they are set: secrets and e-mail addresses. */
const SECRETS: readonly string[] = [
  ...(["CONTENT_API_TOKEN", "EVENTS_WRITE_TOKEN", "PICTURE_KEY"] satisfies (keyof Config)[]),
  ...(["FLUTTERWAVE_SECRET_KEY", "FLUTTERWAVE_WEBHOOK_HASH"] satisfies (keyof Config)[]),
  ...(["MAIL_FROM", "OFFICE_EMAIL"] satisfies (keyof Config)[]),
];
/** Their value often holds a password, which nothing marks in a URL that cannot be parsed. */
const MAY_HOLD_SECRETS: readonly string[] = [...SECRETS, "DATABASE_URL", "SMTP_URL"];

/** What may be user and password, or a query, in a URL that cannot be parsed: a colon before no port, for example. */
const CREDENTIALS = /[@?#%]|[a-z]:(?!\/\/|\d+(?:\/|$))/i;

/** A value as a message shows it: on one line, at most 60 characters, and nothing that may be secret. */
function quoted(name: string, value: string): string {
  if (MAY_HOLD_SECRETS.includes(name) || CREDENTIALS.test(value)) return "its value";
  const line = value.replaceAll(/\p{C}/gu, "?");
  return line.length > 60 ? `'${line.slice(0, 60)}...'` : `'${line}'`;
}

/** What is set, by name. Empty or blank counts as unset. */
function givenSettings(env: Env): Record<string, string> {
  const given = Object.entries(env).map(([name, value = ""]) => [name, value.trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

/** The sample content is public only where a setting says so, never because another one is missing. */
function sourceErrors({ PUBLIC_ORIGIN = "", CONTENT_API_URL }: Record<string, string>): string[] {
  if (CONTENT_API_URL !== undefined || !/^https:/i.test(PUBLIC_ORIGIN)) return [];
  return [
    "CONTENT_API_URL: it must be set, since PUBLIC_ORIGIN is https: to a URL such as " +
      `https://content.example.org, or to ${EMBEDDED} for the sample content`,
  ];
}

/**
 * Settings that are nothing without each other. Without the key no payment begins, and without the hash no webhook can
 * be told from a forged one.
 */
const TOGETHER = [
  ["FLUTTERWAVE_SECRET_KEY", "FLUTTERWAVE_WEBHOOK_HASH"],
  ["SMTP_URL", "MAIL_FROM", "OFFICE_EMAIL"],
] as const satisfies (keyof Settings)[][];

const missingErrors = (settings: Settings): string[] =>
  TOGETHER.flatMap((names: readonly (keyof Settings)[]) => {
    const given = names.find((name) => settings[name] !== undefined);
    const missing = names.find((name) => settings[name] === undefined);
    return given && missing ? [`${missing}: it must be set, since ${given} is set`] : [];
  });

/**
 * Reads the settings from the environment.
 * @throws ConfigError naming every invalid setting
 */
export function readConfig(env: Env): Config {
  const given = givenSettings(env);
  const renamed = Object.entries(RENAMED_SETTINGS)
    .filter(([old]) => given[old] !== undefined)
    .map(([old, name]) => `${old}: this setting is now ${name}; set ${name} instead`);
  const { data: settings, error } = settingsSchema.safeParse(given);
  const invalid = (error?.issues ?? []).map(({ path: [setting], message }) => {
    const name = String(setting);
    return `${name}: ${quoted(name, given[name] ?? "")} is not ${message}`;
  });
  const errors = [...renamed, ...invalid, ...sourceErrors(given)];
  if (settings !== undefined) errors.push(...missingErrors(settings));
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
/** The names of settings this short are close to many words: two errors are no typing error. */
const SHORT = 5;

const sortedLetters = (name: string) => [...name].sort().join("");

/**
 * Names that are not ours but nearly, whatever their case, each with the closest of ours: probably a typing error, whose
 * value is ignored. Letters that changed places are one error.
 */
export function misspeltSettings(env: Env): { given: string; meant: string }[] {
  const known = [...Object.keys(settingsSchema.shape), ...Object.keys(RENAMED_SETTINGS)];
  const names = SearchableMap.from(known.map((name) => [name, name]));
  return Object.keys(givenSettings(env)).flatMap((given) => {
    if (known.includes(given) || FOREIGN.test(given)) return [];
    const typed = given.toUpperCase();
    const [nearest] = [...names.fuzzyGet(typed, 2)]
      .map(([meant, [, errors]]) => {
        const isSwap = errors === 2 && sortedLetters(typed) === sortedLetters(meant);
        return { given, meant, errors: isSwap ? 1 : errors };
      })
      .filter(({ meant, errors }) => errors <= (meant.length <= SHORT ? 1 : 2))
      .sort((one, other) => one.errors - other.errors);
    return nearest ? [{ given, meant: nearest.meant }] : [];
  });
}

/** How mails are sent; null without a server for them. */
export function mailSettings(config: Config) {
  const {
    SMTP_URL: smtpUrl,
    MAIL_FROM: from,
    OFFICE_EMAIL: office,
    PUBLIC_ORIGIN: origin,
  } = config;
  if (smtpUrl === undefined || from === undefined || office === undefined) return null;
  // A payment begins within seconds; without a provider every gift is a promise.
  const paymentStartMs = paymentKeys(config) === null ? 0 : 30_000;
  return { smtpUrl, from, office, origin, paymentStartMs };
}

/** The keys of the payment provider; null without one. */
export function paymentKeys(
  config: Config,
): { secretKey: string; webhookHash: string; baseUrl: string | undefined } | null {
  const { FLUTTERWAVE_SECRET_KEY: secretKey, FLUTTERWAVE_WEBHOOK_HASH: webhookHash } = config;
  if (secretKey === undefined || webhookHash === undefined) return null;
  return { secretKey, webhookHash, baseUrl: config.FLUTTERWAVE_BASE_URL };
}

/** A URL without user, password and query. */
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
