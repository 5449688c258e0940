import type { Language } from "../../../shared/languages.ts";
import { fileIn, readJson } from "./content-source.ts";
import { type ContentValidationError, fieldPath, validate } from "./errors.ts";
import { type Claim, givingFiles, type ResolvedClaim } from "./schemas/giving.schema.ts";
import { isRecord, type Path } from "./walk-content.ts";

export const LEDGER_FILE = "claims.json";

/** The entries of claims.json by their key. */
export type Ledger = ReadonlyMap<string, Claim>;

/** Null while claims.json itself has errors, which are reported with those of the other data files. */
export function readLedger(contentDir: string, language: Language = "en"): Ledger | null {
  const source = readJson(contentDir, fileIn(contentDir, LEDGER_FILE, language));
  const value = validate(givingFiles[LEDGER_FILE], source);
  return value && new Map(Object.entries(value.claims));
}

/** A value as pages show it; a year, with the unit "year", has no comma. */
export function shownValue({ value, unit }: Pick<Claim, "value" | "unit">): string {
  if (typeof value === "string") return value;
  return unit === "year" ? String(value) : value.toLocaleString("en-US");
}

/** `{{claim:wells}}` */
const IN_TEXT = /\{\{claim:([^{}]*)\}\}/g;

const unknownKey = (key: string) =>
  `"${key}" is not a key of claims.json: correct it, or add the entry there`;

/** Replaces the keys in a text by the values. `encode` is for texts that are HTML. */
export function resolveText(
  text: string,
  ledger: Ledger,
  encode: (value: string) => string = (value) => value,
): { text: string; keys: string[]; problems: string[] } {
  const keys: string[] = [];
  const problems: string[] = [];
  const resolved = text.replace(IN_TEXT, (mark, key: string) => {
    const claim = ledger.get(key);
    if (!claim) {
      problems.push(unknownKey(key));
      return mark;
    }
    keys.push(key);
    return encode(shownValue(claim));
  });
  return { text: resolved, keys, problems };
}

/** The entry of a key, or the problem with it. */
function resolveReference(key: string, ledger: Ledger): ResolvedClaim | string {
  const claim = ledger.get(key);
  if (!claim) return unknownKey(key);
  const { value, label, conflicts } = claim;
  if (typeof value !== "number") return `"${key}" has no number as its value in claims.json`;
  const conflict = conflicts[0]?.note;
  return { claim: key, amount: value, text: label, ...(conflict !== undefined && { conflict }) };
}

/**
 * Replaces keys of the ledger in a value of a content file: `{{claim:key}}` in a text by the value, an object
 * `{"claim": key}` by the entry. In an object with other fields, `claim` names the row that its figure links to.
 */
export function resolveClaims(value: unknown, ledger: Ledger) {
  const keys: string[] = [];
  const problems: Pick<ContentValidationError, "field" | "problem">[] = [];
  const report = (path: Path, problem: string) =>
    problems.push({ field: fieldPath(path), problem });

  const resolve = (part: unknown, path: Path): unknown => {
    if (typeof part === "string") {
      const { text, ...found } = resolveText(part, ledger);
      keys.push(...found.keys);
      for (const problem of found.problems) report(path, problem);
      return text;
    }
    if (Array.isArray(part)) return part.map((item, index) => resolve(item, [...path, index]));
    return isRecord(part) ? resolveObject(part, path) : part;
  };

  const resolveObject = (part: Readonly<Record<string, unknown>>, path: Path): unknown => {
    const { claim: key, ...rest } = part;
    if (typeof key === "string" && Object.keys(rest).length === 0) {
      const resolved = resolveReference(key, ledger);
      if (typeof resolved !== "string") return resolved;
      report(path, resolved);
      return part;
    }
    if (typeof key === "string" && !ledger.has(key)) report([...path, "claim"], unknownKey(key));
    const before = keys.length;
    const fields = Object.entries(part).map(([name, item]) => [
      name,
      resolve(item, [...path, name]),
    ]);
    const own = new Set(keys.slice(before));
    if (typeof key === "string" && own.size > 0 && !own.has(key))
      report([...path, "claim"], `links to "${key}", but the figure here is "${[...own][0]}"`);
    return Object.fromEntries(fields);
  };

  const resolved = resolve(value, []);
  return { value: resolved, keys: [...new Set(keys)], problems };
}
