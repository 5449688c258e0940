/** Logs storage and tracking errors (spec section 8) at a level that consoles hide by default, and never the visitor's data. */
export function logQuietly(part: string, error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error;
  // biome-ignore lint/suspicious/noConsole: the one place where the browser's log is written
  console.debug("site fault", { part, fault: name });
}
