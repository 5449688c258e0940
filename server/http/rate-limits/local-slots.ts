import type { Reserved, ReserveSlot, SlotWindow } from "./slot-store.ts";

interface OpenWindow {
  endsAt: number;
  /** How many reservations hold the slot of a message. */
  holders: Map<string, number>;
}

interface LocalSlotOptions {
  windowMs: number;
  /** Above this, the window that was used least recently is evicted. */
  maxWindows: number;
  /** The clock, milliseconds. */
  now: () => number;
}

/** The slots of this process. A window without a message is not stored. */
export function createLocalSlots({ windowMs, maxWindows, now }: LocalSlotOptions): {
  reserve: ReserveSlot;
  /** Windows in memory. */
  size: () => number;
} {
  const open = new Map<string, OpenWindow>();

  const find = (key: string): OpenWindow | undefined => {
    const found = open.get(key);
    return found !== undefined && found.endsAt > now() ? found : undefined;
  };

  function hold({ key }: SlotWindow, message: string): OpenWindow {
    const window = find(key) ?? { endsAt: now() + windowMs, holders: new Map() };
    window.holders.set(message, (window.holders.get(message) ?? 0) + 1);
    // The most recently used one is the last.
    open.delete(key);
    open.set(key, window);
    const [oldest] = open.keys();
    if (open.size > maxWindows && oldest !== undefined) open.delete(oldest);
    return window;
  }

  function reserve(windows: readonly SlotWindow[], message: string): Reserved {
    for (const [index, { key, max }] of windows.entries()) {
      const window = find(key);
      if (window && !window.holders.has(message) && window.holders.size >= max)
        return { kind: "full", index, ttlMs: window.endsAt - now() };
    }
    const [own] = windows.map((window) => ({ ...window, ...hold(window, message) }));
    if (own === undefined) throw new Error("a slot is in one window at least");
    const { max, holders, endsAt } = own;
    return {
      kind: "reserved",
      remaining: max - holders.size,
      ttlMs: endsAt - now(),
      release: async () => {
        for (const window of windows) release(window, message);
      },
    };
  }

  function release({ key }: SlotWindow, message: string): void {
    const holders = find(key)?.holders;
    const left = (holders?.get(message) ?? 0) - 1;
    if (left > 0) holders?.set(message, left);
    else holders?.delete(message);
    if (holders?.size === 0) open.delete(key);
  }

  return {
    reserve: async (windows, message) => reserve(windows, message),
    size: () => open.size,
  };
}
