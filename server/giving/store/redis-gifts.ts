import { CURRENCIES } from "../../../shared/forms/donation.ts";
import { earlier, emptyGiftStats, GIFT_STATES } from "../../contract/gift-stats.ts";
import { type RedisLink, whenUp } from "../../storage/redis-connection.ts";
import type { Gift } from "../gift.schema.ts";
import { type GiftRecords, type StoredGift, sinceOf, storedGift } from "./gift-records.ts";
import type { GiftFilter } from "./gift-store.ts";

const GIFT = "site:gift:";
/** References by the time of their check. */
const CHECKS = "site:gifts:checks";
/** References of one state and currency, by the time they came into the state. */
const indexOf = ({ state, currency }: Pick<Gift, "state" | "currency">) =>
  `site:gifts:${state}:${currency}`;
const INDEXES = GIFT_STATES.flatMap((state) =>
  CURRENCIES.map((currency) => ({ state, currency, key: indexOf({ state, currency }) })),
);

/**
 * Writes a gift, with its places in the indexes, if it is stored as expected. An empty text stands for no gift.
 * KEYS: gift, index before, index after, checks. ARGV: text before, text after, reference, since, next check.
 */
const WRITE = `
if (redis.call("GET", KEYS[1]) or "") ~= ARGV[1] then return 0 end
redis.call("ZREM", KEYS[2], ARGV[3])
redis.call("ZREM", KEYS[4], ARGV[3])
if ARGV[2] == "" then
  redis.call("DEL", KEYS[1])
  return 1
end
redis.call("SET", KEYS[1], ARGV[2])
redis.call("ZADD", KEYS[3], ARGV[4], ARGV[3])
if ARGV[5] ~= "" then redis.call("ZADD", KEYS[4], ARGV[5], ARGV[3]) end
return 1
`;

/** How many gifts are read at once. */
const CHUNK = 500;

/** The state again, since it may have changed after the index was read. */
const isWanted = ({ state, month, purpose }: GiftFilter, gift: Gift): boolean =>
  (state ?? gift.state) === gift.state &&
  (purpose ?? gift.purpose) === gift.purpose &&
  gift.createdAt.startsWith(month ?? "");

const newestFirst = ({ gift: a }: StoredGift, { gift: b }: StoredGift): number =>
  b.createdAt.localeCompare(a.createdAt) || a.reference.localeCompare(b.reference);

/** The gifts that all instances share. */
export function openRedisGifts(link: Pick<RedisLink, "client" | "isUp">): GiftRecords {
  const { client } = link;
  const run = <Result>(work: () => Promise<Result>) => whenUp(link, work);

  async function write(before: StoredGift | null, after: Gift | null): Promise<boolean> {
    const gift = after ?? before?.gift;
    if (gift === undefined) return false;
    const keys = [GIFT + gift.reference, indexOf(before?.gift ?? gift), indexOf(gift), CHECKS];
    const text = after === null ? "" : JSON.stringify(after);
    const nextCheck = gift.nextCheckAt === null ? "" : Date.parse(gift.nextCheckAt);
    const since = Date.parse(sinceOf(gift));
    const values = [before?.text ?? "", text, gift.reference, since, nextCheck];
    return (await client.eval(WRITE, keys.length, ...keys, ...values)) === 1;
  }

  async function read(reference: string): Promise<StoredGift | null> {
    const text = await client.get(GIFT + reference);
    return text === null ? null : storedGift(text);
  }

  /** Gifts that are there no more are left out. */
  async function readAll(references: readonly string[]): Promise<StoredGift[]> {
    const found: StoredGift[] = [];
    for (let start = 0; start < references.length; start += CHUNK) {
      const keys = references.slice(start, start + CHUNK).map((reference) => GIFT + reference);
      for (const text of await client.mget(keys)) if (text !== null) found.push(storedGift(text));
    }
    return found;
  }

  return {
    insert: (gift) => run(() => write(null, gift)),
    read: (reference) => run(() => read(reference)),
    replace: (before, gift) => run(() => write(before, gift)),
    remove: (before) => run(() => write(before, null)),
    find: (filter) =>
      run(async () => {
        const indexes = INDEXES.filter(
          ({ state, currency }) =>
            (filter.state ?? state) === state && (filter.currency ?? currency) === currency,
        );
        const lists = await Promise.all(indexes.map(({ key }) => client.zrange(key, "0", "-1")));
        const found = await readAll([...new Set(lists.flat())]);
        return found.filter(({ gift }) => isWanted(filter, gift)).sort(newestFirst);
      }),
    findDue: (now) =>
      run(async () => {
        const [reference] = await client.zrangebyscore(CHECKS, "-inf", now, "LIMIT", 0, 1);
        return reference === undefined ? null : read(reference);
      }),
    stats: () =>
      run(async () => {
        const stats = emptyGiftStats();
        for (const { state, currency, key } of INDEXES) {
          stats.counts[state][currency] = await client.zcard(key);
          if (state !== "pending") continue;
          const [, since] = await client.zrange(key, "0", "0", "WITHSCORES");
          stats.oldestPendingAt = earlier(stats.oldestPendingAt, since ? Number(since) : null);
        }
        return stats;
      }),
    close: async () => {},
  };
}
