import { existsSync } from "node:fs";
import { join } from "node:path";
import { HOUR_MS, MINUTE_MS } from "../../shared/time.ts";
import { type Config, withoutCredentials } from "../config.ts";
import { SQLITE_FILE } from "../store/sqlite.ts";
import { openStore } from "../store/store.ts";
import { Inbox } from "../submissions/inbox/inbox.ts";
import type { InboxStats } from "../submissions/inbox/inbox-stats.ts";
import { type Finding, failure, ok, warning } from "./finding.ts";

/** Delivery is tried often in the first hour: a longer wait needs attention. */
const LONG_WAIT_MS = HOUR_MS;

function inboxFindings({ counts, oldestWaitingAt }: InboxStats, nowMs: number): Finding[] {
  const summary = Object.entries(counts).map(([state, count]) => `${count} ${state}`);
  const findings = [ok("inbox", summary.join(", "))];
  if (counts.dead > 0) {
    const fix =
      'see the reason with "npm run inbox -- list --state dead"; once it is removed, "npm run inbox -- retry" with the reference';
    const count = counts.dead === 1 ? "1 message is" : `${counts.dead} messages are`;
    findings.push(
      warning("inbox", `${count} dead: refused by the source, or tried too often`, fix),
    );
  }
  const waitMs = oldestWaitingAt === null ? 0 : nowMs - oldestWaitingAt;
  if (waitMs > LONG_WAIT_MS) {
    const message = `a message has waited ${Math.round(waitMs / MINUTE_MS)} minutes for delivery`;
    findings.push(
      warning("inbox", message, "check that the site runs and that the source accepts contacts"),
    );
  }
  return findings;
}

/** Whether the store can be used, and whether its messages need attention. */
export async function checkStore(config: Config, now: () => number): Promise<Finding[]> {
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = config;
  const where =
    databaseUrl === undefined ? join(dataDir, SQLITE_FILE) : withoutCredentials(databaseUrl);
  if (databaseUrl === undefined && !existsSync(where))
    return [ok("store", "empty: created at the first start")];
  const store = await openStore({ dataDir, databaseUrl, onChange: () => {} });
  try {
    const fault = store.fault();
    if (fault !== null) {
      const fix =
        databaseUrl === undefined
          ? "save a copy of the file, then see its permissions, its disk, or restore the last backup"
          : "check that it runs and that DATABASE_URL is right";
      return [failure("store", `${where}: ${fault}`, fix)];
    }
    const inbox = new Inbox({ store, maxTries: 1, now, onError: () => {} });
    return [ok("store", `${where} can be used`), ...inboxFindings(await inbox.stats(), now())];
  } finally {
    await store.close();
  }
}
