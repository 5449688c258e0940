/** Values by the name a source may give them. */
export interface Fields<Value = unknown> {
  get(name: string): Value | undefined;
}

/** Where a clean value came from; both null when no alias had a usable value. */
export interface Chosen<T> {
  value: T | null;
  alias: string | null;
}

/**
 * The first alias, in the given order, whose value `read` can use (anything but null). Absent
 * fields are passed to `read` as undefined. Every alias counts as read.
 */
export function firstUsable<Value, T>(
  row: Fields<Value>,
  aliases: readonly string[],
  read: (value: Value | undefined, alias: string) => T | null,
): Chosen<T> {
  const values = aliases.map((alias) => ({ alias, raw: row.get(alias) }));
  for (const { alias, raw } of values) {
    const value = read(raw, alias);
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
