import { isRecord } from "../../with-words.ts";
import type { Path, Report } from "./errors.ts";
import type { Claim, ResolvedClaim } from "./schemas/giving.schema.ts";

/** The entries of claims.json; null while one has errors, and then no key is resolved. */
export type Ledger = ReadonlyMap<string, Claim> | null;

/** A value as pages show it. Its schema allows no HTML. */
export function shownValue({ value, unit }: Pick<Claim, "value" | "unit">): string {
  if (typeof value === "string") return value;
  return unit === "year" ? String(value) : value.toLocaleString("en-US");
}

/**
 * Replaces `{{claim:key}}` in a text by the value, an object `{"claim": key}` by the entry. In an object with other
 * fields, `claim` names the row that its figure links to. `keys` are those in texts.
 */
export function resolveClaims(value: unknown, ledger: Ledger, report: Report) {
  if (ledger === null) return { value, keys: [] };
  const claimOf = (key: string, path: Path) => {
    const claim = ledger.get(key);
    if (!claim)
      report(path, `"${key}" is not a key of claims.json: correct it, or add the entry there`);
    return claim;
  };

  const entryOf = (key: string, path: Path): ResolvedClaim | undefined => {
    const claim = claimOf(key, path);
    if (!claim) return undefined;
    const { value: amount, label: text, conflicts } = claim;
    if (typeof amount === "number")
      return { claim: key, amount, text, conflict: conflicts[0]?.note };
    report(path, `"${key}" has no number as its value in claims.json`);
  };

  const resolve = (part: unknown, path: Path, keys: Set<string>): unknown => {
    if (typeof part === "string")
      return part.replace(/\{\{claim:([^{}]*)\}\}/g, (mark, key: string) => {
        const claim = claimOf(key, path);
        if (!claim) return mark;
        keys.add(key);
        return shownValue(claim);
      });
    if (Array.isArray(part))
      return part.map((item, index) => resolve(item, [...path, index], keys));
    if (!isRecord(part)) return part;
    const { claim: key, ...rest } = part;
    if (typeof key === "string" && Object.keys(rest).length === 0) return entryOf(key, path);
    const own = new Set<string>();
    const linked = typeof key === "string" ? claimOf(key, [...path, "claim"]) : undefined;
    const fields = Object.entries(part).map(([name, item]) => [
      name,
      resolve(item, [...path, name], own),
    ]);
    if (linked && own.size > 0 && !own.has(String(key)))
      report([...path, "claim"], `links to "${key}", but the figure here is "${[...own][0]}"`);
    for (const name of own) keys.add(name);
    return Object.fromEntries(fields);
  };

  const keys = new Set<string>();
  return { value: resolve(value, [], keys), keys: [...keys] };
}
