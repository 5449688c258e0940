import t, { type Test } from "tap";
import {
  ConfigError,
  misspeltSettings,
  paymentKeys,
  readConfig,
  type Settings,
  settingsSchema,
  summariseSettings,
} from "../../../server/config.ts";

const NO_WHOLE_NUMBERS = ["abc", "1.5", "-1", "0x10", "1e3", "9".repeat(30)];
const NO_NUMBERS = ["abc", "-1", "1e3", ".5", "Infinity", "9".repeat(30)];
const NO_URLS = [
  "content.example.org",
  "nope",
  "//x",
  "https:example.org",
  "https:///x",
  "ftp://example.org",
  "https://a b",
  "https://x:99999",
  "https://user:S3CRET@x",
  "https://:S3CRET@x",
  "https://x/?token=S3CRET",
  "https://x/#S3CRET",
  "https:/user:S3CRET@x",
  "line\nbreak",
  "https://user:S3CRET%40x",
  "user:S3CRET",
  "https//user:S3CRET",
  "https:/S3CRET",
];

/** The values that each setting must refuse. `S3CRET` stands for a secret that no message may show. */
const BAD: Record<keyof Settings, readonly string[]> = {
  HOST: ["http://x", "0.0.0.0:80", "[::1]", "a b", "x/y", "-x", "line\nbreak"],
  PORT: [...NO_WHOLE_NUMBERS, "65536"],
  PUBLIC_ORIGIN: [...NO_URLS, "https://x/path", "https://X.example"],
  HSTS_SUBDOMAINS: ["yes", "ON"],
  CONTENT_API_URL: [...NO_URLS, "Embedded"],
  CONTENT_API_TOKEN: ["Bearer S3CRET", "S3CRET\n", "S3CRÉT"].map((text) => `${text} S3CRET`),
  CONTENT_API_NEXT_PARAMETER: ["a b", "x=1", "cursor&", "line\nbreak", "x".repeat(61)],
  DATABASE_URL: [
    "127.0.0.1:5432",
    "postgres:S3CRET",
    "postgres://",
    "postgres:///x",
    "https://user:S3CRET@x",
    "postgres://user:S3CRET@x:99999",
    "postgres://user:S3CRET%zz@x",
    "postgres//user:S3CRET@x",
    "mysql://user:S3CRET@x/y",
  ],
  DATA_DIR: ["file:///data", "a\0b"],
  CONTENT_DIR: ["file:///content", "a\0b"],
  LOG_LEVEL: ["loud", "INFO", "toString"],
  TRUST_PROXY: ["true", "1", "10.0.0.0/33", "10.0.0.0/8,proxy", "10.0.0.0/8/8"],
  FRESH_SECONDS: [...NO_NUMBERS, "86400.5"],
  STALE_IF_ERROR_SECONDS: [...NO_NUMBERS, "31536001"],
  EVENTS_WRITE_TOKEN: ["S3CRET", "S3CRET-15-chars"],
  MAX_QUEUE_DELAY_MS: [...NO_WHOLE_NUMBERS, "60001"],
  HEAD_START_MS: [...NO_WHOLE_NUMBERS, "10001"],
  FORM_RATE_MAX: [...NO_WHOLE_NUMBERS, "0"],
  FORM_RATE_WINDOW_SECONDS: [...NO_WHOLE_NUMBERS, "0"],
  FORM_RATE_GLOBAL_MAX: [...NO_WHOLE_NUMBERS, "0"],
  METRICS_PORT: [...NO_WHOLE_NUMBERS, "65536"],
  METRICS_TOKEN: ["S3CRET", "S3CRET-15-chars"],
  OTEL_EXPORTER_OTLP_ENDPOINT: NO_URLS,
  INBOX_MAX_TRIES: [...NO_WHOLE_NUMBERS, "0"],
  INBOX_RETENTION_DAYS: [...NO_WHOLE_NUMBERS, "0"],
  SERVICE_WORKER: ["no", "OFF", "toString"],
  PICTURE_KEY: ["S3CRET", "S3CRET-of-31-characters-in-all!"],
  PICTURE_KEY_BEFORE: ["S3CRET", "S3CRET-of-31-characters-in-all!"],
  PICTURE_CACHE_MB: [...NO_WHOLE_NUMBERS, "15"],
  FLUTTERWAVE_SECRET_KEY: ["S3CRET", "FLWPUBK-S3CRET-S3CRET-X", "FLWSECK-S3 CRET S3CRET"],
  FLUTTERWAVE_WEBHOOK_HASH: ["S3CRET", "S3CRET-15-chars"],
  FLUTTERWAVE_BASE_URL: NO_URLS,
  PAYMENT_CHECK_SECONDS: [...NO_NUMBERS, "0", "3601"],
  SMTP_URL: ["mail.example.org", "smtp:S3CRET", "smtp://", "https://user:S3CRET@x", "smtp://a b"],
  MAIL_FROM: ["office", "Office <office>", "Office <a@b> <c@d>", "a@b\nBcc: c@d"],
  OFFICE_EMAIL: ["office", "a b@example.org", "a@b, c@d", "Office <a@b>"],
};

/** The settings whose values no message shows. */
const PRIVATE = ["DATABASE_URL", "SMTP_URL", "MAIL_FROM", "OFFICE_EMAIL"];

/** Returns the lines of the ConfigError's message. */
function errorsOf(t: Test, env: Record<string, string>): string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [head, ...lines] = error.message.split("\n");
    if (head !== "Invalid settings:") t.fail(error.message);
    return lines.map((line) => line.trim());
  }
  t.fail(`was accepted: ${JSON.stringify(env)}`);
  return [];
}

t.test("every bad value of every setting is one line: name, value, rule; no secret", async (t) => {
  t.same(Object.keys(BAD).sort(), Object.keys(settingsSchema.shape).sort());
  const wrong = Object.entries(BAD).flatMap(([name, values]) =>
    values.filter((value) => {
      const [line = "", ...others] = errorsOf(t, { CONTENT_API_URL: "embedded", [name]: value });
      const isHidden = /S3CRET|[\0\n]|.{60}|https:[^/]/.test(value) || PRIVATE.includes(name);
      return (
        others.length > 0 ||
        !new RegExp(`^${name}: ('.+'|its value) is not [^\0]{20,}$`).test(line) ||
        line.includes("S3CRET") ||
        !(isHidden || line.includes(`'${value}'`))
      );
    }),
  );
  t.same(wrong, []);
});

t.test("errors of several settings are listed together, as one would say them", async (t) => {
  const lines = errorsOf(t, {
    PORT: "abc",
    CONTENT_API_URL: "content.example.org",
    EVENTS_WRITE_TOKEN: "short",
    LOG_LEVEL: "loud",
  });
  t.same(lines, [
    "PORT: 'abc' is not a whole number from 0 to 65535",
    "CONTENT_API_URL: 'content.example.org' is not a URL such as https://content.example.org, without user name, ? and #, or the word embedded",
    "LOG_LEVEL: 'loud' is not one of fatal, error, warn, info, debug, trace, silent",
    'EVENTS_WRITE_TOKEN: its value is not at least 16 characters long, such as the output of "openssl rand -hex 16"',
  ]);
});

t.test("usual values are read, blank ones count as unset", async (t) => {
  const config = readConfig({
    HOST: "::",
    PORT: "8080\r",
    CONTENT_API_URL: "http://content_api:4000/base/",
    DATABASE_URL: "postgres://user:pass%40word@db.example.org:5432/site?sslmode=require",
    FRESH_SECONDS: "0.01",
    LOG_LEVEL: " ",
  });
  t.match(config, {
    PORT: 8080,
    PUBLIC_ORIGIN: "http://[::]:8080",
    CONTENT_API_URL: "http://content_api:4000/base",
    FRESH_SECONDS: 0.01,
    LOG_LEVEL: "info",
  });
  t.match(summariseSettings(config), { DATABASE_URL: "postgres://db.example.org:5432/site" });
  for (const HOST of ["localhost", "0.0.0.0", "site-1.internal"])
    t.equal(readConfig({ HOST }).HOST, HOST);
});

t.test("metrics have another port than the site", async (t) => {
  const same = errorsOf(t, { PORT: "8080", METRICS_PORT: "8080" });
  t.match(same, [/^METRICS_PORT: it must be another port than PORT/]);
  t.match(readConfig({ PORT: "0", METRICS_PORT: "0" }), { METRICS_PORT: 0 });
});

t.test("with an https origin the sample content must be asked for by name", async (t) => {
  const PUBLIC_ORIGIN = "https://www.example.org";
  const refused = /^CONTENT_API_URL: it must be set, since PUBLIC_ORIGIN is https: .*embedded/;
  for (const CONTENT_API_URL of ["", " "])
    t.match(errorsOf(t, { PUBLIC_ORIGIN, CONTENT_API_URL }), [refused]);
  t.match(errorsOf(t, { PUBLIC_ORIGIN, PORT: "abc", CONTENT_API_ULR: "x" }), [
    /^PORT/,
    refused,
    /^CONTENT_API_ULR: no setting .* CONTENT_API_URL/,
  ]);
  const embedded = readConfig({ PUBLIC_ORIGIN, CONTENT_API_URL: "embedded" });
  t.equal(embedded.CONTENT_API_URL, undefined);
  t.equal(readConfig({ CONTENT_API_URL: "embedded" }).CONTENT_API_URL, undefined);
  t.equal(readConfig({}).CONTENT_API_URL, undefined);
});

t.test("the keys of the payment provider are set together or not at all", async (t) => {
  const FLUTTERWAVE_SECRET_KEY = "FLWSECK_TEST-S3CRET-S3CRET-X";
  const FLUTTERWAVE_WEBHOOK_HASH = "S3CRET-S3CRET-S3CRET";
  t.equal(paymentKeys(readConfig({})), null);
  t.same(errorsOf(t, { FLUTTERWAVE_SECRET_KEY }), [
    "FLUTTERWAVE_WEBHOOK_HASH: it must be set, since FLUTTERWAVE_SECRET_KEY is set",
  ]);
  t.same(errorsOf(t, { FLUTTERWAVE_WEBHOOK_HASH }), [
    "FLUTTERWAVE_SECRET_KEY: it must be set, since FLUTTERWAVE_WEBHOOK_HASH is set",
  ]);
  t.same(
    errorsOf(t, { SMTP_URL: "smtp://127.0.0.1:25" }),
    ["MAIL_FROM", "OFFICE_EMAIL"].map((name) => `${name}: it must be set, since SMTP_URL is set`),
    "all in one round",
  );
  const config = readConfig({ FLUTTERWAVE_SECRET_KEY, FLUTTERWAVE_WEBHOOK_HASH });
  t.same(paymentKeys(config), {
    secretKey: FLUTTERWAVE_SECRET_KEY,
    webhookHash: FLUTTERWAVE_WEBHOOK_HASH,
    baseUrl: undefined,
  });
  t.notMatch(JSON.stringify(summariseSettings(config)), "S3CRET");
});

t.test("a misspelt name is found with the name that is meant", async (t) => {
  const misspelt = {
    CONTENT_API_ULR: "CONTENT_API_URL",
    FORM_RATE_MAXX: "FORM_RATE_MAX",
    PUBLIC_ORGIN: "PUBLIC_ORIGIN",
    DATADIR: "DATA_DIR",
    database_url: "DATABASE_URL",
    PROT: "PORT",
  };
  const env = Object.fromEntries(Object.keys(misspelt).map((name) => [name, "x"]));
  const found = misspeltSettings(env).map(({ given, meant }) => [given, meant]);
  t.same(Object.fromEntries(found), misspelt);
  t.same(misspeltSettings({ CONTENT_API_ULR: "" }), [], "it is not set");
});

t.test("names of others are no misspellings", async (t) => {
  const others = [
    "PATH",
    "HOME",
    "HOSTNAME",
    "PWD",
    "SHELL",
    "TERM",
    "LANG",
    "USER",
    "TZ",
    "TMPDIR",
    "NODE_ENV",
    "NODE_OPTIONS",
    "NODE_EXTRA_CA_CERTS",
    "XDG_DATA_DIRS",
    "CONTENT_API_PORT",
    "OTEL_EXPORTER_OTLP_HEADERS",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "OTEL_SERVICE_NAME",
    "OTEL_EXPORTER_OTLP_ENDPOINTS",
    "KUBERNETES_PORT",
    "KUBERNETES_SERVICE_HOST",
    "DATABASE_HOST",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "npm_config_loglevel",
    "DATABASE_PORT",
    "MAIL",
    "STATE_DIRECTORY",
    "LOGS_DIRECTORY",
    "INVOCATION_ID",
    "JOURNAL_STREAM",
    "NOTIFY_SOCKET",
    ...Object.keys(settingsSchema.shape),
  ];
  t.same(misspeltSettings(Object.fromEntries(others.map((name) => [name, "x"]))), []);
});

t.test("a setting under its former name stops the start and names the new one", async (t) => {
  t.match(errorsOf(t, { SHED_ABOVE_MS: "500", PORT: "none" }), [
    /SHED_ABOVE_MS: this setting is now MAX_QUEUE_DELAY_MS; set that instead/,
    /^PORT: /,
  ]);
  t.equal(readConfig({ SHED_ABOVE_MS: "" }).MAX_QUEUE_DELAY_MS, 500);
});

t.test("the log shows no token, and no user or password of a URL", async (t) => {
  const SECRET = "s3cret-s3cret-s3cret";
  const settings = Object.keys(settingsSchema.shape).flatMap((name) => {
    if (/TOKEN|SECRET|PASSWORD|KEY/.test(name)) return [[name, SECRET]];
    if (/URL|ORIGIN|ENDPOINT/.test(name)) return [[name, `http://user:${SECRET}@example.org/`]];
    return [];
  });
  for (const [name = "", value] of settings) {
    const scheme = name === "DATABASE_URL" ? "postgres" : "http";
    const url = value?.replace("http:", `${scheme}:`);
    const shown = () => JSON.stringify(summariseSettings(readConfig({ [name]: url })));
    try {
      t.notMatch(shown(), SECRET, name);
    } catch (error) {
      t.match(error, { name: "ConfigError" }, `${name} takes no user`);
    }
  }
});
