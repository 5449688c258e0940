import type { Language } from "../../../shared/languages.ts";
import { validate } from "./content-error.ts";
import { fileIn, readDataFile } from "./content-source.ts";
import { type Claim, claimsSchema } from "./schemas/giving.schema.ts";

export const LEDGER_FILE = "claims.json";

/** The entries of claims.json by their key. */
export type Ledger = ReadonlyMap<string, Claim>;

/** Null while claims.json itself has errors, which are reported with those of the other data files. */
export function readLedger(contentDir: string, language: Language = "en"): Ledger | null {
  const source = readDataFile(contentDir, fileIn(contentDir, LEDGER_FILE, language));
  const { value } = validate(claimsSchema, source.value, LEDGER_FILE);
  return value && new Map(Object.entries(value.claims));
}

/** A value as pages show it; a year, with the unit "year", has no comma. */
export function shownValue({ value, unit }: Pick<Claim, "value" | "unit">): string {
  if (typeof value === "string") return value;
  return unit === "year" ? String(value) : value.toLocaleString("en-US");
}
