import { createHash } from "node:crypto";
import type { SearchDocument } from "../../shared/contract/search.ts";
import type { SafeHtml } from "../../shared/model/safe-html.ts";
import { readHtmlText } from "../upstream/html/safe-html.ts";
import { withFolded } from "./match-expression.ts";
import { rowId } from "./row-ids.ts";
import type { SearchTables } from "./search-tables.ts";

/** Documents that are replaced together: an edition of the content, or a list of the source. */
export interface DocumentGroup {
  name: string;
  /** The language of the site whose pages these are; null for all. */
  edition: string | null;
}

interface Indexed {
  id: bigint;
  fingerprint: string;
}

export interface DocumentWriter {
  /** Makes the documents of a group these, in steps: adds, changes, removes. True when anything changed. */
  replaceSteps(group: DocumentGroup, documents: Iterable<SearchDocument>): Generator<void, boolean>;
  /** The row of a page; null when it is not indexed. */
  idOf(path: string): bigint | null;
}

/** In UTF-16 code units; what is longer is indexed up to here. */
const LONGEST_TEXT = 20_000;
/** Control characters and half surrogate pairs are no text. */
const NO_TEXT = /[\p{Cc}\p{Cs}]+/gu;
/** In one transaction, which is one step. */
const BATCH = 4;

const plain = (text: string) => text.replaceAll(NO_TEXT, " ").trim();

function textOf(html: string): string {
  // `SearchDocument.html` is safe HTML; React writes apostrophes as entities.
  const text = readHtmlText(html.slice(0, LONGEST_TEXT * 3) as SafeHtml);
  return plain(text.replaceAll("&#x27;", "'").slice(0, LONGEST_TEXT));
}

const fingerprintOf = (document: SearchDocument) =>
  createHash("sha1").update(JSON.stringify(document)).digest("base64");

/** Writes documents to the index. */
export function createDocumentWriter({ db, mergeStep }: SearchTables): DocumentWriter {
  const groups = new Map<string, Map<string, Indexed>>();
  const insertion = db.prepare(
    "INSERT INTO documents(rowid, title, summary, text, path, date, language) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const deletion = db.prepare("DELETE FROM documents WHERE rowid = ?");
  let serial = 0;

  function write(indexed: Map<string, Indexed>, edition: string | null, document: SearchDocument) {
    const { kind, path, title, summary, html, date, language } = document;
    const fingerprint = fingerprintOf(document);
    const before = indexed.get(path);
    if (before?.fingerprint === fingerprint) return false;
    if (before) deletion.run(before.id);
    serial += 1;
    const id = rowId(kind, edition, serial);
    const texts = [plain(title), plain(summary), textOf(html)].map(withFolded);
    insertion.run(id, ...texts, path, date, language);
    indexed.set(path, { id, fingerprint });
    return true;
  }

  /** The work of each in transactions of a few. */
  function* inBatches<T>(all: Iterable<T>, work: (one: T) => boolean): Generator<void, boolean> {
    let isChanged = false;
    let size = 0;
    for (const one of all) {
      if (size === 0) db.exec("BEGIN");
      try {
        isChanged = work(one) || isChanged;
      } catch (error) {
        db.exec("ROLLBACK");
        throw error;
      }
      size = (size + 1) % BATCH;
      if (size > 0) continue;
      db.exec("COMMIT");
      yield;
      if (isChanged) mergeStep();
      yield;
    }
    if (size > 0) db.exec("COMMIT");
    return isChanged;
  }

  return {
    *replaceSteps({ name, edition }, documents) {
      const indexed = groups.get(name) ?? new Map<string, Indexed>();
      groups.set(name, indexed);
      const paths = new Set<string>();
      const written = yield* inBatches(documents, (document) => {
        paths.add(document.path);
        return write(indexed, edition, document);
      });
      const gone = [...indexed].filter(([path]) => !paths.has(path));
      const removed = yield* inBatches(gone, ([path, { id }]) => {
        deletion.run(id);
        return indexed.delete(path);
      });
      if (written || removed) while (mergeStep()) yield;
      return written || removed;
    },
    idOf: (path) => {
      for (const indexed of groups.values()) {
        const found = indexed.get(path);
        if (found) return found.id;
      }
      return null;
    },
  };
}
