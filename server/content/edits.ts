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
  /** The time at which a planned version is to be published. */
  publishAt?: number | null;
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

/**
 * Returns the texts of edited documents by the names of their files, as `ContentFiles` takes them. A file without a text in its
 * document is left out, and with it a document that has none at all.
 */
export function asFiles(rows: readonly Pick<ContentRow, "name" | keyof DocumentTexts>[]) {
  const files = new Map<string, string | null>();
  for (const row of rows) {
    files.set(factsFile(row.name), row.facts);
    for (const language of LANGUAGES) files.set(wordsFile(row.name, language), row[language]);
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

  async #rows(): Promise<ContentRow[]> {
    const rows = this.#db.selectFrom("contentVersions").selectAll();
    return rows.orderBy("name").orderBy("version").execute();
  }

  /** Tells whether a version is, or was, on the site. */
  isOut({ state, publishAt }: Pick<ContentRow, "state" | "publishAt">): boolean {
    return state === "planned" ? (publishAt ?? 0) <= this.#now() : state !== "draft";
  }

  /** Returns the documents that are shown in place of their files, and those that are removed, which have no texts. */
  async published(): Promise<ContentRow[]> {
    const rows = (await this.#rows()).filter((row) => this.isOut(row));
    const newest = new Map(rows.map((row) => [row.name, row]));
    return [...newest.values()].filter(({ state }) => state !== "file");
  }

  /** Returns the newest version of each document. */
  async all(): Promise<ContentRow[]> {
    const rows = await this.#rows();
    return [...new Map(rows.map((row) => [row.name, row])).values()];
  }

  /** Tells whether a planned version is published within a span of time. */
  async hasPlannedWithin(after: number, until: number): Promise<boolean> {
    const rows = this.#db.selectFrom("contentVersions").select("name");
    const within = rows.where("publishAt", ">", after).where("publishAt", "<=", until).limit(1);
    return (await within.executeTakeFirst()) !== undefined;
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
  async add(edit: Edit): Promise<ContentRow | null> {
    return (await this.addAll([edit]))?.[0] ?? null;
  }

  /** Stores new versions of several documents, all or none. Returns null when one of them has a newer version than known. */
  async addAll(edits: readonly Edit[]): Promise<ContentRow[] | null> {
    const rows = edits.map(({ version: known, publishAt = null, ...edit }) => {
      return { ...edit, publishAt, version: known + 1, at: this.#now() };
    });
    const isTaken = await this.#db
      .transaction()
      .execute(async (transaction) => {
        for (const row of rows) {
          const newest = await transaction
            .selectFrom("contentVersions")
            .select(({ fn }) => fn.max("version").as("version"))
            .where("name", "=", row.name)
            .executeTakeFirst();
          if (Number(newest?.version ?? 0) !== row.version - 1) return false;
        }
        await transaction.insertInto("contentVersions").values(rows).execute();
        return true;
      })
      .catch((error: unknown) => {
        // A parallel edit has taken the number.
        if (isTakenNumber(error)) return false;
        throw error;
      });
    if (!isTaken) return null;
    for (const { name, version } of rows) await this.#prune(name, version);
    return rows;
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

/** Tells whether an error says that a row with the same key exists, in the words of either engine. */
const isTakenNumber = (error: unknown): boolean =>
  Object(error).code === "23505" || /UNIQUE constraint failed/.test(String(Object(error).message));
