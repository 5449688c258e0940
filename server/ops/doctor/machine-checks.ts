import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { request } from "undici";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../shared/time.ts";
import type { Config } from "../../config.ts";
import { compileContent } from "../../content/compile-content.ts";
import { ContentFiles } from "../../content/content-files.ts";
import { asFiles, ContentEdits } from "../../content/edits.ts";
import { routesInSources } from "../../content/routes-in-sources.ts";
import { lastBackupAt } from "../../store/last-backup.ts";
import type { Store } from "../../store/store.ts";
import { type Finding, failure, ok, warning } from "./findings.ts";

/** The files without which the site does not start. */
const BUILT = ["dist/site/site.js", "dist/client/.vite/manifest.en.json"];

export function checkBuild(): Finding {
  const missing = BUILT.filter((file) => !existsSync(file));
  if (missing.length === 0) return ok("build", "the site is built");
  return failure("build", `missing: ${missing.join(", ")}`, 'run "npm run build"');
}

/** The difference from which a clock counts as wrong. Gifts, sign-in links and caches bear less. */
const CLOCK_LIMIT_MS = MINUTE_MS;
const seconds = (ms: number) => `${Math.round(Math.abs(ms) / SECOND_MS)} s`;

/** Returns how far the clock of the file system is ahead of ours, in milliseconds. A shared disk has a clock of its own. */
function fileClockAhead(dataDir: string): number {
  const file = join(dataDir, `clock-${randomUUID()}`);
  writeFileSync(file, "", { flag: "wx", mode: 0o600 });
  try {
    return statSync(file).mtimeMs - Date.now();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Returns how far the clock of the source is ahead of ours, in milliseconds; null when the source does not say. */
async function sourceClockAhead(baseUrl: string): Promise<number | null> {
  try {
    const url = `${baseUrl}/api/news/`;
    const { headers, body } = await request(url, { signal: AbortSignal.timeout(5_000) });
    await body.dump();
    const at = Date.parse(String(headers.date));
    return Number.isNaN(at) ? null : at - Date.now();
  } catch {
    return null;
  }
}

export async function checkClock({ CONTENT_API_URL: url, DATA_DIR }: Config): Promise<Finding> {
  const clocks = {
    "the content source": url === undefined ? null : await sourceClockAhead(url),
    "the disk of DATA_DIR": fileClockAhead(DATA_DIR),
  };
  for (const [other, ahead] of Object.entries(clocks)) {
    if (ahead === null || Math.abs(ahead) < CLOCK_LIMIT_MS) continue;
    const side = ahead > 0 ? "behind" : "ahead of";
    const message = `the clock of this machine is ${seconds(ahead)} ${side} that of ${other}`;
    const fix = "see which is right (date -u; timedatectl), and turn on time synchronisation";
    return warning("clock", message, fix);
  }
  return ok("clock", "the clock agrees with others");
}

const OLDEST_BACKUP_MS = 25 * HOUR_MS;

/** Checks when the backup command last succeeded. A site that is not public yet needs no backup. */
export async function checkBackup(store: Store, { PUBLIC_ORIGIN }: Config): Promise<Finding> {
  const at = await lastBackupAt(store.db);
  const fix =
    "see docs/operations.md, Back up: the timer, and its log (journalctl -u foundation-website-backup)";
  if (at === null) {
    const never = "no backup was made yet";
    return PUBLIC_ORIGIN.startsWith("https:") ? warning("backup", never, fix) : ok("backup", never);
  }
  const hours = Math.round((Date.now() - at) / HOUR_MS);
  const message = `the last backup is ${hours === 1 ? "1 hour" : `${hours} hours`} old`;
  return Date.now() - at > OLDEST_BACKUP_MS
    ? warning("backup", message, fix)
    : ok("backup", message);
}

/** Checks that a public site over a real source shows no sample texts. Texts edited at the desk count, not their files. */
export async function checkPlaceholders(store: Store, config: Config): Promise<Finding[]> {
  if (config.CONTENT_API_URL === undefined) return [];
  const edited = asFiles(await new ContentEdits(store.db, Date.now).published());
  const files = new ContentFiles(config.CONTENT_DIR, new Map(edited));
  const { placeholders } = compileContent(files, { language: "en", routes: routesInSources() });
  if (placeholders.length === 0) return [];
  const names = [...new Set(placeholders.map(({ file }) => file))];
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  const message = `the site shows ${placeholders.length} sample texts, in ${names.slice(0, 3).join(", ")}${more}`;
  const fix =
    "replace them at the desk (Website), or in content/ (npm run content:check -- --placeholders)";
  return [warning("content", message, fix)];
}

const CERTIFICATE_DAYS = 14;

/** Checks the certificate that visitors of PUBLIC_ORIGIN get, if this machine can reach that host. */
export async function checkCertificate({ PUBLIC_ORIGIN }: Config): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(PUBLIC_ORIGIN);
  if (protocol !== "https:") return [];
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    // A certificate that is not valid is reported here, not refused.
    rejectUnauthorized: false,
  });
  const fix = "renew it (with Caddy: journalctl -u caddy)";
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(5_000) });
    const days = Math.floor(
      (Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS,
    );
    if (days < 0)
      return [failure("certificate", `the certificate of ${hostname} has expired`, fix)];
    if (!socket.authorized) {
      const message = `browsers refuse the certificate of ${hostname} (${socket.authorizationError})`;
      return [failure("certificate", message, fix)];
    }
    const message = `the certificate of ${hostname} is valid for ${days} days`;
    return [
      days < CERTIFICATE_DAYS ? warning("certificate", message, fix) : ok("certificate", message),
    ];
  } catch {
    // Behind some proxies a machine cannot reach its own public name.
    return [ok("certificate", `${hostname} cannot be reached from this machine`)];
  } finally {
    socket.destroy();
  }
}
