import { BlockList, isIP } from "node:net";
import { z } from "zod";

const origin = z
  .url({ protocol: /^https?$/ })
  .refine(
    (text) => new URL(text).origin === text.replace(/\/$/, ""),
    "an origin such as https://example.org, without a path",
  )
  .transform((text) => new URL(text).origin);

const baseUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => !/[?#]/.test(text), "a base URL without ? or #")
  .refine((text) => new URL(text).username === "", "a base URL without a user name")
  .transform((text) => text.replace(/\/+$/, ""));

/** True for an IP address ("10.0.0.7") or a range ("10.0.0.0/8"). */
function isAddressOrRange(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^\d{1,3}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? "ipv4" : "ipv6");
    return true;
  } catch {
    return false;
  }
}

const proxies = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  )
  .refine(
    (list) => list.every(isAddressOrRange),
    "IP addresses or ranges (10.0.0.0/8), separated by commas; never true or a number",
  );

const count = (from: number, to: number) => z.coerce.number().int().min(from).max(to);

/** Every setting: name, rule and default. server/README.md describes each. */
export const settingsSchema = z.object({
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: count(0, 65_535).default(3000),
  PUBLIC_ORIGIN: origin.optional(),
  CONTENT_API_URL: baseUrl.optional(),
  DATA_DIR: z.string().min(1).default("./var"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: "redis://host:6379 or rediss://host" })
    .optional(),
  TRUST_PROXY: proxies.default([]),
  FRESH_SECONDS: z.coerce.number().min(0).max(86_400).default(300),
  STALE_IF_ERROR_SECONDS: z.coerce.number().min(0).max(31_536_000).default(604_800),
  EVENTS_WRITE_TOKEN: z.string().min(16, "at least 16 characters").optional(),
  MAX_QUEUE_DELAY_MS: count(0, 60_000).default(500),
  HEAD_START_MS: count(0, 10_000).default(50),
  FORM_RATE_MAX: count(1, 1_000_000).default(10),
  FORM_RATE_WINDOW_SECONDS: count(1, 86_400).default(600),
  FORM_RATE_GLOBAL_MAX: count(1, 1_000_000).default(300),
  METRICS_PORT: count(0, 65_535).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  INBOX_MAX_TRIES: count(1, 1_000).default(72),
  INBOX_RETENTION_DAYS: count(1, 3_650).default(365),
  PICTURE_KEY: z.string().min(32, "at least 32 characters").optional(),
  PICTURE_CACHE_MB: count(16, 1_000_000).default(512),
});

export type Settings = z.infer<typeof settingsSchema>;

export interface Config extends Readonly<Omit<Settings, "PUBLIC_ORIGIN">> {
  /** Public scheme and host, no trailing slash. */
  readonly PUBLIC_ORIGIN: string;
}

/** Settings that got another name. A start with the old name stops: its value would be ignored silently. */
const RENAMED_SETTINGS: Readonly<Record<string, keyof Settings>> = {
  SHED_ABOVE_MS: "MAX_QUEUE_DELAY_MS",
};

/** All validation errors of the settings, one line for each. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * Reads the settings from the environment. An empty setting counts as unset.
 * @throws ConfigError naming every invalid setting
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([key, value]) => key in settingsSchema.shape && value !== ""),
  );
  const renamed = Object.entries(RENAMED_SETTINGS)
    .filter(([old]) => (env[old] ?? "") !== "")
    .map(([old, name]) => `${old}: this setting is now ${name}; set ${name} instead`);
  const result = settingsSchema.safeParse(given);
  if (!result.success || renamed.length > 0) {
    const invalid = (result.error?.issues ?? []).map(
      (issue) => `${issue.path.join(".")}: ${issue.message}`,
    );
    const errors = [...renamed, ...invalid].map((line) => `  ${line}`);
    throw new ConfigError(`Invalid settings:\n${errors.join("\n")}`);
  }
  const settings = result.data;
  const host = settings.HOST.includes(":") ? `[${settings.HOST}]` : settings.HOST;
  return Object.freeze({
    ...settings,
    PUBLIC_ORIGIN: settings.PUBLIC_ORIGIN ?? `http://${host}:${settings.PORT}`,
  });
}

/** The settings of the inbox. */
export function inboxSettings(config: Config): {
  dataDir: string;
  maxTries: number;
  retentionDays: number;
} {
  return {
    dataDir: config.DATA_DIR,
    maxTries: config.INBOX_MAX_TRIES,
    retentionDays: config.INBOX_RETENTION_DAYS,
  };
}

const SECRETS = ["EVENTS_WRITE_TOKEN", "PICTURE_KEY"] as const satisfies (keyof Config)[];
const URLS = ["REDIS_URL", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const satisfies (keyof Config)[];

/** A URL without user, password and query. */
function withoutCredentials(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
}

/** The settings in effect, for the log: of a secret only that it is set. */
export function summariseSettings(config: Config): Record<string, unknown> {
  const summary: Record<string, unknown> = { ...config };
  for (const name of SECRETS) if (config[name] !== undefined) summary[name] = "(set)";
  for (const name of URLS) {
    const url = config[name];
    if (url !== undefined) summary[name] = withoutCredentials(url);
  }
  return summary;
}
