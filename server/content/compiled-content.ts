import type { Data, DataName } from "../../shared/content/data.schema.ts";
import type { EntryFolder } from "../../shared/content/pages.schema.ts";
import type { Language } from "../../shared/languages.ts";
import type { ContentFiles } from "./content-files.ts";
import type { Path } from "./errors.ts";
import type { Source } from "./source.ts";

/** An entry in one language. `claims` are the figures of the ledger in its text. */
export interface CompiledEntry {
  /** The name of its files, such as `blog/girls-on-the-pitch`. */
  name: string;
  slug: string;
  fields: Record<string, unknown>;
  html: string;
  claims: { claim: string; text: string }[];
}

/** The compiled content, with claim keys replaced by the figures of claims.json. Anything with errors is left out. */
export interface Content {
  files: ContentFiles;
  /** The paths of the route table, such as `/projects/:status/:slug`, to which the content may link. */
  routes: readonly string[];
  language: Language;
  sources: ReadonlyMap<string, Source>;
  data: { [Name in DataName]?: Data<Name> };
  entries: Readonly<Record<EntryFolder, CompiledEntry[]>>;
}

/** A place in the content that shows a picture. */
export interface PicturePlace {
  /** The file of the facts, below the folder of the content. */
  file: string;
  path: Path;
  /** The key of the picture, such as `images/hero/coast-dawn.svg`. */
  picture: string;
}
