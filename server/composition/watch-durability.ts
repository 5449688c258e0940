import type { Logger } from "pino";
import { MINUTE_MS } from "../../shared/time.ts";
import type { RedisLink } from "../storage/redis-connection.ts";
import { durabilityGap } from "../storage/redis-durability.ts";

interface DurabilityWatch {
  /** The settings that could lose an acknowledged message; null when none could. */
  gap: () => string | null;
  stop: () => void;
}

/** Checks the settings of Redis at the start and every minute, and logs each change for the worse. */
export function watchDurability(redis: RedisLink | null, logger: Logger): DurabilityWatch {
  let gap: string | null = null;
  if (redis === null) return { gap: () => gap, stop: () => {} };
  const check = async () => {
    if (!redis.isUp()) return;
    const found = await durabilityGap(redis.client);
    if (found !== null && found !== gap) logger.error({ gap: found }, "redis may lose messages");
    gap = found;
  };
  void redis.ready().then(check);
  const timer = setInterval(() => void check(), MINUTE_MS);
  timer.unref();
  return { gap: () => gap, stop: () => clearInterval(timer) };
}
