import { earlier, emptyGiftStats, GIFT_STATES, type GiftStats } from "../../contract/gift-stats.ts";
import { createGiftStore } from "./create-gift-store.ts";
import type { GiftRecords } from "./gift-records.ts";
import type { GiftStore } from "./gift-store.ts";

const MOVE_EVERY_MS = 5_000;

interface Stores {
  shared: GiftRecords;
  local: GiftRecords;
  isUp: () => boolean;
  onError: (error: unknown) => void;
}

/**
 * Moves gifts to the shared store: what happened to them is applied there again, which changes nothing that
 * happened there already.
 */
async function moveToShared(shared: GiftStore, { local, isUp }: Stores): Promise<void> {
  for (const read of await local.find({})) {
    if (!isUp()) return;
    const { gift } = read;
    await shared.add(gift);
    for (const { state, ...step } of gift.history) {
      if (state === "pledged") continue;
      const provider = gift.provider ?? undefined;
      const nextCheckAt = gift.nextCheckAt ?? undefined;
      await shared.apply(gift.reference, { ...step, state, provider, nextCheckAt });
    }
    // One that changed meanwhile stays for the next time.
    await local.remove(read);
  }
}

/** Runs `work` now and at intervals, never twice at once, until the returned function is called. */
function runAtIntervals(work: () => Promise<void>, onError: (error: unknown) => void) {
  let running = Promise.resolve();
  const run = () => {
    running = running.then(work).catch(onError);
  };
  run();
  const timer = setInterval(run, MOVE_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

function sumOfStats(a: GiftStats, b: GiftStats): GiftStats {
  const sum = emptyGiftStats();
  for (const state of GIFT_STATES) {
    const [ofA, ofB] = [a.counts[state], b.counts[state]];
    sum.counts[state] = { USD: ofA.USD + ofB.USD, TZS: ofA.TZS + ofB.TZS };
  }
  sum.oldestPendingAt = earlier(a.oldestPendingAt, b.oldestPendingAt);
  return sum;
}

/**
 * The shared gifts, with the local ones as fallback while Redis is down: those are moved when it is back. A gift
 * that an error left in both has one reference, so that it is one gift again.
 */
export function openFallbackGifts(stores: Stores): GiftStore {
  const { isUp, onError } = stores;
  const shared = createGiftStore(stores.shared);
  const local = createGiftStore(stores.local);
  const stopMoving = runAtIntervals(
    async () => (isUp() ? moveToShared(shared, stores) : undefined),
    onError,
  );
  return {
    async add(gift) {
      if (!isUp()) return local.add(gift);
      return shared.add(gift).catch((error: unknown) => {
        if (isUp()) onError(error);
        return local.add(gift);
      });
    },
    get: async (reference) => (await local.get(reference)) ?? shared.get(reference),
    apply: async (reference, event) =>
      (await local.apply(reference, event)) ?? shared.apply(reference, event),
    async list(filter) {
      const all = [...(await shared.list(filter)), ...(await local.list(filter))];
      return all.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
    },
    async stats() {
      const ofLocal = await local.stats();
      return isUp() ? sumOfStats(ofLocal, await shared.stats()) : ofLocal;
    },
    claimDue: async (terms) =>
      (await local.claimDue(terms)) ?? (isUp() ? shared.claimDue(terms) : null),
    async reschedule(reference, nextCheckAt, claimed) {
      await local.reschedule(reference, nextCheckAt, claimed);
      if (isUp()) await shared.reschedule(reference, nextCheckAt, claimed);
    },
    forgetDonor: async (reference) => {
      const isLocal = await local.forgetDonor(reference);
      return isUp() ? (await shared.forgetDonor(reference)) || isLocal : isLocal;
    },
    async purge(createdBefore) {
      const purged = await local.purge(createdBefore);
      return purged + (isUp() ? await shared.purge(createdBefore) : 0);
    },
    async close() {
      await stopMoving();
      await Promise.all([shared.close(), local.close()]);
    },
  };
}
