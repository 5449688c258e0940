/** Splits lines of names that spaces separate. */
export const splitNames = (...lines: readonly string[]): string[] => lines.join(" ").split(" ");
