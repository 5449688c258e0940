import SearchableMap from "minisearch/SearchableMap";
import { z } from "zod";
import { isEmailAddress, readMailbox } from "./email-address.ts";

// The rule of a setting completes the line "PORT: 'abc' is not ...", and holds an example.

/** `read` returns undefined for an invalid text. */
const readBy = <Value>(rule: string, read: (text: string) => Value | undefined) =>
  z.string().transform((text, context): Value => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue(rule);
    return z.NEVER;
  });
const matching = (pattern: RegExp, rule: string) => z.string().regex(pattern, rule);

/** The URL in a text that has a scheme, two slashes and a host, and can be decoded; `schemes` is an expression. */
function readUrl(text: string, schemes: string): URL | undefined {
  const form = new RegExp(`^(?:${schemes})://(?!/)(?:[^\\s%]|%[\\da-fA-F]{2})+$`);
  const url = form.test(text) ? URL.parse(text) : null;
  return url !== null && url.hostname !== "" ? url : undefined;
}
const urlOf = (schemes: string, rule: string) =>
  z.string().refine((text) => readUrl(text, schemes) !== undefined, rule);

function readOrigin(text: string): string | undefined {
  const found = readUrl(text, "https?")?.origin;
  return found === text.replace(/\/$/, "") ? found : undefined;
}

/** A URL to which paths are appended. */
function readBaseUrl(text: string): string | undefined {
  const url = readUrl(text, "https?");
  const isBare = url !== undefined && !/[?#]/.test(text) && url.username + url.password === "";
  return isBare ? text.replace(/\/+$/, "") : undefined;
}
const bare = "without user name, ? and #";
const baseUrl = readBy(`a URL such as http://127.0.0.1:4318, ${bare}`, readBaseUrl);

const proxies = z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]));
const list = (text: string) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

function numberOf(noun: string, text: RegExp, from: number, to: number) {
  const rule = `${noun} from ${from} to ${to}`;
  const isWithin = (value: number) => value >= from && value <= to;
  return matching(text, rule).transform(Number).refine(isWithin, rule);
}
const count = (from: number, to: number) => numberOf("a whole number", /^\d+$/, from, to);
const seconds = (to: number, from = 0) =>
  numberOf("a number of seconds", /^\d+(?:\.\d+)?$/, from, to);

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const onOff = z.enum(["on", "off"], "one of the words on and off");

/** Of so many characters at least; the example makes one of twice as many. */
const secret = (length: number) => {
  const example = `such as the output of "openssl rand -hex ${length}"`;
  return z.string().min(length, `at least ${length} characters long, ${example}`);
};

/** The content API that the site brings along, with its sample content. */
const EMBEDDED = "embedded";

/** docs/reference/settings.md describes each. */
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
  // What may stand behind "Bearer": https://www.rfc-editor.org/rfc/rfc6750#section-2.1, and more that a header can hold.
  CONTENT_API_TOKEN: matching(
    /^[\x21-\x7e]{1,4096}$/,
    "a key of the content API as it was issued, without spaces",
  ).optional(),
  CONTENT_API_NEXT_PARAMETER: matching(
    /^[\w.[\]-]{1,60}$/,
    "the name of a query parameter, such as cursor",
  ).optional(),
  DATABASE_URL: urlOf(
    "postgres(?:ql)?",
    "a URL such as postgres://user:password@db.example.org:5432/foundation",
  ).optional(),
  DATA_DIR: matching(
    /^(?![a-z]+:\/\/)[^\0]*$/i,
    "a folder such as /var/lib/foundation-website",
  ).default("./var"),
  LOG_LEVEL: z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(", ")}`).default("info"),
  TRUST_PROXY: readBy(
    "a list of IP addresses or ranges such as 10.0.0.0/8,127.0.0.1",
    (text) => proxies.safeParse(list(text)).data,
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
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  INBOX_MAX_TRIES: count(1, 1_000).default(72),
  INBOX_RETENTION_DAYS: count(1, 3_650).default(365),
  SERVICE_WORKER: onOff.default("on"),
  PICTURE_KEY: secret(32).optional(),
  PICTURE_CACHE_MB: count(16, 1_000_000).default(512),
  // "Authentication" in the documentation of Flutterwave; the public key, FLWPUBK, is not one.
  FLUTTERWAVE_SECRET_KEY: matching(
    /^FLWSECK(?:_TEST)?-[\x21-\x7e]{8,200}$/,
    "a secret key of Flutterwave, such as FLWSECK_TEST-0123456789abcdef-X",
  ).optional(),
  FLUTTERWAVE_WEBHOOK_HASH: secret(16).optional(),
  FLUTTERWAVE_BASE_URL: baseUrl.optional(),
  PAYMENT_CHECK_SECONDS: seconds(3_600, 0.1).default(60),
  SMTP_URL: urlOf(
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

/** Without the key no payment begins, and without the hash no webhook can be told from a forged one. */
const TOGETHER: readonly (readonly (keyof Settings)[])[] = [
  ["FLUTTERWAVE_SECRET_KEY", "FLUTTERWAVE_WEBHOOK_HASH"],
  ["SMTP_URL", "MAIL_FROM", "OFFICE_EMAIL"],
];

/** Of these the log says only that they are set: secrets and e-mail addresses. */
const SECRETS: readonly string[] = [
  ...(["CONTENT_API_TOKEN", "EVENTS_WRITE_TOKEN", "PICTURE_KEY"] satisfies (keyof Settings)[]),
  ...(["FLUTTERWAVE_SECRET_KEY", "FLUTTERWAVE_WEBHOOK_HASH"] satisfies (keyof Settings)[]),
  ...(["MAIL_FROM", "OFFICE_EMAIL"] satisfies (keyof Settings)[]),
];

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

export type Config = ReturnType<typeof readConfig>;

/** @throws ConfigError */
export function readConfig(env: NodeJS.ProcessEnv) {
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
  if (settings?.METRICS_PORT && settings.METRICS_PORT === settings.PORT)
    errors.push("METRICS_PORT: it must be another port than PORT");
  for (const names of TOGETHER) {
    const set = names.find((name) => settings?.[name] !== undefined);
    const missing = names.filter((name) => set && settings?.[name] === undefined);
    errors.push(...missing.map((name) => `${name}: it must be set, since ${set} is set`));
  }
  if (settings === undefined || errors.length > 0) {
    // What is missing may be there under another name.
    for (const { given: name, meant } of misspeltSettings(env))
      errors.push(`${name}: no setting has this name; set ${meant} instead`);
    throw new ConfigError(`Invalid settings:\n${errors.map((line) => `  ${line}`).join("\n")}`);
  }
  const { HOST, PORT, PUBLIC_ORIGIN, CONTENT_API_URL } = settings;
  const host = HOST.includes(":") ? `[${HOST}]` : HOST;
  return Object.freeze({
    ...settings,
    // No slash at its end.
    PUBLIC_ORIGIN: PUBLIC_ORIGIN ?? `http://${host}:${PORT}`,
    // Undefined: the embedded content API, which asks for no token.
    CONTENT_API_URL: CONTENT_API_URL === EMBEDDED ? undefined : CONTENT_API_URL,
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
