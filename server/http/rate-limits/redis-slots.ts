import type { Redis } from "ioredis";
import type { ReserveSlot, SlotWindow } from "./slot-store.ts";

/** Each window is a hash: how many reservations hold the slot of a message. Scripts are atomic. */
const RESERVE = `
  local message, windowMs = ARGV[1], ARGV[2]
  for index, key in ipairs(KEYS) do
    local isFull = redis.call('HLEN', key) >= tonumber(ARGV[index + 2])
    if isFull and redis.call('HEXISTS', key, message) == 0 then
      return { index, 0, redis.call('PTTL', key) }
    end
  end
  for _, key in ipairs(KEYS) do
    redis.call('HINCRBY', key, message, 1)
    if redis.call('PTTL', key) < 0 then redis.call('PEXPIRE', key, windowMs) end
  end
  return { 0, ARGV[3] - redis.call('HLEN', KEYS[1]), redis.call('PTTL', KEYS[1]) }
`;

const RELEASE = `
  for _, key in ipairs(KEYS) do
    local isHeld = redis.call('HEXISTS', key, ARGV[1]) == 1
    if isHeld and redis.call('HINCRBY', key, ARGV[1], -1) < 1 then
      redis.call('HDEL', key, ARGV[1])
    end
  end
`;

const keysOf = (windows: readonly SlotWindow[]) =>
  windows.map(({ key }) => `site:posts:accepted:${key}`);

/** The slots of all instances. Rejects while Redis is unreachable. */
export function createRedisSlots(redis: Redis, windowMs: number): ReserveSlot {
  return async (windows, message) => {
    const keys = keysOf(windows);
    const limits = windows.map(({ max }) => max);
    // The script returns three integers.
    const [full = 0, remaining = 0, ttlMs = 0] = (await redis.eval(
      RESERVE,
      keys.length,
      ...[...keys, message, windowMs, ...limits],
    )) as number[];
    if (full > 0) return { kind: "full", index: full - 1, ttlMs };
    const release = async () => {
      // A slot that cannot be given back ends with its window.
      await redis.eval(RELEASE, keys.length, ...keys, message).catch(() => {});
    };
    return { kind: "reserved", remaining, ttlMs, release };
  };
}
