import type { Logger } from "pino";
import type { GiftStore } from "../giving/store/gift-store.ts";
import { openGifts } from "../giving/store/open-gifts.ts";
import type { RedisLink } from "../storage/redis-connection.ts";
import { startRetention } from "../submissions/inbox/retention.ts";

/** The gifts, with their retention. */
export function composeGiving(options: {
  dataDir: string;
  retentionDays: number;
  redis: RedisLink | null;
  logger: Logger;
  /** The clock, milliseconds. */
  now: () => number;
}): { gifts: GiftStore; close: () => Promise<void> } {
  const { dataDir, retentionDays, redis, logger, now } = options;
  const onError = (err: unknown) => logger.error({ err }, "gifts failed");
  const gifts = openGifts({ dataDir, redis, onError });
  const stopRetention = startRetention({
    store: gifts,
    retentionDays,
    now,
    onError,
    onPurged: (count) => logger.info({ count }, "gifts purged"),
  });
  return {
    gifts,
    close: async () => {
      stopRetention();
      await gifts.close();
    },
  };
}
