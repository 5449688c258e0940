import { HOUR_MS } from "../../../shared/time.ts";
import type { RedisLink } from "../../storage/redis-connection.ts";
import {
  type IdempotencyRecord,
  type IdempotencyStore,
  idempotencyRecord,
  LEASE_MS,
  REMEMBERED_HOURS,
} from "./idempotency-store.ts";

const PREFIX = "site:idempotency:";
const REMEMBERED_MS = REMEMBERED_HOURS * HOUR_MS;

/** Reads and claims in one step. Answers with what is known, or with nothing when the key is claimed. */
const CLAIM = `
local known = redis.call("GET", KEYS[1])
if known then
  local record = cjson.decode(known)
  local isFree = record.fingerprint == ARGV[1] and record.response == cjson.null
    and record.leaseEnd <= tonumber(ARGV[2])
  if not isFree then return known end
end
redis.call("SET", KEYS[1], ARGV[3], "PX", ARGV[4])
return false
`;

/** The keys that all instances share. */
export function openRedisIdempotency(options: {
  link: Pick<RedisLink, "client">;
  /** The clock, milliseconds. */
  now: () => number;
}): IdempotencyStore {
  const { now } = options;
  const { client } = options.link;
  const write = (key: string, value: IdempotencyRecord) =>
    client.set(PREFIX + key, JSON.stringify(value), "PX", REMEMBERED_MS);
  return {
    async claim(key, fingerprint) {
      const at = now();
      const claimed: IdempotencyRecord = { fingerprint, response: null, leaseEnd: at + LEASE_MS };
      const terms = [fingerprint, at, JSON.stringify(claimed), REMEMBERED_MS];
      const known: unknown = await client.eval(CLAIM, 1, PREFIX + key, ...terms);
      return typeof known === "string" ? idempotencyRecord.parse(JSON.parse(known)) : null;
    },
    async settle(key, fingerprint, response) {
      await write(key, { fingerprint, response, leaseEnd: 0 });
    },
    async release(key) {
      await client.del(PREFIX + key);
    },
    close: () => {},
  };
}
