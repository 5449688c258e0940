import type { SourceFaultName } from "../../../shared/contract/source-faults.ts";
import { fill } from "../../../shared/fill.ts";

/** The checks, in the order of the table in server/README.md. */
export const CHECKS = [
  "settings",
  "build",
  "disk",
  "clock",
  "certificate",
  "source",
  "store",
  "backup",
  "inbox",
  "content",
  "desk",
  "mail",
  "payments",
  "site",
] as const;

/** The result of a check. A warning can wait; with a failure the site does not work. `fix` says what to do. */
export interface Finding {
  check: (typeof CHECKS)[number];
  state: "ok" | "warning" | "failure";
  message: string;
  fix?: string;
}

type Check = Finding["check"];
type Unwell = (check: Check, message: string, fix: string) => Finding;
export const ok = (check: Check, message: string): Finding => ({ check, state: "ok", message });
export const warning: Unwell = (check, message, fix) => ({ check, state: "warning", message, fix });
export const failure: Unwell = (check, message, fix) => ({ check, state: "failure", message, fix });

const place = (name: string, setting: string, otherwise: string) => ({ name, setting, otherwise });
type Place = ReturnType<typeof place>;

/** The things the site depends on, each with the setting of its address and the advice for an error without a known code. */
export const CHECK_PLACES = {
  disk: place("the disk", "DATA_DIR", "use a folder that the site's account can write"),
  database: place("PostgreSQL", "DATABASE_URL", "look for this error in the log of PostgreSQL"),
  mail: place("the mail server", "SMTP_URL", "look for this error in the log of the mail server"),
  payments: place("Flutterwave", "FLUTTERWAVE_BASE_URL", "allow https to api.flutterwave.com here"),
  source: place("the source", "CONTENT_API_URL", "see its faults in docs/operations.md"),
};

/** The advice for error codes of the system, TLS, SMTP, SQLite, PostgreSQL and HTTP. The first match counts. */
const CODES = {
  "status 401":
    "set CONTENT_API_TOKEN to a key that the source accepts; the old key may have expired",
  "status 403": "allow the key in CONTENT_API_TOKEN and this machine's address to read the source",
  "status 404|status 410":
    'correct {setting}: CONTENT_API_URL is the part of the URL before "/api/news/"',
  "status 429": "{name} limits the calls: raise its limit (or FRESH_SECONDS, for the source)",
  ECONNREFUSED: "the connection was refused: start {name}, or correct the port in {setting}",
  "ENOTFOUND|EAI_|EDNS":
    "the host name cannot be resolved: correct it in {setting}, or check DNS on this machine (resolvectl status)",
  "EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|timeout exceeded|\\(timeout\\)":
    "no route or no response: check the network and the firewalls between here and {name}, and the host in {setting}",
  "CERT|SELF_SIGNED|UNABLE_TO_|self-signed certificate|ERR_TLS_":
    "renew or correct the certificate of {name}, or use its right host name in {setting}",
  "EPROTO|ERR_SSL_|wrong version number|ETLS":
    "one side speaks TLS and the other does not: correct the scheme or the port in {setting}",
  "28P01|28000|EAUTH": "correct user and password in {setting}",
  "3D000": "create the database, or correct its name in {setting}",
  "42501": "give the account the right to create tables in its database",
  "EACCES|EPERM|ERR_ACCESS_DENIED":
    "make the site's account the owner of the folder and its contents (chown -R), or correct {setting}",
  "EROFS|readonly database|SQLITE_READONLY":
    "find out why its disk is read-only (dmesg), or correct {setting}",
  "ENOSPC|EDQUOT|is full|SQLITE_FULL|53100":
    "free some space on its disk, since forms are refused until then; do not empty DATA_DIR, which holds messages",
  "ENOENT|ENOTDIR|EEXIST|SQLITE_CANTOPEN": "correct {setting}: a part of its path is not a folder",
  "EIO|SQLITE_IOERR": "the disk has errors (see dmesg): restore the last backup to another disk",
  "locked|SQLITE_BUSY": "another program has the file open: stop it (fuser shows it)",
  "not a database|malformed|SQLITE_NOTADB|SQLITE_CORRUPT":
    "save a copy, then restore the last backup (docs/operations.md)",
} as const;

export function adviceOf(error: string, at: Place, otherwise?: string): string {
  const found = Object.entries(CODES).find(([codes]) => new RegExp(codes).test(error));
  return found === undefined ? (otherwise ?? at.otherwise) : fill(found[1], at);
}

/** The advice for each fault of the source that no code explains. */
export const FAULT_ADVICE: Readonly<Record<SourceFaultName, string>> = {
  refused: "start the source, or correct CONTENT_API_URL; check the firewall and the certificate",
  timeout: "find out why the source hangs: check its log, its database and the network",
  slow: "find out why the source is slow: check its log, its database and the network",
  status: "check the log of the source for this status",
  redirect:
    "set CONTENT_API_URL to the new address of the source: redirects to other hosts are not followed",
  "not-json": "check that CONTENT_API_URL is the content API, not a web page, a login or a proxy",
  "cut-off": "check the logs of the source and of its proxies: one of them ends responses early",
  "too-large": "the lists of the source must stay below 2 MiB: send fewer or shorter rows",
  "wrong-shape":
    'check that CONTENT_API_URL ends before "/api/news/", and that the source sends {"items": []}, an array, {"data": []} or {"results": []}',
  incomplete:
    "see how the source names its next page (server/embedded-api/README.md); for a token set CONTENT_API_NEXT_PARAMETER",
  "no-rows": "every row needs id, slug and title: check what the source sends now",
  "fewer-rows": 'look for "content source changed" in the log: it names the rows and the reasons',
  "no-dates":
    "compare the names and formats of its fields with the contract (server/embedded-api/README.md)",
  "fewer-dates": "see the items without a date at the source: ISO 8601, RFC 2822 or epoch are read",
  "no-text":
    'make the source send HTML, plain text, or blocks that contain text; "content source sends unreadable texts" in the log names the items',
  empty: "restore the items at the source, unless they were deleted on purpose",
};

export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.map(({ check, state, message, fix }) => {
    const advice = fix === undefined ? "" : `${" ".repeat(19)}-> ${fix}\n`;
    const mark = state === "failure" ? "FAILURE" : state.padEnd(7);
    return `${mark}  ${check.padEnd(8)}  ${message}\n${advice}`;
  });
  const count = (wanted: Finding["state"]) => {
    const found = findings.filter(({ state }) => state === wanted).length;
    return `${found} ${wanted}${found === 1 ? "" : "s"}`;
  };
  return `${lines.join("")}\n${count("failure")}, ${count("warning")}\n`;
}
