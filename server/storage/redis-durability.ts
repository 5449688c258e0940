import type { Redis } from "ioredis";

const WANTED = {
  appendonly: "yes",
  appendfsync: "always",
  "maxmemory-policy": "noeviction",
} as const;

/**
 * What in the set-up of a Redis could lose a message that was acknowledged, as a sentence for
 * operators; null when nothing could, or when Redis does not let itself be asked.
 */
export async function durabilityGap(redis: Redis): Promise<string | null> {
  const gaps: string[] = [];
  for (const [name, wanted] of Object.entries(WANTED)) {
    const answer: unknown = await redis.config("GET", name).catch(() => null);
    const value: unknown = Array.isArray(answer) ? answer[1] : undefined;
    if (value !== undefined && value !== wanted)
      gaps.push(`${name} is ${value}, it must be ${wanted}`);
  }
  return gaps.length > 0 ? gaps.join("; ") : null;
}
