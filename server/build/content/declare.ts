import { mkdirSync, writeFileSync } from "node:fs";
import { dataSchemas } from "./schemas/data.schema.ts";
import { entrySchemas } from "./schemas/pages.schema.ts";

/** The module of a data file, for `tsc`. Also with a suffix, as `site?pages`: a second module, for what few pages need. */
const ofFile = (name: string) => `declare module "virtual:content/${name}*" {
  const data: ContentData<"${name}">;
  export = data;
}
`;

/** That of a folder: its entries in the order of its lists, and their pages by slug. */
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
