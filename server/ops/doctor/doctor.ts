import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { request } from "undici";
import { z } from "zod";
import { DATA_TAGS } from "../../../shared/contract/data-tags.ts";
import { NOT_PUBLIC, SOURCE_FAULTS } from "../../../shared/contract/source-faults.ts";
import { HOUR_MS, MINUTE_MS } from "../../../shared/time.ts";
import {
  type Config,
  ConfigError,
  mailSettings,
  misspeltSettings,
  paymentKeys,
  readConfig,
  withoutCredentials,
} from "../../config.ts";
import { ContentFiles } from "../../content/content-files.ts";
import { ContentEdits, digestOfTexts, textsInFiles } from "../../content/edits.ts";
import { Inbox } from "../../forms/inbox.ts";
import { Flutterwave } from "../../gifts/flutterwave.ts";
import { findLeftovers } from "../../leftovers.ts";
import { failedMails, mailErrorCode, mailTransport } from "../../mail/mails.ts";
import { createContentApiClient } from "../../source/content-api-client.ts";
import { findListFault, usedRows } from "../../source/health.ts";
import { HttpClient, SLOW_MS } from "../../source/http/http-client.ts";
import { UpstreamError } from "../../source/http/upstream-error.ts";
import type { ReadReport } from "../../source/read-report.ts";
import { Accounts } from "../../store/accounts.ts";
import { SQLITE_FILE } from "../../store/sqlite.ts";
import { INBOX_STATES } from "../../store/states.ts";
import { openStore, type Store } from "../../store/store.ts";
import { DESK_OFF, folderError, LEAST_FREE_BYTES, MAIL_OFF } from "../health.ts";
import {
  adviceOf,
  CHECK_PLACES,
  FAULT_ADVICE,
  type Finding,
  failure,
  ok,
  warning,
} from "./findings.ts";
import {
  checkBackup,
  checkBuild,
  checkCertificate,
  checkClock,
  checkPlaceholders,
} from "./machine-checks.ts";

function checkSettings(env: NodeJS.ProcessEnv, config: Config): Finding[] {
  const findings = misspeltSettings(env).map(({ given, meant }) =>
    warning(
      "settings",
      `${given} is ignored, because no setting has this name`,
      `set ${meant} instead`,
    ),
  );
  for (const { message, fix } of findLeftovers(env, config))
    findings.push(warning("settings", message, fix));
  const isPublic = config.PUBLIC_ORIGIN.startsWith("https:");
  const warn = (message: string, fix: string) =>
    findings.push(warning("settings", `PUBLIC_ORIGIN is https, ${message}`, fix));
  if (isPublic && config.TRUST_PROXY.length === 0)
    warn(
      "so the site is behind a proxy, and TRUST_PROXY is not set",
      "set TRUST_PROXY to the IP address of the proxy; otherwise all visitors share one rate limit",
    );
  if (isPublic && config.CONTENT_API_URL === undefined)
    warn("and the sample content of this site is public", "set CONTENT_API_URL to a content API");
  return [...findings, ok("settings", "all settings are valid")];
}

/** Says who can read the metrics. A site without Prometheus is no fault. */
function checkMetrics({ METRICS_PORT: port, METRICS_TOKEN: token }: Config): Finding {
  const places = [
    port !== undefined && `on port ${port}`,
    token !== undefined && "on the site's port with METRICS_TOKEN",
  ].filter((place) => place !== false);
  if (places.length > 0) return ok("settings", `/metrics is ${places.join(" and ")}`);
  return ok(
    "settings",
    "/metrics is closed; METRICS_PORT or METRICS_TOKEN opens it for Prometheus",
  );
}

const MEGABYTE = 1024 * 1024;

function checkDisk({ DATA_DIR: dataDir }: Config): Finding {
  const error = folderError(dataDir, true);
  if (error !== null)
    return failure("disk", `${error}: ${dataDir}`, adviceOf(error, CHECK_PLACES.disk));
  const { bavail, bsize } = statfsSync(dataDir);
  const free = `${Math.round((bavail * bsize) / MEGABYTE)} MB free`;
  const fix = `free some space on its disk: below ${LEAST_FREE_BYTES / MEGABYTE} MB no message can be stored; do not empty DATA_DIR, which holds messages`;
  if (bavail * bsize < 500 * MEGABYTE) return warning("disk", `${dataDir} has ${free}`, fix);
  return ok("disk", `${dataDir} can be written, ${free}`);
}

/** Describes the faults of a list: dropped rows, missing fields, and unread names that may be those of missing fields. */
function listFindings(report: ReadReport): Finding[] {
  const { source: name, total, missing, unread, textless } = report;
  const dropped = report.dropped.filter(({ reason }) => reason !== NOT_PUBLIC);
  const fields = [...new Set(textless.map(({ field }) => field))].join(", ");
  if (total === 0) return [warning("source", `${name}: 0 rows to show`, FAULT_ADVICE.empty)];
  const fault = findListFault(report, null);
  const reasons = [...new Set(dropped.map(({ reason }) => reason))].slice(0, 3).join(", ");
  const why = [
    fault && `${SOURCE_FAULTS[fault.name]} (${fault.detail})`,
    dropped.length > 0 && `${dropped.length} of ${total} rows cannot be shown: ${reasons}`,
    textless.length > 0 && `${SOURCE_FAULTS["no-text"]}: ${fields} of ${textless.length} rows`,
    missing.length > 0 && `in no row: ${missing.join(", ")}`,
    missing.length > 0 && unread.length > 0 && `not read: ${unread.join(", ")}`,
  ].filter(Boolean);
  if (why.length === 0) return [];
  const lesser = textless.length > 0 ? "no-text" : "fewer-rows";
  const advice = FAULT_ADVICE[fault?.name ?? (missing.length > 0 ? "no-dates" : lesser)];
  return [(fault ? failure : warning)("source", `${name}: ${why.join("; ")}`, advice)];
}

export async function checkSource(config: Config): Promise<Finding[]> {
  const { CONTENT_API_URL: baseUrl, CONTENT_API_TOKEN: token } = config;
  if (baseUrl === undefined)
    return [ok("source", "the site starts its own content API, with sample content")];
  const http = new HttpClient({ source: "content-api", baseUrl, token });
  const reports: ReadReport[] = [];
  const onReadReport = (report: ReadReport) => reports.push(report);
  const { CONTENT_API_NEXT_PARAMETER: nextParameter } = config;
  const client = createContentApiClient({
    http,
    baseUrl,
    nextParameter,
    onReadReport,
    clock: Date.now,
  });
  const startedAt = performance.now();
  let list = "";
  try {
    for (const tag of DATA_TAGS) {
      list = tag;
      await client[tag].list({ requestId: "doctor-1" });
    }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    const { fault, reason } = error;
    const message = `${baseUrl}, ${list}: ${SOURCE_FAULTS[fault]} (${reason})`;
    return [failure("source", message, adviceOf(reason, CHECK_PLACES.source, FAULT_ADVICE[fault]))];
  } finally {
    await http.close();
  }
  const tookMs = (performance.now() - startedAt) / DATA_TAGS.length;
  const slow = `a list takes ${(tookMs / 1_000).toFixed(1)} s`;
  const counts = reports.map((report) => `${usedRows(report)} ${report.source}`).join(", ");
  return [
    ok("source", `${baseUrl}: ${counts}`),
    ...reports.flatMap(listFindings),
    ...(tookMs > SLOW_MS ? [warning("source", slow, FAULT_ADVICE.slow)] : []),
  ];
}

/** Checks the inbox. Delivery is tried often in the first hour, so a longer wait needs attention. */
async function checkInbox(store: Store): Promise<Finding[]> {
  const { counts, oldestWaitingAt } = await new Inbox(store).stats();
  const all = INBOX_STATES.map((state) => `${counts[state]} ${state}`).join(", ");
  const findings = [ok("inbox", all)];
  if (counts.dead > 0) {
    const message = `${counts.dead} dead: refused by the source, or tried too often`;
    const fix = 'see "npm run inbox -- list --state dead", then "npm run inbox -- retry REFERENCE"';
    findings.push(warning("inbox", message, fix));
  }
  const waitMs = oldestWaitingAt === null ? 0 : Date.now() - oldestWaitingAt;
  if (waitMs > HOUR_MS) {
    const message = `a message has been waiting for delivery for ${Math.round(waitMs / MINUTE_MS)} minutes`;
    const fix = "check that the site runs and that the source accepts contact messages";
    findings.push(warning("inbox", message, fix));
  }
  return findings;
}

async function checkStore(config: Config) {
  const { CONTENT_DIR: contentDir, DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = config;
  const isFile = databaseUrl === undefined;
  const where = isFile ? join(dataDir, SQLITE_FILE) : withoutCredentials(databaseUrl);
  if (isFile && !existsSync(where))
    return [ok("store", "no store yet: it is created at the first start"), ok("desk", DESK_OFF)];
  const store = await openStore(dataDir, databaseUrl);
  try {
    const fault = store.fault();
    const place = isFile ? CHECK_PLACES.disk : CHECK_PLACES.database;
    if (fault !== null) {
      const { message } = fault;
      return [failure("store", `${where}: ${message}`, adviceOf(message, place))];
    }
    const { length } = await new Accounts(store, Date.now).list();
    const findings = [
      ok("store", `${where} can be used`),
      await checkBackup(store, config),
      ...(await checkInbox(store)),
      ...(await checkContent(store, contentDir)),
      ...(await checkPlaceholders(store, config)),
      ok("desk", length === 0 ? DESK_OFF : `accounts: ${length}`),
    ];
    const { length: failed } = await failedMails(store.db, Date.now(), 1_000);
    if (failed === 0) return findings;
    const count = failed < 1_000 ? failed : "1000 or more";
    const unsent = `mails refused, or given up after two days: ${count}`;
    return [...findings, warning("mail", unsent, 'see them at the desk: "/staff/messages"')];
  } finally {
    await store.close();
  }
}

async function checkMailServer(config: Config): Promise<Finding> {
  const settings = mailSettings(config);
  if (settings === null) return ok("mail", MAIL_OFF);
  const where = withoutCredentials(settings.smtpUrl);
  const transport = mailTransport(settings, 10_000);
  try {
    await transport.verify();
    return ok("mail", `${where} can be used`);
  } catch (error) {
    const code = mailErrorCode(error);
    const fix = adviceOf(`${code} ${error}`, CHECK_PLACES.mail);
    return failure(
      "mail",
      `${where} does not accept mail (${code}); mails are retried for two days`,
      fix,
    );
  } finally {
    transport.close();
  }
}

function keyFailure({ status, message }: UpstreamError): Finding {
  const copy = "copy the secret key again from Settings, API keys in the dashboard";
  if (status === 401 || status === 403)
    return failure("payments", "Flutterwave rejects FLUTTERWAVE_SECRET_KEY", copy);
  const fix = `${adviceOf(message, CHECK_PLACES.payments)}; until then the Donate form offers a bank transfer`;
  return failure("payments", `Flutterwave sent no usable response (${message})`, fix);
}

/** Checks the keys of the payment provider by reading the balances, which changes nothing. */
async function checkPayments(config: Config): Promise<Finding[]> {
  const keys = paymentKeys(config);
  if (keys === null) return [ok("payments", "off: FLUTTERWAVE_SECRET_KEY is not set")];
  const provider = new Flutterwave(keys);
  const isTaken = ok("payments", "Flutterwave accepts the keys");
  const findings = [await provider.check().then(() => isTaken, keyFailure)];
  await provider.http.close();
  if (!config.PUBLIC_ORIGIN.startsWith("https:")) return findings;
  if (keys.secretKey.startsWith("FLWSECK_TEST-")) {
    const message = "FLUTTERWAVE_SECRET_KEY is a test key on a public site: no donor is charged";
    findings.push(warning("payments", message, "set the live key of the dashboard"));
  }
  if (keys.baseUrl !== undefined) {
    const message = "FLUTTERWAVE_BASE_URL is set: the secret key is sent there";
    findings.push(warning("payments", message, "unset it, unless this is a test"));
  }
  return findings;
}

/** The most lines of a text that a finding quotes, and the most characters of a line. */
const MOST_LINES = 3;
const MOST_LETTERS = 120;

/** Returns the first lines of a text that another text lacks. */
function linesOnlyIn(text: string, other: string): string {
  const others = new Set(other.split("\n"));
  const own = text.split("\n").filter((line) => line.trim() !== "" && !others.has(line));
  return own
    .slice(0, MOST_LINES)
    .map((line) => line.trim().slice(0, MOST_LETTERS))
    .join(" / ");
}

/** Names the documents that both the office and a release have changed, with both texts. */
async function checkContent({ db }: Store, dir: string): Promise<Finding[]> {
  const files = new ContentFiles(dir);
  const rows = await new ContentEdits(db, Date.now).published();
  return rows.flatMap((row) => {
    const inFiles = textsInFiles(files, row.name);
    const released = digestOfTexts(inFiles);
    if ([row.basis, digestOfTexts(row)].includes(released)) return [];
    const [office = "", file = ""] = [row, inFiles].map(({ facts, en, sw }) =>
      [facts, en, sw].join("\n"),
    );
    const message = `${row.name}: a release has changed its file, and the office has changed its text. Released: "${linesOnlyIn(file, office)}". Shown: "${linesOnlyIn(office, file)}"`;
    const fix = "compare the two at the desk (Website) and publish what is right";
    return [warning("content", message, fix)];
  });
}

const readiness = z.object({
  status: z.string(),
  parts: z.record(z.string(), z.object({ state: z.string(), why: z.string().default("") })),
});

async function checkSite(config: Config, mustRun: boolean): Promise<Finding[]> {
  const { HOST, PORT, DATABASE_URL } = config;
  const where = `port ${PORT} of ${HOST}`;
  const url = `http://${HOST.includes(":") ? `[${HOST}]` : HOST}:${PORT}/health/ready`;
  // After a reset or a timeout, some program did accept the connection.
  const response = await request(url, { signal: AbortSignal.timeout(10_000) }).catch(({ code }) =>
    /^E(?!CONNRESET)/.test(code) ? null : undefined,
  );
  if (response === null) {
    const message = `the site does not run on ${where}`;
    const fix =
      "start the site; its last log lines have the reason why it stopped (journalctl -u foundation-website)";
    return [mustRun ? failure("site", message, fix) : ok("site", message)];
  }
  const { data: read } = readiness.safeParse(await response?.body.json().catch(() => null));
  if (!read) {
    const fix = 'stop that program ("ss -ltnp" names it) or restart the site, or set PORT';
    return [failure("site", `${where} is used by another program, or the site hangs`, fix)];
  }
  const store = DATABASE_URL === undefined ? CHECK_PLACES.disk : CHECK_PLACES.database;
  const places: Record<string, typeof store> = { ...CHECK_PLACES, store };
  const findings = Object.entries(read.parts).flatMap(([part, { state, why }]) => {
    if (part === "origin" && why)
      return [
        warning(
          "site",
          why,
          "compare the origins in the log with PUBLIC_ORIGIN: correct it and restart, unless they are forged",
        ),
      ];
    if (state === "ok") return [];
    const place = places[part];
    const fix = place ? adviceOf(why, place) : "see docs/reference/health.md";
    return [(state === "down" ? failure : warning)("site", `${part} is ${state}: ${why}`, fix)];
  });
  return [ok("site", `the site runs on ${where} and is ${read.status}`), ...findings];
}

/** Runs all checks, or with invalid settings only the settings check. With `mustRun`, a site that does not run is a failure. */
export async function runChecks(env: NodeJS.ProcessEnv, mustRun = false): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const lines = error.message.split("\n").slice(1);
    const fix = "see docs/reference/settings.md and .env.example; the site does not start with it";
    return lines.map((line) => failure("settings", line.trim(), fix));
  }
  const disk = checkDisk(config);
  const found = await Promise.all([
    checkSettings(env, config),
    checkBuild(),
    checkMetrics(config),
    disk,
    disk.state === "failure" ? [] : checkClock(config),
    checkCertificate(config),
    checkSource(config),
    disk.state === "failure" ? [] : checkStore(config),
    checkMailServer(config),
    checkPayments(config),
    checkSite(config, mustRun),
  ]);
  return found.flat();
}
