import type { RedisLink } from "../../storage/redis-connection.ts";
import { openFallbackInbox } from "./fallback-inbox.ts";
import type { Inbox } from "./inbox.ts";
import { openRedisInbox } from "./redis-inbox.ts";
import { openSqliteInbox, type SqliteInboxOptions } from "./sqlite-inbox.ts";

/** The inbox of this machine; with Redis, the one shared by all instances. */
export function openInbox(options: SqliteInboxOptions & { redis: RedisLink | null }): Inbox {
  const { redis, maxTries, now, onError } = options;
  const local = openSqliteInbox(options);
  if (redis === null) return local;
  const shared = openRedisInbox({ link: redis, maxTries, now, onError });
  return openFallbackInbox({ shared, local, isUp: redis.isUp, onError });
}
