import type { Deliver, Delivery, InboxMessage } from "./inbox.ts";

/** A message that only this process may deliver until the lease ends. */
export interface Claimed {
  message: InboxMessage;
  claim: string;
}

export interface ClaimableStore {
  /** Null when nothing is due. */
  claim(): Claimed | null;
  settle(claimed: Claimed, delivery: Delivery): void;
  /** Milliseconds until the next message is due; null when none waits. */
  untilNext(): number | null;
}

export interface DeliveryLoop {
  /** A message may be due. */
  wake(): void;
  /** Resolves when the deliveries in progress are settled. */
  stop(): Promise<void>;
}

interface Options {
  store: ClaimableStore;
  deliver: Deliver;
  /** Called with each storage error; the loop goes on. */
  onError: (error: unknown) => void;
}

interface LoopState extends Options {
  inProgress: Set<Promise<void>>;
  isStopped: boolean;
  /** Ends the current pause. */
  wake: () => void;
}

const CONCURRENCY = 4;
/** Another process may have stored a message, or crashed while it held one. */
const POLL_MS = 1_000;
const SHORTEST_PAUSE_MS = 20;

async function deliverClaimed(loop: LoopState, claimed: Claimed): Promise<void> {
  try {
    loop.store.settle(claimed, await loop.deliver(claimed.message));
  } catch (error) {
    // The lease ends, and the message is tried again under the same key.
    loop.onError(error);
  }
}

/** Starts the next due delivery. False when nothing is due or all slots are taken. */
function startNext(loop: LoopState): boolean {
  if (loop.inProgress.size >= CONCURRENCY) return false;
  const claimed = loop.store.claim();
  if (claimed === null) return false;
  const delivery = deliverClaimed(loop, claimed).finally(() => {
    loop.inProgress.delete(delivery);
    loop.wake();
  });
  loop.inProgress.add(delivery);
  return true;
}

/** Resolves when a message is due, a delivery has ended, or the poll interval is over. */
function pause(loop: LoopState): Promise<void> {
  const dueInMs = loop.inProgress.size >= CONCURRENCY ? null : loop.store.untilNext();
  const ms = Math.min(Math.max(dueInMs ?? POLL_MS, SHORTEST_PAUSE_MS), POLL_MS);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    loop.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

async function run(loop: LoopState): Promise<void> {
  while (!loop.isStopped) {
    try {
      while (!loop.isStopped && startNext(loop));
      if (!loop.isStopped) await pause(loop);
    } catch (error) {
      loop.onError(error);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

/** Delivers due messages, a few at a time, until it is stopped. */
export function startDeliveryLoop(options: Options): DeliveryLoop {
  const loop: LoopState = {
    ...options,
    inProgress: new Set(),
    isStopped: false,
    wake: () => {},
  };
  const running = run(loop);
  return {
    wake: () => loop.wake(),
    stop: async () => {
      loop.isStopped = true;
      loop.wake();
      await running;
      await Promise.all(loop.inProgress);
    },
  };
}
