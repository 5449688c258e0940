import SearchableMap from "minisearch/SearchableMap";
import { z } from "zod";
import { isEmailAddress, readMailbox } from "./email-address.ts";

// The rule of a setting completes the line "PORT: 'abc' is not ...", and includes an example.

/** Builds a schema from a function, `read`, that returns undefined for invalid text. */
const readBy = <Value>(rule: string, read: (text: string) => Value | undefined) =>
  z.string().transform((text, context): Value => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue(rule);
    return z.NEVER;
  });
const textMatching = (pattern: RegExp, rule: string) => z.string().regex(pattern, rule);

/** Reads a URL with a scheme, two slashes, a host and valid percent encoding. `schemes` is the source of a regular expression. */
function readUrl(text: string, schemes: string): URL | undefined {
  const form = new RegExp(`^(?:${schemes})://(?!/)(?:[^\\s%]|%[\\da-fA-F]{2})+$`);
  const url = form.test(text) ? URL.parse(text) : null;
  return url !== null && url.hostname !== "" ? url : undefined;
}
const urlSchema = (schemes: string, rule: string) =>
  z.string().refine((text) => readUrl(text, schemes) !== undefined, rule);

function readOrigin(text: string): string | undefined {
  const found = readUrl(text, "https?")?.origin;
  return found === text.replace(/\/$/, "") ? found : undefined;
}

/** Reads a URL to which the site appends paths, so it has no query, fragment or user name. */
function readBaseUrl(text: string): string | undefined {
  const url = readUrl(text, "https?");
  const isBare = url !== undefined && !/[?#]/.test(text) && url.username + url.password === "";
  return isBare ? text.replace(/\/+$/, "") : undefined;
}
const bare = "without user name, ? and #";
const baseUrl = readBy(`a URL such as http://127.0.0.1:4318, ${bare}`, readBaseUrl);

const proxies = z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]));
const splitList = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

function numberSchema(noun: string, text: RegExp, from: number, to: number) {
  const rule = `${noun} from ${from} to ${to}`;
  const isWithin = (value: number) => value >= from && value <= to;
  return textMatching(text, rule).transform(Number).refine(isWithin, rule);
}
const count = (from: number, to: number) => numberSchema("a whole number", /^\d+$/, from, to);
const seconds = (to: number, from = 0) =>
  numberSchema("a number of seconds", /^\d+(?:\.\d+)?$/, from, to);

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const onOff = z.enum(["on", "off"], "one of the words on and off");

/** Returns the schema of a secret with a minimum length. The command in its example prints twice as many characters. */
const secret = (length: number) => {
  const example = `such as the output of "openssl rand -hex ${length}"`;
  return z.string().min(length, `at least ${length} characters long, ${example}`);
};

/** The value of CONTENT_API_URL that selects the built-in content API with its sample content. */
const EMBEDDED = "embedded";

/** The schema of all settings. docs/reference/settings.md describes each setting. */
export const settingsSchema = z.object({
  HOST: z
    .union([z.ipv4(), z.ipv6(), z.hostname()], "an IP address or a host name, such as 0.0.0.0")
    .default("127.0.0.1"),
  PORT: count(0, 65_535).default(3000),
  PUBLIC_ORIGIN: readBy(
    "an origin such as https://www.example.org, without a path",
    readOrigin,
  ).optional(),
  HSTS_SUBDOMAINS: onOff.default("off"),
  CONTENT_API_URL: readBy(
    `a URL such as https://content.example.org, ${bare}, or the word ${EMBEDDED}`,
    (text) => (text === EMBEDDED ? text : readBaseUrl(text)),
  ).optional(),
  // Accepts the tokens of https://www.rfc-editor.org/rfc/rfc6750#section-2.1 and any other text without spaces that a header can hold.
  CONTENT_API_TOKEN: textMatching(
    /^[\x21-\x7e]{1,4096}$/,
    "a key of the content API as it was issued, without spaces",
  ).optional(),
  CONTENT_API_NEXT_PARAMETER: textMatching(
    /^[\w.[\]-]{1,60}$/,
    "the name of a query parameter, such as cursor",
  ).optional(),
  DATABASE_URL: urlSchema(
    "postgres(?:ql)?",
    "a URL such as postgres://user:password@db.example.org:5432/foundation",
  ).optional(),
  DATA_DIR: textMatching(
    /^(?![a-z]+:\/\/)[^\0]*$/i,
    "a folder such as /var/lib/foundation-website",
  ).default("./var"),
  CONTENT_DIR: textMatching(
    /^(?![a-z]+:\/\/)[^\0]+$/i,
    "a folder such as /srv/foundation-website/content",
  ).default("./content"),
  LOG_LEVEL: z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(", ")}`).default("info"),
  TRUST_PROXY: readBy(
    "a list of IP addresses or ranges such as 10.0.0.0/8,127.0.0.1",
    (text) => proxies.safeParse(splitList(text)).data,
  ).default([]),
  FRESH_SECONDS: seconds(86_400).default(300),
  STALE_IF_ERROR_SECONDS: seconds(31_536_000).default(604_800),
  EVENTS_WRITE_TOKEN: secret(16).optional(),
  MAX_QUEUE_DELAY_MS: count(0, 60_000).default(500),
  HEAD_START_MS: count(0, 10_000).default(50),
  FORM_RATE_MAX: count(1, 1_000_000).default(10),
  FORM_RATE_WINDOW_SECONDS: count(1, 86_400).default(600),
  FORM_RATE_GLOBAL_MAX: count(1, 1_000_000).default(300),
  METRICS_PORT: count(0, 65_535).optional(),
  METRICS_TOKEN: secret(16).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  INBOX_MAX_TRIES: count(1, 1_000).default(72),
  INBOX_RETENTION_DAYS: count(1, 3_650).default(365),
  SERVICE_WORKER: onOff.default("on"),
  PICTURE_KEY: secret(32).optional(),
  PICTURE_KEY_BEFORE: secret(32).optional(),
  PICTURE_CACHE_MB: count(16, 1_000_000).default(512),
  // See "Authentication" in Flutterwave's documentation. The public key, FLWPUBK, is not a secret key.
  FLUTTERWAVE_SECRET_KEY: textMatching(
    /^FLWSECK(?:_TEST)?-[\x21-\x7e]{8,200}$/,
    "a secret key of Flutterwave, such as FLWSECK_TEST-0123456789abcdef-X",
  ).optional(),
  FLUTTERWAVE_WEBHOOK_HASH: secret(16).optional(),
  FLUTTERWAVE_BASE_URL: baseUrl.optional(),
  PAYMENT_CHECK_SECONDS: seconds(3_600, 0.1).default(60),
  SMTP_URL: urlSchema(
    "smtps?",
    "a URL such as smtps://user:password@mail.example.org or smtp://127.0.0.1:25",
  ).optional(),
  MAIL_FROM: z
    .string()
    .refine(
      (text) => readMailbox(text) !== null,
      'an address such as "Foundation <office@example.org>"',
    )
    .optional(),
  OFFICE_EMAIL: z
    .string()
    .refine(isEmailAddress, "an e-mail address such as office@example.org")
    .optional(),
});

export type Settings = z.infer<typeof settingsSchema>;

/** The groups of settings that work only together: without the webhook hash, for example, a forged webhook would pass for a real one. */
const TOGETHER: readonly (readonly (keyof Settings)[])[] = [
  ["FLUTTERWAVE_SECRET_KEY", "FLUTTERWAVE_WEBHOOK_HASH"],
  ["SMTP_URL", "MAIL_FROM", "OFFICE_EMAIL"],
];

/** The secrets and e-mail addresses, for which the log says only that they are set. */
const SECRETS: readonly string[] = [
  "CONTENT_API_TOKEN",
  "EVENTS_WRITE_TOKEN",
  "METRICS_TOKEN",
  "PICTURE_KEY",
  "PICTURE_KEY_BEFORE",
  "FLUTTERWAVE_SECRET_KEY",
  "FLUTTERWAVE_WEBHOOK_HASH",
  "MAIL_FROM",
  "OFFICE_EMAIL",
] satisfies (keyof Settings)[];

/** An error whose message has a line for each invalid setting. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** The settings whose value is never printed: a URL that cannot be parsed may still hold a password. */
const MAY_HOLD_SECRETS: readonly string[] = [...SECRETS, "DATABASE_URL", "SMTP_URL"];

/**
 * Signs of a user name, a password or a query in a URL that cannot be parsed: a colon that no port follows, for example.
 * Examples: `user:secret@host`, `host?key=1`.
 */
const CREDENTIALS = /[@?#%]|[a-z]:(?!\/\/|\d+(?:\/|$))/i;

/** Quotes a value on one line, at most 60 characters of it, and nothing that may be secret. */
function quoteValue(name: string, value: string): string {
  if (MAY_HOLD_SECRETS.includes(name) || CREDENTIALS.test(value)) return "its value";
  const line = value.replaceAll(/\p{C}/gu, "?");
  return line.length > 60 ? `'${line.slice(0, 60)}...'` : `'${line}'`;
}

/** Returns the settings that are set. An empty or blank value counts as unset. */
function givenSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  const given = Object.entries(env).map(([name, value = ""]) => [name, value.trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ""));
}

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads and checks the settings.
 * @throws ConfigError when a setting is invalid or missing
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const given = givenSettings(env);
  const { data: settings, error } = settingsSchema.safeParse(given);
  const errors = (error?.issues ?? []).map(({ path: [setting], message }) => {
    const name = String(setting);
    return `${name}: ${quoteValue(name, given[name] ?? "")} is not ${message}`;
  });
  // The old name would otherwise be ignored silently.
  if (given.SHED_ABOVE_MS !== undefined)
    errors.unshift("SHED_ABOVE_MS: this setting is now MAX_QUEUE_DELAY_MS; set that instead");
  // Publish the sample content only when a setting asks for it, never because CONTENT_API_URL was forgotten.
  if (given.CONTENT_API_URL === undefined && /^https:/i.test(given.PUBLIC_ORIGIN ?? ""))
    errors.push(
      "CONTENT_API_URL: it must be set, since PUBLIC_ORIGIN is https: to a URL such as " +
        `https://content.example.org, or to ${EMBEDDED} for the sample content`,
    );
  if (settings?.METRICS_PORT && settings.METRICS_PORT === settings.PORT)
    errors.push("METRICS_PORT: it must be another port than PORT");
  for (const names of TOGETHER) {
    const set = names.find((name) => settings?.[name] !== undefined);
    const missing = names.filter((name) => set && settings?.[name] === undefined);
    errors.push(...missing.map((name) => `${name}: it must be set, since ${set} is set`));
  }
  if (settings === undefined || errors.length > 0) {
    // A missing setting may be present under a misspelt name.
    for (const { given: name, meant } of misspeltSettings(env))
      errors.push(`${name}: no setting has this name; set ${meant} instead`);
    throw new ConfigError(`Invalid settings:\n${errors.map((line) => `  ${line}`).join("\n")}`);
  }
  const { HOST, PORT, PUBLIC_ORIGIN, CONTENT_API_URL } = settings;
  const host = HOST.includes(":") ? `[${HOST}]` : HOST;
  return Object.freeze({
    ...settings,
    // Without a trailing slash.
    PUBLIC_ORIGIN: PUBLIC_ORIGIN ?? `http://${host}:${PORT}`,
    // Undefined selects the embedded content API, which asks for no token.
    CONTENT_API_URL: CONTENT_API_URL === EMBEDDED ? undefined : CONTENT_API_URL,
    CONTENT_API_TOKEN:
      (CONTENT_API_URL ?? EMBEDDED) === EMBEDDED ? undefined : settings.CONTENT_API_TOKEN,
  });
}

/** The settings of a library that reads the environment itself, however close to ours their names are. */
const FOREIGN = /^OTEL_EXPORTER_/;
const sortedLetters = (name: string) => [...name].sort().join("");

/** Returns the variables whose names are nearly ours in any case, which are probably misspelt. Swapped letters count as one error. */
export function misspeltSettings(env: NodeJS.ProcessEnv): { given: string; meant: string }[] {
  const known = Object.keys(settingsSchema.shape);
  const names = SearchableMap.from(known.map((name) => [name, name]));
  return Object.keys(givenSettings(env)).flatMap((given) => {
    if (known.includes(given) || FOREIGN.test(given)) return [];
    const typed = given.toUpperCase();
    const [nearest] = [...names.fuzzyGet(typed, 2)]
      // A short name is close to many words, so two errors in it are not taken for a misspelling.
      .filter(
        ([meant, [, errors]]) =>
          errors < 2 || meant.length > 5 || sortedLetters(typed) === sortedLetters(meant),
      )
      .sort(([, [, one]], [, [, other]]) => one - other);
    return nearest ? [{ given, meant: nearest[0] }] : [];
  });
}

/** Returns the settings for sending mail, or null without a mail server. */
export function mailSettings(config: Config) {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, OFFICE_EMAIL: office } = config;
  if (smtpUrl === undefined || from === undefined || office === undefined) return null;
  // A payment begins within seconds. Without a provider every gift is a pledge, so there is nothing to wait for.
  const paymentStartMs = paymentKeys(config) === null ? 0 : 30_000;
  return { smtpUrl, from, office, origin: config.PUBLIC_ORIGIN, paymentStartMs };
}

export type MailSettings = NonNullable<ReturnType<typeof mailSettings>>;

/** Returns the keys of the payment provider, or null without one. */
export function paymentKeys(config: Config) {
  const { FLUTTERWAVE_SECRET_KEY: secretKey, FLUTTERWAVE_WEBHOOK_HASH: webhookHash } = config;
  if (secretKey === undefined || webhookHash === undefined) return null;
  return { secretKey, webhookHash, baseUrl: config.FLUTTERWAVE_BASE_URL };
}

export function withoutCredentials(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
}

/** Summarises the settings in effect for the log, without the values of secrets. */
export function summariseSettings(config: Config): Record<string, unknown> {
  const shown = Object.entries(config).map(([name, value]: [string, unknown]) => {
    if (SECRETS.includes(name) && value !== undefined) return [name, "(set)"];
    const isUrl = typeof value === "string" && value.includes("://");
    return [name, isUrl ? withoutCredentials(value) : value];
  });
  return Object.fromEntries(shown);
}
