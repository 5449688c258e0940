import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Config, inboxSettings } from "../config.ts";
import { openSqliteInbox } from "../inbox/sqlite-inbox.ts";
import { durabilityGap } from "../storage/redis-durability.ts";
import { maskedRedisUrl, openRedisLink } from "../storage/redis-link.ts";
import { codeOf, type Finding, fault, ok, warning } from "./finding.ts";

/** Deliveries are tried often in the first hour: what waits longer waits for somebody. */
const LONG_WAIT_MS = 3_600_000;

/** What visitors sent and this machine keeps: whether it opens, and whether somebody should look at it. */
export async function checkInbox(config: Config, now: () => number): Promise<Finding[]> {
  const file = join(config.DATA_DIR, "inbox.sqlite");
  if (!existsSync(file)) return [ok("inbox", "empty: it is made at the first start")];
  try {
    const inbox = openSqliteInbox({ ...inboxSettings(config), now, onFault: () => {} });
    const { counts, oldestWaitingAt } = await inbox.census();
    await inbox.close();
    const said = Object.entries(counts).map(([state, count]) => `${count} ${state}`);
    const findings = [ok("inbox", said.join(", "))];
    if (counts.dead > 0) {
      const mend =
        'see "npm run inbox -- list --state dead", then "npm run inbox -- retry --all-dead"';
      findings.push(warning("inbox", `${counts.dead} messages were given up`, mend));
    }
    const waitsMs = oldestWaitingAt === null ? 0 : now() - oldestWaitingAt;
    if (waitsMs > LONG_WAIT_MS) {
      const says = `a message has waited ${Math.round(waitsMs / 60_000)} minutes for the source`;
      findings.push(
        warning("inbox", says, "see whether the site runs and the source takes contacts"),
      );
    }
    return findings;
  } catch (problem) {
    const says = `${file} cannot be opened: ${codeOf(problem)}`;
    return [fault("inbox", says, "keep a copy of it, then put back the last backup")];
  }
}

/** Whether Redis answers, and keeps what it acknowledges. */
export async function checkRedis(url: string | undefined): Promise<Finding[]> {
  if (url === undefined) return [];
  const where = maskedRedisUrl(url);
  const link = openRedisLink({ url, onChange: () => {} });
  try {
    await link.ready();
    if (!link.isUp()) {
      const mend =
        "see whether it runs and whether REDIS_URL is right; until then each instance is alone";
      return [fault("redis", `${where} does not answer`, mend)];
    }
    const gap = await durabilityGap(link.client);
    if (gap === null) return [ok("redis", `${where} answers`)];
    const mend = "change it in redis.conf: an acknowledged message could be lost";
    return [fault("redis", `${where}: ${gap}`, mend)];
  } finally {
    link.close();
  }
}
