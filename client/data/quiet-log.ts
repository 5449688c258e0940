/** What went wrong, for whoever looks for it: one line of facts, never the reader's data. */
export interface QuietFault {
  /** The part of the page that went on without. */
  part: string;
  fault: unknown;
}

/**
 * Logs a fault that no reader must notice (spec section 8: storage and tracking errors). At the debug
 * level, which consoles hide unless asked: to the reader nothing is wrong.
 */
export function logQuietly({ part, fault }: QuietFault): void {
  const name = fault instanceof Error ? fault.name : typeof fault;
  // biome-ignore lint/suspicious/noConsole: the one place where the browser's log is written
  console.debug("site fault", { part, fault: name });
}
