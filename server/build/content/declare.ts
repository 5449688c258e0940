import { mkdirSync, writeFileSync } from "node:fs";
import { dataSchemas } from "./schemas/data.schema.ts";
import { entrySchemas } from "./schemas/pages.schema.ts";

/**
 * Declares the module of a data file for `tsc`. A name with a suffix, such as `site?pages`, is a second module with data that few pages
 * need.
 */
const ofFile = (name: string) => `declare module "virtual:content/${name}*" {
  const data: ContentData<"${name}">;
  export = data;
}
`;

/** Declares the module of a folder: its entries in the order of its lists, and their pages by slug. */
const ofFolder = (name: string) => `declare module "virtual:content/${name}" {
  export type Summary = ContentSummary<"${name}">;
  export type Entry = ContentEntry<"${name}">;
  export const entries: readonly Summary[];
  export const load: Readonly<Record<string, () => Promise<{ default: Entry }>>>;
}
`;

const declarations = [
  ...Object.keys(dataSchemas).map(ofFile),
  ...Object.keys(entrySchemas).map(ofFolder),
];
mkdirSync("dist", { recursive: true });
writeFileSync("dist/content-data.d.ts", declarations.join("\n"));
