import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { GiftStore } from "../giving/gift-store.ts";
import type { Store } from "../store/store.ts";
import { startRetention } from "../submissions/inbox/retention.ts";

/** The gifts, with their retention. */
export function composeGiving(options: {
  config: Pick<Config, "INBOX_RETENTION_DAYS">;
  store: Store;
  logger: Logger;
  /** The clock, milliseconds. */
  now: () => number;
}): { gifts: GiftStore; close: () => void } {
  const { config, store, logger, now } = options;
  // The store itself says that it is down.
  const onError = (err: unknown) => {
    if (store.fault() === null) logger.error({ err }, "gifts failed");
  };
  const gifts = new GiftStore(store);
  const stopRetention = startRetention({
    store: gifts,
    retentionDays: config.INBOX_RETENTION_DAYS,
    now,
    onError,
    onPurged: (count) => logger.info({ count }, "gifts purged"),
  });
  return { gifts, close: stopRetention };
}
