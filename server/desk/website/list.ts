import type { FastifyInstance } from "fastify";
import type { SiteRow, SiteSection } from "../../../shared/contract/desk-website.ts";
import type { Language } from "../../../shared/languages.ts";
import { withQuery } from "../../../shared/paths.ts";
import { nodeAt, PARTS, readTree, type TreeNode, writeTree } from "../../content/content-tree.ts";
import { type DocumentTexts, textsInFiles } from "../../content/edits.ts";
import { documentNames } from "../../content/source.ts";
import { documentState, filesOf, idOf, titleOfEntry } from "./documents.ts";
import { figuresIn, searchDocument } from "./search.ts";
import { DOCUMENT_PARTS, SECTIONS } from "./sections.ts";

/** Returns the texts of a part of a document, in which the list searches for that part's row. */
function textsOfPart(name: string, part: string, texts: DocumentTexts): DocumentTexts {
  const fields = DOCUMENT_PARTS[name]?.[part];
  if (fields === undefined) return texts;
  const tree = readTree(texts);
  if (tree.kind !== "object") return texts;
  const kept = new Map<string, TreeNode>();
  for (const field of fields) {
    const node = nodeAt(tree, [field]);
    if (node !== undefined) kept.set(field, node);
  }
  return writeTree(name, { kind: "object", parts: new Set(PARTS), fields: kept }, texts);
}

/** Returns what can be edited, by what it is, narrowed to the documents with a text in them. */
export async function listSections(
  app: FastifyInstance,
  q: string,
  language: Language,
): Promise<SiteSection[]> {
  const files = filesOf(app);
  const edited = new Map((await app.contentEdits.all()).map((row) => [row.name, row]));
  const inFiles = documentNames(files);
  // An entry that was begun and given up again is nowhere.
  const isThere = ({ name, state }: { name: string; state: string }) =>
    state !== "file" || inFiles.includes(name);
  const begun = [...edited.values()].filter(isThere).map(({ name }) => name);
  const names = [...new Set([...inFiles, ...begun])].sort();
  const textsOf = (name: string): DocumentTexts => {
    const newest = edited.get(name);
    const isEdited = newest !== undefined && newest.state !== "file";
    return isEdited ? newest : textsInFiles(files, name);
  };
  const figures = figuresIn(textsOf("claims").facts);
  /** True when a document has the words one after the other: those that only have all of them are then left out. */
  let hasPhrase = false;
  const rowsOf = (name: string, part = "") => {
    const newest = edited.get(name);
    const texts = textsOf(name);
    const { fit, found } = searchDocument(textsOfPart(name, part, texts), q, figures);
    if (fit === null) return [];
    hasPhrase ||= fit === "phrase";
    const row: SiteRow = {
      href: withQuery(`/staff/website/${idOf(name)}`, { part }),
      name: part === "" ? name : `${name}#${part}`,
      title: titleOfEntry(name, texts, language),
      state: documentState(app, newest),
      changedAt: newest === undefined ? null : new Date(newest.at).toISOString(),
      changedBy: newest?.email ?? null,
      found,
    };
    return [{ fit, row }];
  };
  const sections = SECTIONS.map(({ id, documents, folder = null }) => {
    const entries = names.filter((name) => folder !== null && name.startsWith(`${folder}/`));
    const own = documents.map((one) => one.split("#"));
    const known = own.filter(([name = ""]) => names.includes(name));
    const rows = [
      ...known.flatMap(([name = "", part]) => rowsOf(name, part)),
      ...entries.flatMap((name) => rowsOf(name)),
    ];
    return { id, adds: folder, rows };
  });
  return sections.map(({ id, adds, rows }) => ({
    id,
    title: id,
    adds,
    rows: rows.filter(({ fit }) => !hasPhrase || fit === "phrase").map(({ row }) => row),
  }));
}
