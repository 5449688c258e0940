import { existsSync } from "node:fs";
import { join } from "node:path";
import { HOUR_MS, MINUTE_MS } from "../../shared/time.ts";
import { type Config, inboxSettings } from "../config.ts";
import type { InboxStats } from "../contract/inbox-stats.ts";
import { maskedRedisUrl, openRedisLink } from "../storage/redis-connection.ts";
import { durabilityGap } from "../storage/redis-durability.ts";
import { openSqliteInbox } from "../submissions/inbox/sqlite-inbox.ts";
import { codeOf, type Finding, failure, ok, warning } from "./finding.ts";

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

/** Whether the inbox file opens, and whether its messages need attention. */
export async function checkInbox(config: Config, now: () => number): Promise<Finding[]> {
  const file = join(config.DATA_DIR, "inbox.sqlite");
  if (!existsSync(file)) return [ok("inbox", "empty: created at the first start")];
  try {
    const inbox = openSqliteInbox({ ...inboxSettings(config), now, onError: () => {} });
    const stats = await inbox.inboxStats();
    await inbox.close();
    return inboxFindings(stats, now());
  } catch (error) {
    const message = `${file} cannot be opened: ${codeOf(error)}`;
    return [failure("inbox", message, "save a copy of it, then restore the last backup")];
  }
}

/** Whether Redis responds, and is configured not to lose acknowledged writes. */
export async function checkRedis(url: string | undefined): Promise<Finding[]> {
  if (url === undefined) return [];
  const where = maskedRedisUrl(url);
  const link = openRedisLink({ url, onChange: () => {} });
  try {
    await link.ready();
    if (!link.isUp()) {
      const fix =
        "check that it runs and that REDIS_URL is right; until then no instance shares anything";
      return [failure("redis", `${where} does not respond`, fix)];
    }
    const gap = await durabilityGap(link.client);
    if (gap === null) return [ok("redis", `${where} responds`)];
    const fix =
      'an acknowledged message could be lost. Do not edit redis.conf and restart, Redis would ignore its dump: see "RedisNotDurable" in docs/operations.md';
    return [failure("redis", `${where}: ${gap}`, fix)];
  } finally {
    link.close();
  }
}
