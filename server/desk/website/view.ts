import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type {
  SiteChoice,
  SiteDocument,
  SiteNode,
  SiteRemark,
} from "../../../shared/contract/desk-website.ts";
import { type Language, languageOf } from "../../../shared/languages.ts";
import { EAST_AFRICA_OFFSET_MS } from "../../../shared/time.ts";
import { type Problem, shownValue } from "../../content/compile-content.ts";
import { readTree } from "../../content/content-tree.ts";
import { type DocumentTexts, digestOfTexts } from "../../content/edits.ts";
import { type FieldSchema, fieldSchemaOf } from "../../content/field-schema.ts";
import {
  addressOf,
  documentState,
  type FoundDocument,
  idOf,
  pagesOf,
  titleOfEntry,
} from "./documents.ts";
import { FormView } from "./form-view.ts";
import { ruleText } from "./rules.ts";
import { DOCUMENT_PARTS } from "./sections.ts";

/** Returns the choices of fields that name other documents, in the language of the desk. */
function choicesOf({ content }: FastifyInstance, language: Language) {
  const { documents } = content.in(language);
  return (from: NonNullable<FieldSchema["from"]>): SiteChoice[] => {
    if (from === "claims")
      return Object.entries(documents.claims.claims).map(([value, claim]) => ({
        value,
        label: `${shownValue(claim)} – ${claim.label}`,
      }));
    if (from === "gallery")
      return documents.gallery.categories.map((value) => ({ value, label: value }));
    if (from === "project-categories")
      return documents[from].categories.map(({ id, name }) => ({ value: id, label: name }));
    if (from === "blog-categories")
      return documents[from].categories.map(({ slug, name }) => ({ value: slug, label: name }));
    return documents.projects.map(({ slug, title }) => ({ value: slug, label: title }));
  };
}

function fileChoices({ content }: FastifyInstance): SiteChoice[] {
  const dir = join(content.dir, "files");
  const names = existsSync(dir) ? readdirSync(dir).sort() : [];
  return names
    .filter((name) => /\.(?:pdf|zip)$/.test(name))
    .map((name) => ({ value: `files/${name}`, label: name }));
}

interface Again {
  texts?: DocumentTexts;
  problems?: readonly Problem[];
  version?: string;
  isTyped?: boolean;
  /** Mistakes of single pictures, by the paths of their fields. */
  pictureErrors?: ReadonlyMap<string, string>;
}

function* valuesIn(nodes: readonly SiteNode[]): Generator<Exclude<SiteNode, { kind: "group" }>> {
  for (const node of nodes) {
    if (node.kind === "group") {
      yield* valuesIn(node.fields);
      continue;
    }
    yield node;
    if (node.kind === "list") for (const { fields } of node.items) yield* valuesIn(fields);
  }
}

/** Returns the fields of a document, or null where one of its texts is not in the form of its file. */
function fieldsOf(
  app: FastifyInstance,
  {
    name,
    section,
    language,
    texts,
    problems,
  }: {
    name: string;
    section: string;
    language: Language;
    texts: DocumentTexts;
    problems: readonly Problem[];
  },
): readonly SiteNode[] | null {
  const schema = fieldSchemaOf(name);
  if (schema === null) return null;
  try {
    const view = new FormView({
      language,
      problems,
      choices: choicesOf(app, language),
      files: fileChoices(app),
      pictureUrl: (key) => app.content.imagesBase + key.replace(/^images/, ""),
    });
    const all = view.fields(schema, readTree(texts), []);
    const shown = DOCUMENT_PARTS[name]?.[section];
    return shown === undefined ? all : all.filter(({ path }) => shown.includes(path));
  } catch {
    return null;
  }
}

const withPictureErrors = (
  nodes: readonly SiteNode[],
  errors: ReadonlyMap<string, string>,
): void => {
  for (const node of valuesIn(nodes)) {
    const text = errors.get(node.path);
    if (text !== undefined)
      node.remarks = [...node.remarks, { part: "facts", kind: "error", text }];
  }
};

/** Returns a time as an input of the browser takes it, in East Africa. */
const localTime = (at: number): string =>
  new Date(at + EAST_AFRICA_OFFSET_MS).toISOString().slice(0, 16);

/** Returns the view of a document. What was typed, and what is wrong with it, comes with `again`. */
export function viewDocument(
  request: FastifyRequest,
  found: FoundDocument,
  { isWhole = false, section = "", ...again }: Again & { isWhole?: boolean; section?: string },
): SiteDocument {
  const { server: app, url } = request;
  const { name, newest, versions, inFiles, isFile } = found;
  const { texts = found.texts, problems = [], isTyped = false, pictureErrors = new Map() } = again;
  const language = languageOf(url);
  const own = problems.filter((one) => one.name === name);
  const fields = isWhole ? null : fieldsOf(app, { name, section, language, texts, problems: own });
  if (fields !== null) withPictureErrors(fields, pictureErrors);
  const faults = fields === null ? [] : [...valuesIn(fields)].flatMap(faultsOf);
  const { facts, en, sw } = texts;
  const basis = isFile ? digestOfTexts(inFiles) : newest?.basis;
  const said = new Set(faults.map(({ text }) => text));
  const others = problems
    .filter((one) => one.name !== name || !said.has(ruleText(one.text, language)))
    .map((one) => sentenceOf(one, name, language));
  const { claims } = app.content.in(language).documents.claims;
  return {
    id: idOf(name),
    name,
    title: titleOfEntry(name, texts, language),
    section,
    state: documentState(app, newest),
    version: again.version ?? String(newest?.version ?? 0),
    base: JSON.stringify({ facts, en, sw }),
    fields,
    texts: fields === null ? { facts, en, sw } : null,
    errors: [...new Set(others)],
    faults,
    stale: null,
    obstacle: null,
    isFileNewer: !isFile && basis !== digestOfTexts(inFiles),
    isTyped,
    figures: Object.entries(claims).map(([key, claim]) => ({
      key,
      value: shownValue(claim),
      label: claim.label,
    })),
    pages: pagesOf(name, texts),
    question: null,
    freshSignIn: null,
    publishAt: newest?.state === "planned" ? localTime(newest.publishAt ?? 0) : "",
    publishAtError: false,
    address: addressOf(name, texts),
    versions: versions.map((row) => ({
      version: String(row.version),
      state: documentState(app, row),
      at: new Date(row.at).toISOString(),
      by: row.email,
      publishAt: row.publishAt === null ? null : new Date(row.publishAt).toISOString(),
    })),
  };
}

function faultsOf({
  path,
  label,
  remarks,
}: {
  path: string;
  label: string;
  remarks: readonly SiteRemark[];
}) {
  return remarks
    .filter(({ kind }) => kind === "error")
    .map(({ part, text }) => ({ path, part, label, text }));
}

/** Says a mistake that has no field on the page, with the document and the path. */
function sentenceOf({ name, path, text }: Problem, own: string, language: Language): string {
  const place = [name === own ? "" : name, path.map(String).join(" › ")].filter(Boolean).join(", ");
  const said = ruleText(text, language);
  return place === "" ? said : `${place}: ${said}`;
}
