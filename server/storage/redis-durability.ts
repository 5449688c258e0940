import type { Redis } from "ioredis";

const REQUIRED = {
  appendonly: "yes",
  appendfsync: "always",
  "maxmemory-policy": "noeviction",
} as const;

/** The settings of a Redis that could lose an acknowledged message; null when none could, or when they cannot be read. */
export async function durabilityGap(redis: Redis): Promise<string | null> {
  const gaps: string[] = [];
  for (const [name, required] of Object.entries(REQUIRED)) {
    const reply: unknown = await redis.config("GET", name).catch(() => null);
    const value: unknown = Array.isArray(reply) ? reply[1] : undefined;
    if (value !== undefined && value !== required)
      gaps.push(`${name} is ${value}, it must be ${required}`);
  }
  return gaps.length > 0 ? gaps.join("; ") : null;
}
