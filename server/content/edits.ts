import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { LANGUAGES } from "../../shared/languages.ts";
import type { ContentRow, Tables } from "../store/schema.ts";
import type { ContentFiles } from "./content-files.ts";
import { factsFile, wordsFile } from "./source.ts";

/** The texts of a document as its files have them: the facts, and the words in each language. Null where there is no such file. */
export type DocumentTexts = Pick<ContentRow, "facts" | "en" | "sw">;

/** A new version of a document. */
export interface Edit extends DocumentTexts {
  name: string;
  state: ContentRow["state"];
  /** The newest version that the writer knows; 0 for a document that nobody has edited. */
  version: number;
  /** The digest of the files that the edit began from. */
  basis: string;
  email: string;
}

/** The number of versions that are kept of each document. */
const KEPT_VERSIONS = 20;

/** Returns the texts of a document's files. */
export function textsInFiles(files: ContentFiles, name: string): DocumentTexts {
  const read = (file: string) => files.read(file)?.toString() ?? null;
  return {
    facts: read(factsFile(name)),
    en: read(wordsFile(name, "en")),
    sw: read(wordsFile(name, "sw")),
  };
}

/** Returns the digest of a document's texts, by which a later change of its files is noticed. */
export function digestOfTexts({ facts, en, sw }: DocumentTexts): string {
  return createHash("sha256")
    .update(JSON.stringify([facts, en, sw]))
    .digest("hex");
}

/** Returns the texts of edited documents by the names of their files, as `ContentFiles` takes them. */
export function asFiles(rows: readonly Pick<ContentRow, "name" | keyof DocumentTexts>[]) {
  const files = new Map<string, string>();
  for (const row of rows) {
    if (row.facts !== null) files.set(factsFile(row.name), row.facts);
    for (const language of LANGUAGES) {
      const text = row[language];
      if (text !== null) files.set(wordsFile(row.name, language), text);
    }
  }
  return files;
}

/** The documents that the office has edited, in the store. */
export class ContentEdits {
  readonly #db: Kysely<Tables>;
  readonly #now: () => number;

  constructor(db: Kysely<Tables>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** Returns the newest row of each document that satisfies the condition on states. */
  async #newestOf(states: readonly ContentRow["state"][]): Promise<ContentRow[]> {
    const rows = await this.#db
      .selectFrom("contentVersions")
      .selectAll()
      .where("state", "in", states)
      .orderBy("name")
      .orderBy("version")
      .execute();
    return [...new Map(rows.map((row) => [row.name, row])).values()];
  }

  /** Returns the documents that are shown in place of their files. */
  async published(): Promise<ContentRow[]> {
    const rows = await this.#newestOf(["published", "file"]);
    return rows.filter(({ state }) => state === "published");
  }

  /** Returns the newest version of each document. */
  all(): Promise<ContentRow[]> {
    return this.#newestOf(["draft", "published", "file"]);
  }

  /** Returns the versions of a document, the newest first. */
  versions(name: string): Promise<ContentRow[]> {
    return this.#db
      .selectFrom("contentVersions")
      .selectAll()
      .where("name", "=", name)
      .orderBy("version", "desc")
      .execute();
  }

  /** Stores a new version. Returns null when the document has a newer version than the writer knows. */
  async add({ version: known, ...edit }: Edit): Promise<ContentRow | null> {
    const [newest] = await this.versions(edit.name);
    if ((newest?.version ?? 0) !== known) return null;
    const row: ContentRow = { ...edit, version: known + 1, at: this.#now() };
    const inserted = await this.#db
      .insertInto("contentVersions")
      .values(row)
      // A parallel edit has taken the number.
      .onConflict((conflict) => conflict.doNothing())
      .returning("version")
      .executeTakeFirst();
    if (inserted === undefined) return null;
    await this.#prune(edit.name, row.version);
    return row;
  }

  /** Deletes the oldest versions, but never the one that is shown. */
  async #prune(name: string, newest: number): Promise<void> {
    const shown = (await this.published()).find((row) => row.name === name)?.version ?? newest;
    await this.#db
      .deleteFrom("contentVersions")
      .where("name", "=", name)
      .where("version", "<=", newest - KEPT_VERSIONS)
      .where("version", "<>", shown)
      .execute();
  }
}
