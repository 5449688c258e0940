import type { Inbox, InboxState } from "./inbox.ts";
import type { RedisInbox } from "./redis-inbox.ts";

const LOOK_EVERY_MS = 5_000;

/**
 * The shared inbox, with this machine's own for the time that Redis is away. What was stored here is
 * delivered from here; what is for staff moves over when Redis is back, its reference with it. A
 * message that a fault left in both goes out under one key, which the source counts once.
 */
export function openFallbackInbox({
  shared,
  local,
  isUp,
  onFault,
}: {
  shared: RedisInbox;
  local: Inbox;
  isUp: () => boolean;
  onFault: (fault: unknown) => void;
}): Inbox {
  async function moveOver(): Promise<void> {
    for (const state of ["kept", "held"] as const)
      for (const message of await local.list({ state })) {
        if (!isUp()) return;
        await shared.takeOver(message);
        await local.remove(message.reference);
      }
  }

  return {
    async add(draft) {
      if (!isUp()) return local.add(draft);
      try {
        return await shared.add(draft);
      } catch (fault) {
        if (isUp()) onFault(fault);
        return local.add(draft);
      }
    },
    async list(filter) {
      const all = [...(await shared.list(filter)), ...(await local.list(filter))];
      return all.sort((a, b) => b.receivedAt - a.receivedAt);
    },
    async census() {
      const here = await local.census();
      if (!isUp()) return here;
      const there = await shared.census();
      const since = [here.oldestWaitingAt, there.oldestWaitingAt].filter((at) => at !== null);
      const sum = (state: InboxState) => here.counts[state] + there.counts[state];
      return {
        counts: {
          ...{ waiting: sum("waiting"), delivered: sum("delivered"), dead: sum("dead") },
          ...{ kept: sum("kept"), held: sum("held") },
        },
        oldestWaitingAt: since.length > 0 ? Math.min(...since) : null,
      };
    },
    get: async (reference) => (await local.get(reference)) ?? shared.get(reference),
    retry: async (reference) => (await local.retry(reference)) || shared.retry(reference),
    remove: async (reference) => (await local.remove(reference)) || shared.remove(reference),
    async purge(receivedBefore) {
      const here = await local.purge(receivedBefore);
      return here + (isUp() ? await shared.purge(receivedBefore) : 0);
    },
    startDelivery(deliver) {
      const stops = [shared.startDelivery(deliver), local.startDelivery(deliver)];
      let moving = Promise.resolve();
      const move = () => {
        moving = moving.then(() => (isUp() ? moveOver() : undefined)).catch(onFault);
      };
      move();
      const timer = setInterval(move, LOOK_EVERY_MS);
      return async () => {
        clearInterval(timer);
        await moving;
        await Promise.all(stops.map((stop) => stop()));
      };
    },
    async close() {
      await Promise.all([shared.close(), local.close()]);
    },
  };
}
