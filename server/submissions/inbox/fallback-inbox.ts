import { emptyInboxStats, INBOX_STATES, type InboxStats } from "../../contract/inbox-stats.ts";
import type { Inbox } from "./inbox.ts";
import type { RedisInbox } from "./redis-inbox.ts";

const MOVE_EVERY_MS = 5_000;

interface Inboxes {
  shared: RedisInbox;
  local: Inbox;
  isUp: () => boolean;
  onError: (error: unknown) => void;
}

/** Moves messages for staff to the shared inbox, with their references. */
async function moveToShared({ shared, local, isUp }: Inboxes): Promise<void> {
  for (const state of ["kept", "held"] as const)
    for (const message of await local.list({ state })) {
      if (!isUp()) return;
      await shared.takeOver(message);
      await local.remove(message.reference);
    }
}

/** Moves messages now and at intervals, never twice at once, until the returned function is called. */
function startMoving(inboxes: Inboxes): () => Promise<void> {
  let moving = Promise.resolve();
  const move = () => {
    moving = moving
      .then(() => (inboxes.isUp() ? moveToShared(inboxes) : undefined))
      .catch(inboxes.onError);
  };
  move();
  const timer = setInterval(move, MOVE_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await moving;
  };
}

function sumOfStats(a: InboxStats, b: InboxStats): InboxStats {
  const sum = emptyInboxStats();
  for (const state of INBOX_STATES) sum.counts[state] = a.counts[state] + b.counts[state];
  const times = [a.oldestWaitingAt, b.oldestWaitingAt].filter((at) => at !== null);
  sum.oldestWaitingAt = times.length > 0 ? Math.min(...times) : null;
  return sum;
}

/**
 * The shared inbox, with the local one as fallback while Redis is down. Contact messages stored locally
 * are delivered from there; messages for staff are moved when Redis is back. A message that an error left
 * in both has one key, by which the source recognises the repetition.
 */
export function openFallbackInbox(inboxes: Inboxes): Inbox {
  const { shared, local, isUp, onError } = inboxes;
  return {
    async add(draft) {
      if (!isUp()) return local.add(draft);
      try {
        return await shared.add(draft);
      } catch (error) {
        if (isUp()) onError(error);
        return local.add(draft);
      }
    },
    async list(filter) {
      const all = [...(await shared.list(filter)), ...(await local.list(filter))];
      return all.sort((a, b) => b.receivedAt - a.receivedAt);
    },
    async inboxStats() {
      const localStats = await local.inboxStats();
      return isUp() ? sumOfStats(localStats, await shared.inboxStats()) : localStats;
    },
    get: async (reference) => (await local.get(reference)) ?? shared.get(reference),
    retry: async (reference) => (await local.retry(reference)) || shared.retry(reference),
    remove: async (reference) => (await local.remove(reference)) || shared.remove(reference),
    async purge(receivedBefore) {
      const purged = await local.purge(receivedBefore);
      return purged + (isUp() ? await shared.purge(receivedBefore) : 0);
    },
    startDelivery(deliver) {
      const stops = [shared.startDelivery(deliver), local.startDelivery(deliver)];
      const stopMoving = startMoving(inboxes);
      return async () => {
        await stopMoving();
        await Promise.all(stops.map((stop) => stop()));
      };
    },
    async close() {
      await Promise.all([shared.close(), local.close()]);
    },
  };
}
