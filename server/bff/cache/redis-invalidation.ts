import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { DATA_TAGS, type DataTag } from "../../../shared/contract/data-tags.ts";
import type { RedisLink } from "../../storage/redis-connection.ts";

/**
 * Invalidations that reach all instances. Each has an epoch, which Redis records per tag, so that an
 * instance that was disconnected finds what it missed.
 */
export interface RedisInvalidation {
  /** The epoch of the last invalidation of a tag that this instance has applied; 0 before the first. */
  epochOf(tag: DataTag): number;
  /** Applies the invalidation of an epoch found in Redis, if this instance has missed it. */
  observe(tag: DataTag, epoch: number): void;
  /** Resolves when Redis has it, or after a short wait. What Redis could not take is sent later. Never rejects. */
  publish(tags: readonly DataTag[]): Promise<void>;
  close(): void;
}

/** A write waits this long for its invalidation to be published. */
const PUBLISH_WAIT_MS = 100;

/** An epoch is a time of Redis's clock, so that epochs increase even when Redis has lost the last one. */
const PUBLISH_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for index = 2, #ARGV do
  local before = tonumber(redis.call('HGET', KEYS[1], ARGV[index])) or 0
  local epoch = math.max(before + 1, now)
  redis.call('HSET', KEYS[1], ARGV[index], string.format('%.0f', epoch))
  redis.call('PUBLISH', KEYS[2], cjson.encode({from = ARGV[1], tag = ARGV[index], before = before, epoch = epoch}))
end`;

const messageSchema = z.object({
  /** The instance that published it. */
  from: z.string(),
  tag: z.enum(DATA_TAGS),
  /** The epoch that this one replaces. */
  before: z.number(),
  epoch: z.number(),
});

interface Options {
  link: RedisLink;
  /** Separates instances that use another source with the same Redis. */
  namespace: string;
  /** Another instance has changed data of this tag. */
  onInvalidate: (tag: DataTag) => void;
}

interface State {
  link: RedisLink;
  onInvalidate: (tag: DataTag) => void;
  instanceId: string;
  epochsKey: string;
  channel: string;
  epochs: Map<DataTag, number>;
  /** Tags whose invalidation Redis has not taken yet. */
  pending: Set<DataTag>;
}

/** The Redis hash with the last epoch of each tag. */
export const epochsKeyOf = (namespace: string): string => `site:purged:${namespace}`;

export function createRedisInvalidation(options: Options): RedisInvalidation {
  const { link, namespace, onInvalidate } = options;
  const state: State = {
    link,
    onInvalidate,
    instanceId: randomUUID(),
    epochsKey: epochsKeyOf(namespace),
    channel: `site:purge:${namespace}`,
    epochs: new Map(),
    pending: new Set(),
  };
  const subscriber = subscribe(state);
  return {
    epochOf: (tag) => epochOf(state, tag),
    observe: (tag, epoch) => observe(state, tag, epoch),
    publish: async (tags) => {
      await Promise.race([publish(state, tags), wait(PUBLISH_WAIT_MS, undefined, { ref: false })]);
    },
    close: () => subscriber.disconnect(),
  };
}

function subscribe(state: State): ReturnType<RedisLink["connectPatiently"]> {
  const subscriber = state.link.connectPatiently();
  subscriber.on("ready", () => {
    void subscriber.subscribe(state.channel).then(
      () => synchronise(state),
      () => {},
    );
  });
  state.link.client.on("ready", () => void synchronise(state));
  subscriber.on("message", (_channel, text) => receive(state, text));
  return subscriber;
}

const epochOf = ({ epochs }: State, tag: DataTag) => epochs.get(tag) ?? 0;

function observe(state: State, tag: DataTag, epoch: number): void {
  if (epoch <= epochOf(state, tag)) return;
  state.epochs.set(tag, epoch);
  state.onInvalidate(tag);
}

function receive(state: State, text: string): void {
  const message = parseMessage(text);
  if (message === null) return;
  const { from, tag, before, epoch } = message;
  // This instance has invalidated its own caches before it published the message.
  const isApplied = from === state.instanceId && before === epochOf(state, tag);
  if (isApplied) state.epochs.set(tag, epoch);
  else observe(state, tag, epoch);
}

function parseMessage(text: string): z.infer<typeof messageSchema> | null {
  try {
    return messageSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

async function publish(state: State, tags: readonly DataTag[]): Promise<void> {
  const { link, epochsKey, channel, instanceId, pending } = state;
  try {
    await link.client.eval(PUBLISH_SCRIPT, 2, epochsKey, channel, instanceId, ...tags);
    for (const tag of tags) pending.delete(tag);
  } catch {
    for (const tag of tags) pending.add(tag);
  }
}

/** After a reconnection: publishes what is pending, and applies what was missed. */
async function synchronise(state: State): Promise<void> {
  const { link, epochsKey, pending } = state;
  if (!link.isUp()) return;
  if (pending.size > 0) await publish(state, [...pending]);
  const epochs = await link.client.hmget(epochsKey, ...DATA_TAGS).catch(() => []);
  for (const [index, tag] of DATA_TAGS.entries())
    observe(state, tag, Number(epochs[index] ?? 0) || 0);
}
