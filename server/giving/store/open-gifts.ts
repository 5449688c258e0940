import type { RedisLink } from "../../storage/redis-connection.ts";
import { createGiftStore } from "./create-gift-store.ts";
import { openFallbackGifts } from "./fallback-gifts.ts";
import type { GiftStore } from "./gift-store.ts";
import { openRedisGifts } from "./redis-gifts.ts";
import { openSqliteGifts } from "./sqlite-gifts.ts";

/** The gifts of this machine; with Redis, those that all instances share. */
export function openGifts(options: {
  dataDir: string;
  redis: RedisLink | null;
  /** Called with errors of the stores in the background. */
  onError: (error: unknown) => void;
}): GiftStore {
  const { dataDir, redis, onError } = options;
  const local = openSqliteGifts(dataDir);
  if (redis === null) return createGiftStore(local);
  return openFallbackGifts({ shared: openRedisGifts(redis), local, isUp: redis.isUp, onError });
}
