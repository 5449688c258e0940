import { readFileSync } from "node:fs";
import { withWords } from "../../server/content/with-words.ts";
import type { Data, DataName } from "../../shared/content/data.schema.ts";

const read = (file: string) => JSON.parse(readFileSync(`content/${file}.json`, "utf8"));

/** Reads a data file as editors wrote it: the facts joined with the English texts. */
export const englishContent = <Name extends DataName>(name: Name): Data<Name> =>
  withWords(read(name), read(`${name}.en`));
