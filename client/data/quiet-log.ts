/** One line of facts; never the visitor's data. */
export interface QuietError {
  /** The part of the page that failed. */
  part: string;
  error: unknown;
}

/**
 * Logs an error that no visitor must notice (spec section 8: storage and tracking errors), at the
 * debug level, which consoles hide by default.
 */
export function logQuietly({ part, error }: QuietError): void {
  const name = error instanceof Error ? error.name : typeof error;
  // biome-ignore lint/suspicious/noConsole: the one place where the browser's log is written
  console.debug("site fault", { part, fault: name });
}
