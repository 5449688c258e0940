import { mkdirSync, writeFileSync } from "node:fs";
import { dataSchemas } from "./schemas/data.schema.ts";

/** The module of a data file, for `tsc`. Also with a suffix, as `site?pages`: a second module, for what few pages need. */
const declarationOf = (name: string) => `declare module "virtual:content/${name}*" {
  const data: ContentData<"${name}">;
  export = data;
}
`;

mkdirSync("dist", { recursive: true });
writeFileSync("dist/content-data.d.ts", Object.keys(dataSchemas).map(declarationOf).join("\n"));
