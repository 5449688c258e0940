import { createHash } from "node:crypto";
import { setImmediate as turn, setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import { type RedisLink, redisFault } from "../storage/redis-link.ts";
import { MAX_COPY_BYTES, SHAPE_VERSION } from "./copy-store.ts";
import type { FreshnessPolicy } from "./freshness.ts";
import { openPurges } from "./redis-purges.ts";
import type { SharedCopies, SharedCopy } from "./shared-copies.ts";

export interface RedisCopies extends SharedCopies {
  /** Tells all instances that what they keep under these tags is out of date. Never rejects. */
  announce(tags: readonly DataTag[]): Promise<void>;
  close(): void;
}

/** Redis answers in less than one; whoever waits longer asks the source instead. */
const LOOK_MS = 40;
/** After a late answer Redis is left alone this long: readers pay the wait once, not each. */
const QUIET_MS = 1_000;

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
const parcel = z.object({ value: z.unknown(), at: z.number(), epoch: z.number() });

async function opened(bytes: Buffer): Promise<z.infer<typeof parcel> | null> {
  try {
    const json = await unpack(bytes, { maxOutputLength: 2 * MAX_COPY_BYTES });
    return parcel.parse(JSON.parse(json.toString()));
  } catch {
    // Whatever stands there, it is not from us.
    return null;
  }
}

/**
 * Copies in Redis under `site:copy:*`, packed, each with the last purge its question knew of: a purge
 * after that makes it doubtful for everyone, whatever the instances' clocks say.
 */
export function openRedisCopies(options: {
  link: RedisLink;
  /** The source's address: copies of another source are none of ours. */
  baseUrl: string;
  policy: Pick<FreshnessPolicy, "freshSeconds" | "staleIfErrorSeconds">;
  onPurge: (tag: DataTag) => void;
  /** Told once of a Redis that is there and takes no copies. */
  onFault: (fault: Error) => void;
}): RedisCopies {
  const { link, baseUrl, policy, onPurge, onFault } = options;
  const space = createHash("sha256").update(baseUrl).digest("hex").slice(0, 12);
  const purges = openPurges({ link, space, onPurge });
  const nameOf = (key: string) => `site:copy:${space}:${SHAPE_VERSION}:${key}`;
  const lifeSeconds = Math.max(1, Math.ceil(policy.freshSeconds + policy.staleIfErrorSeconds));
  let quietUntilMs = 0;
  let hasTold = false;

  async function look(tag: DataTag, key: string): Promise<{ bytes: Buffer; epoch: number } | null> {
    const answers = await link.client
      .pipeline()
      .getrangeBuffer(nameOf(key), 0, MAX_COPY_BYTES - 1)
      .hget(`site:purged:${space}`, tag)
      .exec();
    const [[fault, bytes] = [], [, epoch] = []] = answers ?? [];
    if (fault || !Buffer.isBuffer(bytes)) return null;
    return { bytes, epoch: Number(epoch ?? 0) || 0 };
  }

  async function late(): Promise<"late"> {
    await wait(LOOK_MS, undefined, { ref: false });
    // After a long task of our own the answer may lie there unread: one look before it counts as late.
    await turn();
    return "late";
  }

  async function find(tag: DataTag, key: string): Promise<SharedCopy | null> {
    if (!link.isUp() || performance.now() < quietUntilMs) return null;
    const found = await Promise.race([look(tag, key).catch(() => null), late()]);
    if (found === "late") quietUntilMs = performance.now() + QUIET_MS;
    if (found === null || found === "late") return null;
    purges.see(tag, found.epoch);
    const copy = found.bytes.length === 0 ? null : await opened(found.bytes);
    if (copy === null) return null;
    return { value: copy.value, fetchedAtMs: copy.at, isDoubted: copy.epoch < purges.known(tag) };
  }

  async function keep(tag: DataTag, key: string, { value, at }: { value: unknown; at: number }) {
    if (value === null) return void (await link.client.del(nameOf(key)));
    const json = JSON.stringify({ value, at, epoch: purges.known(tag) });
    if (json.length > MAX_COPY_BYTES) return;
    await link.client.set(nameOf(key), await pack(json), "EX", lifeSeconds);
  }

  return {
    find,
    keep: (tag, key, { value, fetchedAtMs }) => {
      if (!link.isUp()) return;
      keep(tag, key, { value, at: fetchedAtMs }).catch((fault: unknown) => {
        if (hasTold || !link.isUp()) return;
        hasTold = true;
        onFault(redisFault(fault));
      });
    },
    announce: purges.announce,
    close: purges.close,
  };
}
