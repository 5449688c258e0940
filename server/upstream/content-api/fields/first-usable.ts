/** Where a clean value came from; both null when no alias had a usable value. */
export interface Chosen<T> {
  value: T | null;
  alias: string | null;
}

/**
 * The first alias, in the given order, whose value `read` can use (anything but null). Absent
 * fields are passed to `read` as undefined.
 */
export function firstUsable<Row extends object, Alias extends keyof Row & string, T>(
  row: Row,
  aliases: readonly Alias[],
  read: (value: Row[Alias], alias: Alias) => T | null,
): Chosen<T> {
  for (const alias of aliases) {
    const value = read(row[alias], alias);
    if (value !== null) return { value, alias };
  }
  return { value: null, alias: null };
}

/** Field to alias, of those fields that had one. */
export function usedAliases(
  chosen: Readonly<Record<string, { alias: string | null }>>,
): Record<string, string> {
  const used: Record<string, string> = {};
  for (const [field, { alias }] of Object.entries(chosen)) {
    if (alias !== null) used[field] = alias;
  }
  return used;
}
