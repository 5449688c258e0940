import type { RedisLink } from "../storage/redis-link.ts";
import { openFallbackInbox } from "./fallback-inbox.ts";
import type { Inbox } from "./inbox.ts";
import { openRedisInbox } from "./redis-inbox.ts";
import { openSqliteInbox, type SqliteInboxOptions } from "./sqlite-inbox.ts";

/** The inbox of this machine, or the one that several share when there is a Redis. */
export function openInbox(options: SqliteInboxOptions & { redis: RedisLink | null }): Inbox {
  const { redis, maxTries, now, onFault } = options;
  const local = openSqliteInbox(options);
  if (redis === null) return local;
  const shared = openRedisInbox({ link: redis, maxTries, now, onFault });
  return openFallbackInbox({ shared, local, isUp: redis.isUp, onFault });
}
