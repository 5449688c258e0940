import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { slug as slugSchema } from "../../shared/content/fields.schema.ts";
import { instantOf } from "../../shared/content/notices.ts";
import { CONTENT_TAG } from "../../shared/contract/data-tags.ts";
import type { SiteDocument, SiteQuestion } from "../../shared/contract/desk-website.ts";
import {
  englishPath,
  type Language,
  languageOf,
  PREFIXES,
  withPrefix,
} from "../../shared/languages.ts";
import { type Query, withQuery } from "../../shared/paths.ts";
import { EAST_AFRICA_OFFSET_MS, SECOND_MS } from "../../shared/time.ts";
import type { Problem } from "../content/compile-content.ts";
import { newNode, writeTree } from "../content/content-tree.ts";
import type { DocumentTexts } from "../content/edits.ts";
import { fieldSchemaOf } from "../content/field-schema.ts";
import { documentNames } from "../content/source.ts";
import { loadUploads, uploadKey } from "../content/uploads.ts";
import { makeSlug } from "../embedded-api/items.ts";
import * as desk from "./desk.ts";
import { storeUpload } from "./forms.ts";
import { requireFreshSignIn } from "./fresh-sign-in.ts";
import { changesBetween } from "./website/changes.ts";
import {
  addressOf,
  type FoundDocument,
  filesOf,
  findDocument,
  idOf,
  listOf,
  NO_TEXTS,
  nameOf,
  shownTexts,
} from "./website/documents.ts";
import { listSections } from "./website/list.ts";
import { applyForm, readBase } from "./website/posted.ts";
import { FOLDERS } from "./website/sections.ts";
import { viewDocument } from "./website/view.ts";
import {
  basisOf,
  checkPublication,
  isGuarded,
  publish,
  redirectFrom,
  renamedReferences,
  withOldAddress,
} from "./website-publish.ts";

/** The most characters of one text, many times the longest of the site. */
const MOST_CHARACTERS = 200_000;

/** The most bytes of a form with pictures. A form without is never near. */
const MOST_BYTES = 24 * 1024 * 1024;

type ById = { Params: { id: string } };
type Request = FastifyRequest<ById>;
type Publications = Parameters<typeof publish>[1];

/** A form as it was sent, with the texts that it makes of the document. */
interface Sent {
  found: FoundDocument;
  fields: Record<string, string>;
  texts: DocumentTexts;
  pictureErrors: ReadonlyMap<string, string>;
  isWhole: boolean;
  /** The part of the document that is shown. */
  section: string;
}

interface Sending {
  texts: Record<string, string>;
  files: Map<string, Buffer>;
}

/** Returns the first text of each name, and the pictures by the paths of their fields. */
function readSent(request: FastifyRequest): Sending {
  if (!request.isMultipart()) return { texts: desk.postedFields(request), files: new Map() };
  const texts: Record<string, string> = {};
  const files = new Map<string, Buffer>();
  for (const [name, values] of Object.entries(Object(request.body) as Record<string, unknown>))
    for (const value of [values].flat()) {
      if (Buffer.isBuffer(value)) files.set(name.replace(/^file:/, ""), value);
      else if (typeof value === "string") texts[name] ??= value;
    }
  return { texts, files };
}

/** Stores the pictures of a form. Returns their keys, and the errors of those that cannot be used. */
async function storePictures({ store, content, clock }: FastifyInstance, files: Sending["files"]) {
  const keys = new Map<string, string>();
  const errors = new Map<string, string>();
  for (const [path, bytes] of files) {
    const { name, error } = await storeUpload(store.db, bytes, clock(), "jpg");
    if (name === undefined) {
      errors.set(path, error ?? "broken");
      continue;
    }
    keys.set(path, uploadKey(name));
    await loadUploads(store.db, content.images, [{ facts: uploadKey(name) }]);
  }
  return { keys, errors };
}

/** Reads whole texts. A browser sends line breaks as CR and LF. A document without a file in a language gets none. */
function wholeTexts(fields: Record<string, string>, { inFiles }: FoundDocument): DocumentTexts {
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

const today = (app: FastifyInstance) =>
  new Date(app.clock() + EAST_AFRICA_OFFSET_MS).toISOString().slice(0, 10);

async function readForm(request: Request, found: FoundDocument): Promise<Sent> {
  const { server } = request;
  const { texts: fields, files } = readSent(request);
  const { keys: pictures, errors: pictureErrors } = await storePictures(server, files);
  const schema = fieldSchemaOf(found.name);
  const base = readBase(fields.base) ?? found.texts;
  const isWhole = fields.form !== "fields" && fields.base === undefined;
  const sent = { found, fields, pictureErrors, section: fields.section ?? "" };
  if (isWhole || schema === null)
    return { ...sent, isWhole: true, texts: wholeTexts(fields, found) };
  try {
    const { name } = found;
    const form = { name, schema, base, fields, pictures, today: today(server) };
    return { ...sent, isWhole: false, texts: applyForm(form) };
  } catch {
    return { ...sent, isWhole: true, texts: base };
  }
}

/** Reads a time as an input of the browser gives it, in East Africa; null for anything else. */
function readTime(text: string | undefined): number | null {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text ?? "")
    ? Date.parse(`${text}:00Z`)
    : Number.NaN;
  return Number.isNaN(at) ? null : at - EAST_AFRICA_OFFSET_MS;
}

/** Checks each second whether planned content is due, or a notice begins or ends, and tells the site. */
export function watchPlannedContent(app: FastifyInstance): void {
  const { clock, contentEdits, content, siteData } = app;
  let checked = clock();
  const check = async () => {
    const now = clock();
    const isDue = await contentEdits.hasPlannedWithin(checked, now);
    const { notices } = content.in("en").documents.notice;
    const isTurn = notices.some(({ from, until }) =>
      [from, until].some((one) => instantOf(one) > checked && instantOf(one) <= now),
    );
    if (isDue || isTurn) await siteData.changes.publish([CONTENT_TAG]);
    checked = now;
  };
  const timer = setInterval(() => void check().catch(() => {}), SECOND_MS).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

/** Redirects to the form of a document, or to its preview. */
function redirectToDocument(reply: FastifyReply, name: string, query: Query): FastifyReply {
  const prefix = PREFIXES[languageOf(reply.request.url)];
  const path = withQuery(`/staff/website/${idOf(name)}`, query);
  return reply.redirect(withPrefix(prefix, path), 303);
}

/** The handling of one posted form of a document. */
class DocumentForm {
  readonly #request: Request;
  readonly #reply: FastifyReply;
  readonly #sent: Sent;

  constructor(request: Request, reply: FastifyReply, sent: Sent) {
    this.#request = request;
    this.#reply = reply;
    this.#sent = sent;
  }

  get #language(): Language {
    return languageOf(this.#request.url);
  }

  /** Shows the form again with everything that was typed. */
  show(
    status: number,
    { problems = [], ...changes }: { problems?: readonly Problem[] } & Partial<SiteDocument> = {},
  ): Promise<FastifyReply> {
    const { found, texts, fields, isWhole, section, pictureErrors } = this.#sent;
    const version = fields.version ?? "0";
    const again = { texts, problems, version, isTyped: true, pictureErrors, isWhole, section };
    const document = viewDocument(this.#request, found, again);
    const { publishAt = document.publishAt } = fields;
    return desk.sendDeskPage(
      this.#reply,
      { kind: "document", document: { ...document, publishAt, ...changes } },
      status,
    );
  }

  /** Says that a colleague was quicker: who, when, and what differs from the version that the form began from. */
  async #showStale(): Promise<FastifyReply> {
    const { found, fields } = this.#sent;
    const now = await findDocument(this.#request.server, found.name);
    const newest = now?.newest ?? found.newest;
    const known = now?.versions.find((row) => String(row.version) === fields.version);
    const before = known ?? found.inFiles;
    const changes =
      newest === undefined ? [] : changesBetween(found.name, before, newest, this.#language);
    const stale = {
      at: new Date(newest?.at ?? 0).toISOString(),
      by: newest?.email ?? "",
      changes,
    };
    // Saved again, the form takes the place of the colleague's version, which stays among the versions.
    return this.show(412, { stale, version: String(newest?.version ?? 0) });
  }

  /** Names mistakes at their fields; in whole texts, which have none, with the file and the line. */
  #showMistakes({ problems, errors }: { problems: readonly Problem[]; errors: readonly string[] }) {
    return this.show(422, this.#sent.isWhole ? { errors } : { problems });
  }

  #redirect(notice: string, name = this.#sent.found.name): FastifyReply {
    const { section } = this.#sent;
    return redirectToDocument(this.#reply, name, { part: section, notice });
  }

  get #version(): number {
    return Number(this.#sent.fields.version ?? "");
  }

  /** Stores a draft. It may have mistakes. */
  async save(): Promise<FastifyReply | null> {
    const { found, texts } = this.#sent;
    const { server, staff } = this.#request;
    const added = await server.contentEdits.add({
      name: found.name,
      state: "draft",
      facts: texts.facts,
      en: texts.en,
      sw: texts.sw,
      version: this.#version,
      basis: basisOf(found),
      email: staff?.email ?? "",
    });
    if (added === null) return this.#showStale();
    await desk.recordAction(this.#request, "website-save", `website-${found.name}`);
    return null;
  }

  async #publish(
    publications: Publications,
    action: string,
    { name, path }: { name?: string; path?: string } = {},
  ): Promise<FastifyReply> {
    const { server } = this.#request;
    if (isGuarded(server, publications)) {
      const step = await requireFreshSignIn(this.#request);
      if (step !== null) return this.review(403, step);
    }
    const done = await publish(this.#request, publications, action);
    if (done.kind === "stale") return this.#showStale();
    if (done.kind === "wrong") return this.#showMistakes(done);
    if (path !== undefined) return desk.redirectWithNotice(this.#reply, path, `website-${action}`);
    return this.#redirect(`website-${action}`, name);
  }

  /** Shows what would change, field by field, and asks. */
  async review(
    status = 200,
    freshSignIn: SiteDocument["freshSignIn"] = null,
  ): Promise<FastifyReply> {
    const { found, texts } = this.#sent;
    const { server } = this.#request;
    const publication = { found, texts, state: "published" as const, version: this.#version };
    const checked = await checkPublication(server, [publication]);
    if (checked.errors.length > 0) return this.#showMistakes(checked);
    const before = shownTexts(server, found);
    const question: SiteQuestion = {
      kind: "publish",
      changes: changesBetween(found.name, before, texts, this.#language),
      isGuarded: isGuarded(server, [publication]),
    };
    return this.show(status, { question, freshSignIn });
  }

  async publishNow(): Promise<FastifyReply> {
    const { found, texts } = this.#sent;
    const publication = { found, texts, state: "published" as const, version: this.#version };
    const all = await withOldAddress(this.#request.server, publication);
    return this.#publish(all, "publish");
  }

  async plan(): Promise<FastifyReply> {
    const { found, texts, fields } = this.#sent;
    const publishAt = readTime(fields.publishAt);
    if (publishAt === null || publishAt <= this.#request.server.clock())
      return this.show(422, { publishAtError: true });
    const version = this.#version;
    return this.#publish([{ found, texts, state: "planned", version, publishAt }], "plan");
  }

  /** Goes back to the files of the release, or takes a new entry off the site. */
  async discard(): Promise<FastifyReply> {
    const { found } = this.#sent;
    const texts = found.inFiles;
    return this.#publish([{ found, texts, state: "file", version: this.#version }], "discard");
  }

  async restore(): Promise<FastifyReply> {
    const { found, fields } = this.#sent;
    const row = found.versions.find(({ version }) => String(version) === fields.restore);
    if (row === undefined) return desk.sendNotFound(this.#reply);
    if (row.state === "file" || row.state === "removed") return this.discard();
    const texts = { facts: row.facts, en: row.en, sw: row.sw };
    return this.#publish([{ found, texts, state: "published", version: this.#version }], "restore");
  }

  get #address(): string {
    return addressOf(this.#sent.found.name, this.#sent.found.texts) ?? "/";
  }

  /** Asks before an entry is removed, and names the places that lead to it. */
  async askRemove(): Promise<FastifyReply> {
    const { found } = this.#sent;
    const removal = { found, texts: NO_TEXTS, state: "removed" as const, version: this.#version };
    const { problems } = await checkPublication(this.#request.server, [removal]);
    const places = new Map(problems.map((one) => [`${one.name} ${one.path.join(" ")}`, one]));
    const links = [...places.values()].map(({ name, path }) => {
      return { name, label: path.map(String).join(" › ") };
    });
    const to = listOf(found.name);
    return this.show(200, { question: { kind: "remove", links, address: this.#address, to } });
  }

  async remove(): Promise<FastifyReply> {
    const { found, fields } = this.#sent;
    const { server } = this.#request;
    const removal = { found, texts: NO_TEXTS, state: "removed" as const, version: this.#version };
    const wasOut = shownTexts(server, found).facts !== null;
    const to = fields.to || listOf(found.name);
    const redirects = wasOut ? await redirectFrom(server, this.#address, to) : [];
    return this.#publish([removal, ...redirects], "remove", { path: "/staff/website" });
  }

  askMove(): Promise<FastifyReply> {
    const to = this.#sent.found.name.split("/")[1] ?? "";
    return this.show(200, { question: { kind: "move", address: this.#address, to } });
  }

  /** Gives an entry another address. The old one leads to it. */
  async move(): Promise<FastifyReply> {
    const { found, fields } = this.#sent;
    const { server } = this.#request;
    const [folder = "", slug = ""] = found.name.split("/");
    const to = (fields.slug ?? "").trim();
    const name = `${folder}/${to}`;
    const other = await findDocument(server, name);
    const isTaken = other !== null && other.newest?.state !== "removed";
    if (!slugSchema.safeParse(to).success || isTaken) {
      const question = { kind: "move", address: this.#address, to } as const;
      const errors = [isTaken ? "taken" : "slug"];
      return this.show(422, { question, errors });
    }
    const texts = shownTexts(server, found);
    const moved: FoundDocument = other ?? {
      name,
      newest: undefined,
      versions: [],
      inFiles: NO_TEXTS,
      texts,
      isFile: true,
    };
    const version = moved.newest?.version ?? 0;
    const names = documentNames(filesOf(server));
    const publications: Publications = [
      { found, texts: NO_TEXTS, state: "removed", version: this.#version },
      { found: moved, texts, state: "published", version },
      ...(await renamedReferences(server, names, [slug, to])),
      ...(await redirectFrom(server, this.#address, addressOf(name, texts) ?? "/")),
    ];
    return this.#publish(publications, "move", { name });
  }
}

/** The buttons of the form that change nothing in the store. */
const showForm = (form: DocumentForm) => form.show(200);

/** Returns what a button of the form does. */
function actionOf(form: DocumentForm, action: string | undefined): () => Promise<FastifyReply> {
  const actions: Readonly<Record<string, () => Promise<FastifyReply>>> = {
    edit: () => showForm(form),
    review: () => form.review(),
    publish: () => form.publishNow(),
    plan: () => form.plan(),
    discard: () => form.discard(),
    restore: () => form.restore(),
    "ask-remove": () => form.askRemove(),
    remove: () => form.remove(),
    "ask-move": () => form.askMove(),
    move: () => form.move(),
  };
  return actions[action ?? ""] ?? (() => showForm(form));
}

/** Does what the pressed button of a form says. */
async function handleForm(
  request: Request,
  reply: FastifyReply,
  found: FoundDocument,
): Promise<FastifyReply> {
  const sent = await readForm(request, found);
  const form = new DocumentForm(request, reply, sent);
  const { facts, en, sw } = sent.texts;
  if ([facts, en, sw].some((text) => (text?.length ?? 0) > MOST_CHARACTERS))
    return form.show(422, { errors: ["too-long"] });
  if (sent.pictureErrors.size > 0) return form.show(422);
  const { action, do: button } = sent.fields;
  if (button !== undefined) return form.show(200);
  const isSaved = action === undefined || action === "save" || action === "preview";
  if (!isSaved) return actionOf(form, action)();
  const refused = await form.save();
  if (refused !== null) return refused;
  const part = sent.section;
  if (action !== "preview")
    return redirectToDocument(reply, found.name, { part, notice: "website-save" });
  const [look = "/"] = viewDocument(request, found, {}).pages;
  return redirectToDocument(reply, found.name, { part, look });
}

/** Shows the typed texts again while they cannot be saved: nobody is signed in, or the store is down. */
function showTyped(request: Request, reply: FastifyReply, obstacle: "session" | "store") {
  const { texts: fields } = readSent(request);
  const name = nameOf(request.params.id);
  const base = readBase(fields.base);
  const { facts = null, en = null, sw = null } = base === null ? fields : {};
  const typed = base ?? { facts, en, sw };
  const found: FoundDocument = {
    name,
    newest: undefined,
    versions: [],
    inFiles: typed,
    texts: typed,
    isFile: true,
  };
  const schema = fieldSchemaOf(name);
  if (schema === null) return desk.sendNotFound(reply);
  const isWhole = fields.base === undefined;
  const texts = isWhole
    ? typed
    : applyForm({ name, schema, base: typed, fields, today: today(request.server) });
  const again = { texts, version: fields.version ?? "0", isTyped: true, isWhole };
  const document = {
    ...viewDocument(request, found, { ...again, section: fields.section ?? "" }),
    obstacle,
  };
  const status = obstacle === "store" ? 503 : 401;
  return desk.sendDeskPage(reply, { kind: "document", document }, status);
}

/** Creates an entry as a draft, with its title, and opens its form. */
async function createEntry(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { server, staff } = request;
  const { folder = "", title = "" } = desk.postedFields(request);
  const schema = fieldSchemaOf(`${folder}/new`);
  if (!FOLDERS.includes(folder) || schema === null) return desk.sendNotFound(reply);
  if (title.trim() === "") return desk.redirectWithNotice(reply, "/staff/website", "website-title");
  const stem = makeSlug(title.trim(), folder).replace(/-+/g, "-").slice(0, 60).replace(/-$/, "");
  let name = `${folder}/${stem}`;
  for (let count = 2; (await findDocument(server, name)) !== null; count += 1)
    name = `${folder}/${stem}-${count}`;
  const tree = newNode(schema, today(server));
  if (tree.kind === "object") {
    tree.fields.set("title", { kind: "leaf", en: title.trim() });
    if (tree.fields.has("id")) tree.fields.set("id", { kind: "leaf", facts: name.split("/")[1] });
  }
  await server.contentEdits.add({
    ...writeTree(name, tree, NO_TEXTS),
    name,
    state: "draft",
    version: 0,
    basis: "",
    email: staff?.email ?? "",
  });
  await desk.recordAction(request, "website-create", `website-${name}`);
  return desk.redirectWithNotice(reply, `/staff/website/${idOf(name)}`, "website-create");
}

/** Lets a page of the desk show the preview of a draft in a frame of its own. */
async function allowFraming(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const policy = String(reply.getHeader("content-security-policy") ?? "");
  reply.headers({
    "content-security-policy": policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
    "x-frame-options": "SAMEORIGIN",
  });
}

async function allowFrame(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const policy = String(reply.getHeader("content-security-policy") ?? "");
  reply.header("content-security-policy", policy.replace("frame-src ", "frame-src 'self' "));
}

/** Adds the pages on which the office edits the website: the list of documents, one document, and the preview of a draft. */
export function addWebsiteRoutes(app: FastifyInstance): void {
  const { content, store } = app;

  app.get("/website", async (request, reply) => {
    const q = (desk.queryOf(request).get("q") ?? "").slice(0, 200);
    const sections = await listSections(app, q, languageOf(request.url));
    return desk.sendDeskPage(reply, { kind: "website", q, sections });
  });

  app.post("/website", createEntry);

  app.get<ById>("/website/:id", { onSend: allowFrame }, async (request, reply) => {
    const found = await findDocument(app, nameOf(request.params.id));
    if (found === null) return desk.sendNotFound(reply);
    const query = desk.queryOf(request);
    await loadUploads(store.db, content.images, [found.texts]);
    const isWhole = query.has("whole");
    const section = query.get("part") ?? "";
    const document = viewDocument(request, found, { isWhole, section });
    if (!query.has("look")) return desk.sendDeskPage(reply, { kind: "document", document });
    const page = query.get("look") || document.pages[0] || "/";
    const language = (query.get("in") ?? languageOf(request.url)) === "sw" ? "sw" : "en";
    const width = query.get("width") === "phone" ? "phone" : "desktop";
    return desk.sendDeskPage(reply, { kind: "website-look", document, page, language, width });
  });

  app.post<ById>(
    "/website/:id",
    { bodyLimit: MOST_BYTES, config: { keepsTyped: true } },
    async (request, reply) => {
      const obstacle = desk.findObstacle(request);
      if (obstacle !== null) return showTyped(request, reply, obstacle);
      const found = await findDocument(app, nameOf(request.params.id));
      if (found === null) return desk.sendNotFound(reply);
      try {
        return await handleForm(request, reply, found);
      } catch (err) {
        // Nothing was stored, as on a full disk: visitors see what they saw before.
        request.log.error({ err }, "desk form could not be handled");
        return showTyped(request, reply, "store");
      }
    },
  );

  app.get<ById>("/website/:id/preview", { onSend: allowFraming }, async (request, reply) => {
    const found = await findDocument(app, nameOf(request.params.id));
    if (found === null) return desk.sendNotFound(reply);
    const { name, texts } = found;
    await loadUploads(store.db, content.images, [texts]);
    const { facts, en, sw } = texts;
    const preview = await content.preview({ name, facts, en, sw });
    if (preview.content === null) {
      const { problems } = preview;
      const document = viewDocument(request, found, { problems });
      return desk.sendDeskPage(reply, { kind: "document", document }, 422);
    }
    const query = desk.queryOf(request);
    const path = query.get("page") ?? "/";
    const isPath = /^\/(?!\/)[\w/-]*$/.test(path) && !path.startsWith("/staff");
    const language = query.get("in") === "sw" ? "sw" : languageOf(request.url);
    const pathname = isPath ? PREFIXES[language] + englishPath(path) : "/";
    // The preview of a notice shows the time at which it begins.
    const { notices } = preview.content.in("en").documents.notice;
    const later = notices.map(({ from }) => instantOf(from)).find((at) => at > app.clock());
    const isLater = name === "notice" && later !== undefined;
    return app.pages.renderDraft(reply, {
      pathname,
      content: preview.content,
      ...(isLater && { now: new Date(later).toISOString() }),
    });
  });
}
