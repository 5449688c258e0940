import { existsSync, mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { request } from "undici";
import { z } from "zod";
import { HOUR_MS, MINUTE_MS } from "../../../shared/time.ts";
import { type Config, paymentKeys, withoutCredentials } from "../../config.ts";
import { INBOX_STATES, Inbox } from "../../forms/inbox.ts";
import { Flutterwave } from "../../gifts/flutterwave.ts";
import { UpstreamError } from "../../source/http/upstream-error.ts";
import { SQLITE_FILE } from "../../store/sqlite.ts";
import { openStore } from "../../store/store.ts";
import { folderError, LEAST_FREE_BYTES } from "../health.ts";

/** What the doctor checks; the table is in server/README.md. */
export const CHECKS = ["settings", "disk", "source", "store", "inbox", "payments", "site"] as const;

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

const COMFORTABLE_BYTES = 500 * 1024 * 1024;
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

/** Creates DATA_DIR when it is missing, and writes a file to it. */
export function checkDisk({ DATA_DIR: dataDir }: Config): Finding {
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    const message = `DATA_DIR ${dataDir} cannot be created (${codeOf(error)})`;
    return failure("disk", message, "use a folder that the site's account can write");
  }
  const error = folderError(dataDir);
  const { bavail, bsize } = statfsSync(dataDir);
  const free = `${megabytes(bavail * bsize)} free`;
  const fix = `free some space on its disk, below ${megabytes(LEAST_FREE_BYTES)} no message can be stored; do not empty DATA_DIR, it holds messages`;
  if (error !== null) return failure("disk", `${error}: ${dataDir}, ${free}`, fix);
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

/** Whether the store can be used, and whether its messages need attention. */
export async function checkStore(config: Config, now: () => number): Promise<Finding[]> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = config;
  const isFile = databaseUrl === undefined;
  const where = isFile ? join(dataDir, SQLITE_FILE) : withoutCredentials(databaseUrl);
  if (isFile && !existsSync(where)) return [ok("store", "empty: created at the first start")];
  const store = await openStore({ dataDir, databaseUrl, onChange: () => {} });
  try {
    const fault = store.fault();
    const fix = isFile
      ? "save a copy of the file, then see its permissions, its disk, or restore the last backup"
      : "check that it runs and that DATABASE_URL is right";
    if (fault !== null) return [failure("store", `${where}: ${fault}`, fix)];
    const inbox = new Inbox(store);
    return [ok("store", `${where} can be used`), ...(await inboxFindings(inbox, now()))];
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
  return failure(
    "payments",
    `Flutterwave gives no usable answer (${codeOf(error)})`,
    "check that this machine may reach api.flutterwave.com by https; until then the Donate form offers a bank transfer",
  );
}

/** Whether the payment provider takes the keys: by reading the balances, which changes nothing. */
export async function checkPayments(config: Config): Promise<Finding[]> {
  const keys = paymentKeys(config);
  if (keys === null) return [];
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
export async function checkSite({ HOST, PORT }: Config): Promise<Finding[]> {
  const host = HOST === "0.0.0.0" ? "127.0.0.1" : HOST === "::" ? "[::1]" : HOST;
  const where = `port ${PORT} of ${HOST}`;
  const signal = AbortSignal.timeout(10_000);
  const url = `http://${host}:${PORT}/health/ready`;
  const response = PORT === 0 ? null : await request(url, { signal }).catch(() => null);
  if (response === null) return [ok("site", `it does not run on ${where}`)];
  const read = readiness.safeParse(await response.body.json().catch(() => null));
  if (!read.success) {
    const fix = 'stop that program ("ss -ltnp" names it), or set PORT';
    return [failure("site", `${where} is taken by another program`, fix)];
  }
  const { status, parts } = read.data;
  const unwell = Object.entries(parts).filter(([, { state }]) => state !== "ok");
  return [
    ok("site", `it runs on ${where}, and is ${status}`),
    ...unwell.map(([part, { state, why }]) =>
      warning("site", `${part} is ${state}: ${why}`, 'see "Health" in server/README.md'),
    ),
  ];
}
