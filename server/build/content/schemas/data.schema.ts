import type * as z from "zod";
import type { marks } from "./fields.schema.ts";
import { givingFiles, type ResolvedClaim } from "./giving.schema.ts";
import { pageFiles } from "./pages.schema.ts";
import { siteFiles } from "./site.schema.ts";

/** The schema of each data file: `site` is that of `site.json` with the words of a language. */
export const dataSchemas = { ...siteFiles, ...pageFiles, ...givingFiles } as const;

export type DataName = keyof typeof dataSchemas;

export type Data<Name extends DataName> = z.infer<(typeof dataSchemas)[Name]>;

/** A data file as its module has it: with the entries of claims.json in place of their keys, without what is for editors. */
export type Resolved<T> = T extends readonly (infer Item)[]
  ? readonly Resolved<Item>[]
  : T extends object
    ? { claim: string } extends T
      ? ResolvedClaim
      : { [Name in keyof T as Exclude<Name, keyof typeof marks>]: Resolved<T[Name]> }
    : T;
