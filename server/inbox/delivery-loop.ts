import type { Deliver, Delivery, InboxMessage } from "./inbox.ts";

/** A message that this process, and no other, may deliver until its lease ends. */
export interface Claimed {
  message: InboxMessage;
  claim: string;
}

/** What a store must be able to do so that its messages can be delivered. */
export interface ClaimableStore {
  /** Null when nothing is due. */
  claim(): Claimed | null;
  settle(claimed: Claimed, delivery: Delivery): void;
  /** Milliseconds until the next message is due; null when none waits. */
  untilNext(): number | null;
}

export interface DeliveryLoop {
  /** Something may be due. */
  wake(): void;
  /** Resolves when what was under way is settled. */
  stop(): Promise<void>;
}

const AT_ONCE = 4;
/** Another process may have stored something, or died over it. */
const LOOK_EVERY_MS = 1_000;

/** Delivers what is due, a few at a time, for as long as the process lives. */
export function startDeliveryLoop(options: {
  store: ClaimableStore;
  deliver: Deliver;
  /** Told of a fault of the store itself; the loop goes on. */
  onFault: (fault: unknown) => void;
}): DeliveryLoop {
  const { store, deliver, onFault } = options;
  const underWay = new Set<Promise<void>>();
  let isStopped = false;
  let wake: () => void = () => {};

  async function handOver(claimed: Claimed): Promise<void> {
    try {
      store.settle(claimed, await deliver(claimed.message));
    } catch (fault) {
      // The lease ends by itself, and the message is tried again under the same key.
      onFault(fault);
    }
  }

  function startNext(): boolean {
    if (underWay.size >= AT_ONCE) return false;
    const claimed = store.claim();
    if (claimed === null) return false;
    const work = handOver(claimed).finally(() => {
      underWay.delete(work);
      wake();
    });
    underWay.add(work);
    return true;
  }

  /** Rests until something is due, something is finished, or it is time to look again. */
  function rest(): Promise<void> {
    const dueInMs = underWay.size >= AT_ONCE ? null : store.untilNext();
    const ms = Math.min(Math.max(dueInMs ?? LOOK_EVERY_MS, 20), LOOK_EVERY_MS);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      try {
        while (!isStopped && startNext());
        if (!isStopped) await rest();
      } catch (fault) {
        onFault(fault);
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      }
    }
  }

  const running = run();
  return {
    wake: () => wake(),
    stop: async () => {
      isStopped = true;
      wake();
      await running;
      await Promise.all(underWay);
    },
  };
}
