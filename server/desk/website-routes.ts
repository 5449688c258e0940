import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CONTENT_TAG } from "../../shared/contract/data-tags.ts";
import type {
  DeskDocument,
  DeskDocumentRow,
  DeskFields,
  DeskWords,
} from "../../shared/contract/desk.ts";
import { englishPath, languageOf, PREFIXES } from "../../shared/languages.ts";
import { ContentFiles } from "../content/content-files.ts";
import { type DocumentTexts, digestOfTexts, textsInFiles } from "../content/edits.ts";
import { readLeaves, writeLeaves } from "../content/leaves.ts";
import { documentNames } from "../content/source.ts";
import type { ContentRow } from "../store/schema.ts";
import * as desk from "./desk.ts";

/** The most characters of one text, many times the longest of the site. */
const MOST_CHARACTERS = 200_000;

/** The most bytes of a form: a text that is too long comes back with its error, and only what no hand types is cut off. */
const MOST_BYTES = 1_500_000;

/** Returns the id of a document in URLs. A name has at most one slash, and no two hyphens in a row. */
export const idOf = (name: string) => name.replace("/", "--");
const nameOf = (id: string) => id.replace("--", "/");

/** Returns a text without accents, capitals and line breaks, as texts are compared in a search. */
const folded = (text: string) =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll(/\s+/g, " ").toLowerCase();

const filesOf = ({ content }: FastifyInstance) => new ContentFiles(content.dir);

/** Returns the names of all documents, also of those whose file a release has removed since the office edited them. */
function namesOf(files: ContentFiles, edited: readonly { name: string }[]): string[] {
  return [...new Set([...documentNames(files), ...edited.map(({ name }) => name)])].sort();
}

/** Returns the state of a document as the office sees it. */
function stateOf(newest: ContentRow | undefined): DeskDocumentRow["state"] {
  if (newest === undefined || newest.state === "file") return "file";
  return newest.state;
}

/** Returns the documents with their states, narrowed to those with a text in them. */
async function rowsOf(app: FastifyInstance, q: string): Promise<DeskDocumentRow[]> {
  const files = filesOf(app);
  const rows = await app.contentEdits.all();
  const edited = new Map(rows.map((row) => [row.name, row]));
  const wanted = folded(q);
  return namesOf(files, rows).flatMap((name) => {
    const newest = edited.get(name);
    const isFile = newest === undefined || newest.state === "file";
    const { facts, en, sw } = isFile ? textsInFiles(files, name) : newest;
    const isWanted = wanted === "" || folded([facts, en, sw].join("\n")).includes(wanted);
    if (!isWanted) return [];
    return [
      {
        id: idOf(name),
        name,
        state: stateOf(newest),
        changedAt: newest === undefined ? null : new Date(newest.at).toISOString(),
        changedBy: newest?.email ?? null,
      },
    ];
  });
}

/** The document that is requested, with the texts to edit: the newest version, or the files. */
async function documentOf(request: FastifyRequest<{ Params: { id: string } }>) {
  const { server, params } = request;
  const files = filesOf(server);
  const name = nameOf(params.id);
  const versions = await server.contentEdits.versions(name);
  if (versions.length === 0 && !documentNames(files).includes(name)) return null;
  const [newest] = versions;
  const inFiles = textsInFiles(files, name);
  const isFile = newest === undefined || newest.state === "file";
  const texts: DocumentTexts = isFile ? inFiles : newest;
  return { name, newest, versions, inFiles, texts, isFile };
}

type Found = NonNullable<Awaited<ReturnType<typeof documentOf>>>;

/** Returns the view of a document; `again` holds what was typed when a form comes back. */
function viewOf(
  { name, newest, versions, inFiles, texts, isFile }: Found,
  {
    isWhole,
    ...again
  }: Partial<Pick<DeskDocument, "texts" | "errors" | "isStale" | "version">> & {
    isWhole?: boolean;
  } = {},
): DeskDocument {
  const basis = isFile ? digestOfTexts(inFiles) : newest?.basis;
  return {
    id: idOf(name),
    name,
    state: stateOf(newest),
    version: String(newest?.version ?? 0),
    texts,
    fields: isWhole ? null : fieldsOf(again.texts ?? texts),
    errors: [],
    isStale: false,
    obstacle: null,
    /** True when a release has changed the files since the office began to edit. */
    isFileNewer: !isFile && basis !== digestOfTexts(inFiles),
    versions: versions.map(({ version, state, at, email }) => ({
      version: String(version),
      state,
      at: new Date(at).toISOString(),
      by: email,
    })),
    ...again,
  };
}

/** Returns the texts and numbers of a document one by one; null when a text is not in the form of its file. */
function fieldsOf({ facts, en, sw }: DocumentTexts): DeskFields | null {
  const read = (text: string | null) => (text === null ? [] : readLeaves(text));
  try {
    const words = new Map<string, DeskWords>();
    for (const { path, value } of read(en)) words.set(path, { path, en: value, sw: null });
    for (const { path, value } of read(sw))
      words.set(path, { ...(words.get(path) ?? { path, en: null }), sw: value });
    return { facts: read(facts), words: [...words.values()] };
  } catch {
    return null;
  }
}

/** Returns the texts with the values of single fields, whose names are `facts:`, `en:` or `sw:` and their paths. */
function withFields(texts: DocumentTexts, fields: Record<string, string>): DocumentTexts {
  const write = (text: string | null, part: string) => {
    if (text === null) return null;
    const own = Object.entries(fields).filter(([name]) => name.startsWith(`${part}:`));
    const leaves = own.map(
      ([name, value]) => [name.slice(part.length + 1), value.replaceAll("\r\n", "\n")] as const,
    );
    return writeLeaves(text, new Map(leaves));
  };
  return {
    facts: write(texts.facts, "facts"),
    en: write(texts.en, "en"),
    sw: write(texts.sw, "sw"),
  };
}

/** Reads the posted texts. A browser sends line breaks as CR and LF. A document without a file in a language gets none. */
function postedTexts(fields: Record<string, string>, { inFiles }: Found): DocumentTexts {
  const read = (text: string | undefined, before: string | null) => {
    const plain = (text ?? "").replaceAll("\r\n", "\n");
    return plain.trim() === "" && before === null ? null : plain;
  };
  return {
    facts: read(fields.facts, inFiles.facts),
    en: read(fields.en, inFiles.en),
    sw: read(fields.sw, inFiles.sw),
  };
}

/** The states that the buttons of the form lead to. */
const STATES = { save: "draft", publish: "published", discard: "file" } as const;

/** Adds the pages on which the office edits the website: the list of documents, one document, and the preview of a draft. */
export function addWebsiteRoutes(app: FastifyInstance): void {
  const { content, contentEdits, siteData } = app;

  app.get("/website", async (request, reply) => {
    const q = (desk.queryOf(request).get("q") ?? "").slice(0, 100);
    return desk.sendDeskPage(reply, { kind: "website", q, rows: await rowsOf(app, q) });
  });

  const show = (reply: FastifyReply, document: DeskDocument, status = 200) =>
    desk.sendDeskPage(reply, { kind: "document", document }, status);

  /** Shows the typed texts again while they cannot be saved: nobody is signed in, or the store is down. */
  function showTyped(reply: FastifyReply, id: string, obstacle: "session" | "store") {
    const { version = "0", facts = null, en = null, sw = null } = desk.postedFields(reply.request);
    const document: DeskDocument = {
      id,
      name: nameOf(id),
      state: "file",
      version,
      texts: { facts, en, sw },
      fields: null,
      errors: [],
      isStale: false,
      obstacle,
      isFileNewer: false,
      versions: [],
    };
    return show(reply, document, obstacle === "store" ? 503 : 401);
  }

  app.get<{ Params: { id: string } }>("/website/:id", async (request, reply) => {
    const found = await documentOf(request);
    const isWhole = desk.queryOf(request).has("whole");
    return found === null ? desk.sendNotFound(reply) : show(reply, viewOf(found, { isWhole }));
  });

  app.post<{ Params: { id: string } }>(
    "/website/:id",
    { bodyLimit: MOST_BYTES, config: { keepsTyped: true } },
    async (request, reply) => {
      const obstacle = desk.findObstacle(request);
      if (obstacle !== null) return showTyped(reply, request.params.id, obstacle);
      const found = await documentOf(request);
      if (found === null) return desk.sendNotFound(reply);
      const fields = desk.postedFields(request);
      const action =
        fields.action === "publish" || fields.action === "discard" ? fields.action : "save";
      const isWhole = fields.form !== "fields" || fieldsOf(found.texts) === null;
      const texts =
        action === "discard"
          ? found.inFiles
          : isWhole
            ? postedTexts(fields, found)
            : withFields(found.texts, fields);
      const version = fields.version ?? "";
      const { name } = found;
      const isTooLong = Object.values(texts).some((text) => (text?.length ?? 0) > MOST_CHARACTERS);
      if (isTooLong)
        return show(reply, viewOf(found, { isWhole, texts, version, errors: ["too-long"] }), 422);
      // A draft may have mistakes; what is published may not.
      const preview = action === "publish" ? await content.preview({ name, ...texts }) : null;
      const errors = preview?.errors ?? [];
      if (errors.length > 0)
        return show(reply, viewOf(found, { isWhole, texts, version, errors }), 422);
      const added = await contentEdits.add({
        ...texts,
        name,
        state: STATES[action],
        version: Number(version),
        basis: found.isFile ? digestOfTexts(found.inFiles) : (found.newest?.basis ?? ""),
        email: request.staff?.email ?? "",
      });
      if (added === null) return show(reply, viewOf(found, { isWhole, texts, isStale: true }), 412);
      await desk.recordAction(request, `website-${action}`, `website-${found.name}`);
      if (preview?.content) content.showDraft({ name, ...texts }, preview.content);
      if (action !== "save") await siteData.changes.publish([CONTENT_TAG]);
      return desk.redirectWithNotice(reply, `/staff/website/${idOf(name)}`, `website-${action}`);
    },
  );

  app.get<{ Params: { id: string } }>("/website/:id/preview", async (request, reply) => {
    const found = await documentOf(request);
    if (found === null) return desk.sendNotFound(reply);
    const { name, texts } = found;
    const preview = await content.preview({ name, ...texts });
    if (preview.content === null)
      return show(reply, viewOf(found, { errors: preview.errors }), 422);
    const path = desk.queryOf(request).get("page") ?? "/";
    const isPath = /^\/(?!\/)[\w/-]*$/.test(path) && !path.startsWith("/staff");
    const pathname = isPath ? PREFIXES[languageOf(request.url)] + englishPath(path) : "/";
    return app.pages.renderDraft(reply, { pathname, content: preview.content });
  });
}
