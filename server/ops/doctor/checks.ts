import { existsSync, mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { request } from "undici";
import { z } from "zod";
import { HOUR_MS, MINUTE_MS } from "../../../shared/time.ts";
import { type Config, mailSettings, paymentKeys, withoutCredentials } from "../../config.ts";
import { INBOX_STATES, Inbox } from "../../forms/inbox.ts";
import { Flutterwave } from "../../gifts/flutterwave.ts";
import { Mails, mailErrorCode, mailTransport } from "../../mail/mails.ts";
import { UpstreamError } from "../../source/http/upstream-error.ts";
import { Accounts } from "../../store/accounts.ts";
import { SQLITE_FILE } from "../../store/sqlite.ts";
import { openStore } from "../../store/store.ts";
import { DESK_OFF, folderError, LEAST_FREE_BYTES, MAIL_OFF } from "../health.ts";
import { adviceOf } from "./advice.ts";

/** What the doctor checks; the table is in server/README.md. */
export const CHECKS = [
  ...(["settings", "disk", "source", "store", "inbox", "desk", "mail"] as const),
  ...(["payments", "site"] as const),
] as const;

/** The result of a check. A warning can wait; with a failure the site does not work. */
export interface Finding {
  check: (typeof CHECKS)[number];
  state: "ok" | "warning" | "failure";
  message: string;
  /** What to do about it; absent when ok. */
  fix?: string;
}

const as =
  (state: Finding["state"]) =>
  (check: Finding["check"], message: string, fix?: string): Finding => ({
    check,
    state,
    message,
    ...(fix !== undefined && { fix }),
  });
export const [ok, warning, failure] = [as("ok"), as("warning"), as("failure")];

/** The code of a system error (`EACCES`), else the message. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}

const PLACES = {
  disk: { name: "the disk", setting: "DATA_DIR" },
  database: { name: "PostgreSQL", setting: "DATABASE_URL" },
  payments: { name: "Flutterwave", setting: "FLUTTERWAVE_BASE_URL" },
  mail: { name: "the mail server", setting: "SMTP_URL" },
} as const;
const OTHER_FOLDER = "use a folder that the site's account can write";

const COMFORTABLE_BYTES = 500 * 1024 * 1024;
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

/** Creates DATA_DIR when it is missing, and writes a file to it. */
export function checkDisk({ DATA_DIR: dataDir }: Config): Finding {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    const message = `DATA_DIR ${dataDir} cannot be created (${codeOf(error)})`;
    return failure("disk", message, adviceOf(message, PLACES.disk) ?? OTHER_FOLDER);
  }
  const error = folderError(dataDir);
  const { bavail, bsize } = statfsSync(dataDir);
  const free = `${megabytes(bavail * bsize)} free`;
  if (error !== null)
    return failure(
      "disk",
      `${error}: ${dataDir}, ${free}`,
      adviceOf(error, PLACES.disk) ?? OTHER_FOLDER,
    );
  const fix = `free some space on its disk, below ${megabytes(LEAST_FREE_BYTES)} no message can be stored; do not empty DATA_DIR, it holds messages`;
  if (bavail * bsize < COMFORTABLE_BYTES) return warning("disk", `${dataDir} has ${free}`, fix);
  return ok("disk", `${dataDir} can be written, ${free}`);
}

/** Delivery is tried often in the first hour: a longer wait needs attention. */
async function inboxFindings(inbox: Inbox, nowMs: number): Promise<Finding[]> {
  const { counts, oldestWaitingAt } = await inbox.stats();
  const findings = [
    ok("inbox", INBOX_STATES.map((state) => `${counts[state]} ${state}`).join(", ")),
  ];
  if (counts.dead > 0) {
    const message = `${counts.dead} dead: refused by the source, or tried too often`;
    const fix =
      'see the reason with "npm run inbox -- list --state dead"; once it is removed, "npm run inbox -- retry" with the reference';
    findings.push(warning("inbox", message, fix));
  }
  const waitMs = nowMs - (oldestWaitingAt ?? nowMs);
  if (waitMs > HOUR_MS) {
    const message = `a message has waited ${Math.round(waitMs / MINUTE_MS)} minutes for delivery`;
    const fix = "check that the site runs and that the source accepts contacts";
    findings.push(warning("inbox", message, fix));
  }
  return findings;
}

/** Mails that the store has, and those that nobody gets. */
async function mailFindings(mails: Mails): Promise<Finding[]> {
  const { counts, fault } = await mails.stats();
  const findings: Finding[] = [];
  if (fault !== null) {
    const message = `mails wait, tried in vain (${fault}): ${counts.waiting}`;
    const fix = adviceOf(fault, PLACES.mail) ?? "see the log of the mail server for this error";
    findings.push(warning("mail", message, fix));
  }
  if (counts.failed > 0) {
    const message = `mails were refused, or given up after two days: ${counts.failed}`;
    findings.push(warning("mail", message, 'see them at the desk: "/staff/messages"'));
  }
  return findings;
}

async function deskFinding(accounts: Accounts): Promise<Finding> {
  const { length } = await accounts.list();
  if (length === 0) return ok("desk", DESK_OFF);
  return ok("desk", `${length} ${length === 1 ? "account" : "accounts"}`);
}

/** Whether the mail server can be reached and takes user and password; sends nothing. */
export async function checkMail(config: Config): Promise<Finding> {
  const settings = mailSettings(config);
  if (settings === null) return ok("mail", MAIL_OFF);
  const where = withoutCredentials(settings.smtpUrl);
  const transport = mailTransport(settings, { limitMs: 10_000 });
  try {
    await transport.verify();
    return ok("mail", `${where} can be used`);
  } catch (error) {
    const code = mailErrorCode(error);
    const said = `${code} ${error instanceof Error ? error.message : ""}`;
    const fix = adviceOf(said, PLACES.mail) ?? "see the log of the mail server for this error";
    return failure("mail", `${where} takes no mail (${code}): mails wait for two days`, fix);
  } finally {
    transport.close();
  }
}

/** Whether the store can be used, and whether its messages need attention. */
export async function checkStore(config: Config, now: () => number): Promise<Finding[]> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = config;
  const isFile = databaseUrl === undefined;
  const where = isFile ? join(dataDir, SQLITE_FILE) : withoutCredentials(databaseUrl);
  if (isFile && !existsSync(where))
    return [ok("store", "empty: created at the first start"), ok("desk", DESK_OFF)];
  const store = await openStore({ dataDir, databaseUrl, onChange: () => {} });
  try {
    const fault = store.fault();
    const place = isFile ? PLACES.disk : PLACES.database;
    const fix = adviceOf(fault ?? "", place) ?? `look for this error in the log of ${place.name}`;
    if (fault !== null) return [failure("store", `${where}: ${fault}`, fix)];
    return [
      ok("store", `${where} can be used`),
      ...(await inboxFindings(new Inbox(store), now())),
      await deskFinding(new Accounts(store, now)),
      ...(mailSettings(config) === null ? [] : await mailFindings(new Mails(store, now))),
    ];
  } finally {
    await store.close();
  }
}

function keyFindings({ PUBLIC_ORIGIN, ...config }: Config): Finding[] {
  if (!PUBLIC_ORIGIN.startsWith("https:")) return [];
  const findings: Finding[] = [];
  if (config.FLUTTERWAVE_SECRET_KEY?.startsWith("FLWSECK_TEST-")) {
    const message = "FLUTTERWAVE_SECRET_KEY of a public site is a test key: no money is taken";
    findings.push(warning("payments", message, "set the live key of the dashboard"));
  }
  if (config.FLUTTERWAVE_BASE_URL !== undefined) {
    const message = "FLUTTERWAVE_BASE_URL is set: the secret key is sent there";
    findings.push(warning("payments", message, "unset it, unless this is a test"));
  }
  return findings;
}

function keyFailure(error: unknown): Finding {
  if (error instanceof UpstreamError && [401, 403].includes(error.status ?? 0))
    return failure(
      "payments",
      "Flutterwave refuses FLUTTERWAVE_SECRET_KEY",
      "copy the secret key of the dashboard again, under Settings, API keys",
    );
  const said = codeOf(error);
  const fix =
    adviceOf(said, PLACES.payments) ??
    "check that this machine may reach api.flutterwave.com by https";
  const until = "until then the Donate form offers a bank transfer";
  return failure("payments", `Flutterwave gives no usable answer (${said})`, `${fix}; ${until}`);
}

/** Whether the payment provider takes the keys: by reading the balances, which changes nothing. */
export async function checkPayments(config: Config): Promise<Finding[]> {
  const keys = paymentKeys(config);
  if (keys === null) return [ok("payments", "off: FLUTTERWAVE_SECRET_KEY is not set")];
  const provider = new Flutterwave(keys);
  const isTaken = ok("payments", "Flutterwave takes the keys");
  const found = await provider.check().then(() => isTaken, keyFailure);
  await provider.http.close();
  return [found, ...keyFindings(config)];
}

const readiness = z.object({
  status: z.string(),
  parts: z.record(z.string(), z.object({ state: z.string(), why: z.string().optional() })),
});

/** What the site says of itself, where it runs: everything that its health checks know. */
export async function checkSite({ HOST, PORT }: Config, mustRun: boolean): Promise<Finding[]> {
  const host = HOST === "0.0.0.0" ? "127.0.0.1" : HOST === "::" ? "[::1]" : HOST;
  const where = `port ${PORT} of ${HOST}`;
  const signal = AbortSignal.timeout(10_000);
  const url = `http://${host}:${PORT}/health/ready`;
  const response = PORT === 0 ? null : await request(url, { signal }).catch(() => null);
  if (response === null) {
    const message = `it does not run on ${where}`;
    const fix = "start it; its last log lines say why it ended (journalctl -u foundation-website)";
    return [mustRun ? failure("site", message, fix) : ok("site", message)];
  }
  const read = readiness.safeParse(await response.body.json().catch(() => null));
  if (!read.success) {
    const fix = 'stop that program ("ss -ltnp" names it), or set PORT';
    return [failure("site", `${where} is taken by another program`, fix)];
  }
  const { status, parts } = read.data;
  const unwell = Object.entries(parts).filter(([, { state }]) => state !== "ok");
  const origin = parts.origin?.why;
  return [
    ok("site", `it runs on ${where}, and is ${status}`),
    ...unwell.map(([part, { state, why }]) =>
      (state === "down" ? failure : warning)(
        "site",
        `${part} is ${state}: ${why}`,
        'see "Health" in server/README.md',
      ),
    ),
    ...(origin === undefined ? [] : [warning("site", origin, "correct PUBLIC_ORIGIN, restart")]),
  ];
}
