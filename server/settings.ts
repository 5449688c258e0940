import { z } from "zod";

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

const ADDRESS = /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+$/;
const isMailbox = (text: string) => ADDRESS.test(/^[^<>\r\n]*<(.+)>$/.exec(text)?.[1] ?? text);

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
export const EMBEDDED = "embedded";

/** server/README.md describes each. */
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
    .refine(isMailbox, 'an address such as "Foundation <office@example.org>"')
    .optional(),
  OFFICE_EMAIL: matching(ADDRESS, "an e-mail address such as office@example.org").optional(),
});

export type Settings = z.infer<typeof settingsSchema>;

/** Without the key no payment begins, and without the hash no webhook can be told from a forged one. */
export const TOGETHER: readonly (readonly (keyof Settings)[])[] = [
  ["FLUTTERWAVE_SECRET_KEY", "FLUTTERWAVE_WEBHOOK_HASH"],
  ["SMTP_URL", "MAIL_FROM", "OFFICE_EMAIL"],
];

/** Of these the log says only that they are set: secrets and e-mail addresses. */
export const SECRETS: readonly string[] = [
  ...(["CONTENT_API_TOKEN", "EVENTS_WRITE_TOKEN", "PICTURE_KEY"] satisfies (keyof Settings)[]),
  ...(["FLUTTERWAVE_SECRET_KEY", "FLUTTERWAVE_WEBHOOK_HASH"] satisfies (keyof Settings)[]),
  ...(["MAIL_FROM", "OFFICE_EMAIL"] satisfies (keyof Settings)[]),
];
