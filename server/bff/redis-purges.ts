import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { DATA_TAGS, type DataTag } from "../../shared/contract/data-tags.ts";
import type { RedisLink } from "../storage/redis-link.ts";

/** Purges that all instances hear of, those included that were away. */
export interface Purges {
  /** The last purge of a tag that this instance has obeyed; 0 before the first. */
  known(tag: DataTag): number;
  /** Told what Redis holds as the last purge: obeys one that was missed. */
  see(tag: DataTag, epoch: number): void;
  /** Tells the others. Resolves when Redis has it, soon in any case; what it could not take is sent later. */
  announce(tags: readonly DataTag[]): Promise<void>;
  close(): void;
}

/** A writer waits this long for the others to be told. */
const ANNOUNCE_MS = 100;

/** A purge is named by Redis's clock, so that names grow even when Redis has forgotten the last. */
const ANNOUNCE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for index = 2, #ARGV do
  local before = tonumber(redis.call('HGET', KEYS[1], ARGV[index])) or 0
  local epoch = math.max(before + 1, now)
  redis.call('HSET', KEYS[1], ARGV[index], string.format('%.0f', epoch))
  redis.call('PUBLISH', KEYS[2], cjson.encode({from = ARGV[1], tag = ARGV[index], before = before, epoch = epoch}))
end`;

const announcement = z.object({
  from: z.string(),
  tag: z.enum(DATA_TAGS),
  before: z.number(),
  epoch: z.number(),
});

function parsed(text: string): z.infer<typeof announcement> | null {
  try {
    return announcement.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** `space` sets apart instances that read another source through the same Redis. */
export function openPurges(options: {
  link: RedisLink;
  space: string;
  /** Another instance has changed data of this tag. */
  onPurge: (tag: DataTag) => void;
}): Purges {
  const { link, space, onPurge } = options;
  const [epochs, channel] = [`site:purged:${space}`, `site:purge:${space}`];
  const me = randomUUID();
  const known = new Map<DataTag, number>();
  const owed = new Set<DataTag>();

  function see(tag: DataTag, epoch: number): void {
    if (epoch <= (known.get(tag) ?? 0)) return;
    known.set(tag, epoch);
    onPurge(tag);
  }

  async function send(tags: readonly DataTag[]): Promise<void> {
    try {
      await link.client.eval(ANNOUNCE, 2, epochs, channel, me, ...tags);
      for (const tag of tags) owed.delete(tag);
    } catch {
      for (const tag of tags) owed.add(tag);
    }
  }

  /** What was said while this instance could not listen, and what it could not say. */
  async function catchUp(): Promise<void> {
    if (!link.isUp()) return;
    if (owed.size > 0) await send([...owed]);
    const held = await link.client.hmget(epochs, ...DATA_TAGS).catch(() => []);
    for (const [index, tag] of DATA_TAGS.entries()) see(tag, Number(held[index] ?? 0) || 0);
  }

  const ear = link.connectPatiently();
  ear.on("ready", () => {
    void ear.subscribe(channel).then(catchUp, () => {});
  });
  link.client.on("ready", () => void catchUp());
  ear.on("message", (_channel, text) => {
    const said = parsed(text);
    if (said === null) return;
    // This instance purged itself before it told the others.
    const isOwn = said.from === me && said.before === (known.get(said.tag) ?? 0);
    if (isOwn) known.set(said.tag, said.epoch);
    else see(said.tag, said.epoch);
  });

  return {
    known: (tag) => known.get(tag) ?? 0,
    see,
    announce: async (tags) => {
      await Promise.race([send(tags), wait(ANNOUNCE_MS, undefined, { ref: false })]);
    },
    close: () => ear.disconnect(),
  };
}
