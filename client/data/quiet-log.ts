/** One line of facts; never the visitor's data. */
export interface QuietError {
  /** The part of the page that failed. */
  part: string;
  error: unknown;
}

/** Storage and tracking errors (spec section 8), at a level that consoles hide by default. */
export function logQuietly({ part, error }: QuietError): void {
  const name = error instanceof Error ? error.name : typeof error;
  // biome-ignore lint/suspicious/noConsole: the one place where the browser's log is written
  console.debug("site fault", { part, fault: name });
}
