import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import { type DeskFieldError, type DeskNews, NEWS_STATES } from "../../shared/contract/desk.ts";
import { LANGUAGES } from "../../shared/languages.ts";
import type { StoredNewsItem } from "../../shared/model/news-item.schema.ts";
import { isWrittenDate } from "../../shared/model/written-dates.schema.ts";
import { EAST_AFRICA_OFFSET_MS, SECOND_MS } from "../../shared/time.ts";
import { createDocuments, type Draft, type Item, utcSeconds } from "../embedded-api/documents.ts";
import { slugOf } from "../embedded-api/items.ts";
import { readItem } from "../source/content-api-client.ts";
import { newsNormaliser } from "../source/normalisers.ts";
import * as desk from "./desk.ts";
import type { Again, ById, Fields, Reply, SentForm } from "./forms.ts";
import { isSourceOurs, takeForm, uploadPath } from "./forms.ts";
import { isParsable, toHtml } from "./markdown.ts";

const MAX_LENGTHS = { title: 200, text: 100_000, excerpt: 1_000, category: 60, alt: 300 };
const NAMES = [
  ...(["title", "text", "excerpt", "category", "alt", "language"] as const),
  ...(["at", "upload", "noPicture", "version", "state"] as const),
];
type NewsFields = Record<(typeof NAMES)[number], string>;

const WRITES = ["save", "publish", "plan", "unpublish"];
const NEW = "new";

const newsOf = ({ store, clock }: FastifyInstance) =>
  createDocuments(store, "news", () => new Date(clock()));

const newsFields = (given: Fields): NewsFields =>
  Object.fromEntries(
    NAMES.map((name) => [name, (given[name] ?? "").replaceAll(/\r\n?/g, "\n").trim()]),
  ) as NewsFields;

function stateOf(item: Pick<Item, "date"> | null, now: number): DeskNews["state"] {
  if (item === null || item.date === "") return "draft";
  return item.date > utcSeconds(now) ? "planned" : "published";
}

/** As the site reads it from the content API. */
const newsItemOf = (
  { contentApiUrl: baseUrl }: FastifyInstance,
  { id, slug, document }: Pick<Item, "slug" | "document"> & { id: number | string },
): StoredNewsItem => readItem({ ...document, id, slug }, { ...newsNormaliser, baseUrl }).item;

const imageOf = ({ image_url, image, featured_image }: Item["document"]) =>
  image_url || image || featured_image || null;

function fieldsOf(app: FastifyInstance, item: Item | null): NewsFields {
  if (item === null) return newsFields({});
  const { excerpt, categories, language, image } = newsItemOf(app, item);
  const { title, markdown, content, planned } = item.document;
  const isTimed = item.date.includes("T");
  const local = isTimed && new Date(Date.parse(item.date) + EAST_AFRICA_OFFSET_MS).toISOString();
  return newsFields({
    title: String(title),
    text: String(markdown ?? content ?? ""),
    excerpt: excerpt ?? "",
    category: categories[0] ?? "",
    language: language ?? "",
    alt: image?.alt ?? "",
    at: local ? local.slice(0, 16) : String(planned ?? ""),
    version: String(item.version),
  });
}

const hasPicture = ({ upload, noPicture }: NewsFields, item: Item | null) =>
  upload !== "" || (noPicture === "" && imageOf(item?.document ?? {}) !== null);

/** From when on it is public, after a button; empty: not at all; null: from a time that is none. */
function dateAfter(action: string, fields: NewsFields, item: Item | null, now: number) {
  if (action === "publish") return utcSeconds(now);
  if (action !== "plan") return action === "unpublish" ? "" : (item?.date ?? "");
  const planned = isWrittenDate(fields.at) ? Date.parse(`${fields.at}:00+03:00`) : Number.NaN;
  return Number.isNaN(planned) ? null : utcSeconds(planned);
}

/** What keeps the fields from being read at all, also for a preview. */
function unreadableIn(fields: NewsFields) {
  const errors: Record<string, DeskFieldError> = {};
  if (!isParsable(fields.text)) errors.text = { code: "signs" };
  for (const [name, max] of Object.entries(MAX_LENGTHS))
    if (fields[name as keyof typeof MAX_LENGTHS].length > max)
      errors[name] = { code: "tooLong", max };
  return errors;
}

/** What is wrong with the fields of news that are public from a date on. A draft needs a title alone. */
function errorsOf(fields: NewsFields, item: Item | null, date: string | null) {
  const errors: Record<string, DeskFieldError> = {};
  const required = { code: "required" };
  const published = ["text", "excerpt", "category", "language"] as const;
  for (const name of ["title", ...(date === "" ? [] : published)] as const)
    if (fields[name] === "") errors[name] = required;
  if (date !== "" && fields.alt === "" && hasPicture(fields, item)) errors.alt = required;
  if (date === null) errors.at = required;
  if (fields.language !== "" && !LANGUAGES.some((one) => one === fields.language))
    errors.language = required;
  return { ...errors, ...unreadableIn(fields) };
}

/** What the source calls in other ways than this form; a document has no value for it any more. */
const OTHER_NAMES = Object.fromEntries(
  ["introduction", "summary", "category", "image_url", "featured_image"]
    .concat("publish_date", "createdAt")
    .map((name) => [name, undefined]),
);

/** The document of the fields; what they have no name for stays. `date`: as with `DocumentRow`. */
function draftOf(fields: NewsFields, item: Item | null, date: string): Draft {
  const { title, text, excerpt, category, language, upload, alt } = fields;
  const kept = imageOf(item?.document ?? {});
  const old = typeof kept === "string" ? { public_url: kept } : kept;
  const picture = upload === "" ? old : { public_url: uploadPath(upload) };
  const document = {
    ...item?.document,
    ...OTHER_NAMES,
    ...{ title, excerpt, language },
    content: toHtml(text),
    markdown: text,
    categories: category === "" ? [] : [category],
    image: hasPicture(fields, item) ? { ...picture, alt } : null,
    published_at: date || undefined,
    // Of a draft: when it is to come out, as typed.
    planned: date === "" ? fields.at || undefined : undefined,
  };
  return { date, document };
}

/** Tells the site each second when planned news have come out. */
export function watchPlannedNews(app: FastifyInstance): void {
  const { clock, siteData } = app;
  let checked = utcSeconds(clock());
  const check = async () => {
    const now = utcSeconds(clock());
    if (await newsOf(app).hasDateWithin(checked, now)) await siteData.changes.publish(["news"]);
    checked = now;
  };
  // The store itself says that it is down; the next second is told of what came out meanwhile.
  const timer = setInterval(() => void check().catch(() => {}), SECOND_MS).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

async function rowsOf(app: FastifyInstance) {
  const rows = (await newsOf(app).list()).map((item) => {
    const state = stateOf(item, app.clock());
    const at = state === "draft" ? item.updatedAt : item.date;
    return { id: String(item.id), title: String(item.document.title), state, at };
  });
  return rows.sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** Null for one that is new, undefined where there is none. */
const find = async ({ request, server }: Reply): Promise<Item | null | undefined> =>
  request.params.id === NEW ? null : ((await newsOf(server).byId(request.params.id)) ?? undefined);

function showTyped(reply: Reply, given: Fields, { status, ...rest }: Again<DeskNews> = {}) {
  const { id } = reply.request.params;
  const fields = newsFields(given);
  const state = NEWS_STATES.find((one) => one === fields.state) ?? "draft";
  const entry = {
    ...{ id, state, fields, errors: {}, problem: null, picture: null, preview: null },
    ...{ published: null, categories: [], actions: [], takesFile: true },
    ...rest,
  };
  return desk.show(reply, { kind: "news", entry }, status);
}

async function show(
  reply: Reply,
  item: Item | null,
  fields: NewsFields,
  { isPreview = false, ...again }: Again & { isPreview?: boolean } = {},
): Promise<FastifyReply> {
  const { server } = reply;
  const { views } = server.pictures;
  const { id = NEW, slug = NEW, date = "" } = item ?? {};
  // A title is what no item of the source may lack.
  const typed = { ...fields, title: fields.title || "…" };
  // Of a form without a preview the picture alone is shown.
  const shown = isPreview ? typed : { ...typed, text: "", noPicture: "" };
  const draft = draftOf(shown, item, date);
  // A long text takes as long to be cleaned as to be parsed.
  await nextTurn();
  const stored = newsItemOf(server, { id, slug, ...draft });
  const picture = stored.image && views.written(stored.image);
  const all = await newsOf(server).list();
  const used = all.flatMap(({ document: { title, category, categories }, ...one }) => {
    const document = { title, category, categories };
    return newsItemOf(server, { ...one, document }).categories;
  });
  const state = stateOf(item, server.clock());
  const body = stored.body && views.html(stored.body);
  const entry = {
    id: String(id),
    published: state === "draft" ? null : { slug, at: stored.publishedAt ?? date },
    picture,
    preview: isPreview ? { ...stored, image: picture, body } : null,
    categories: [...new Set(used)].sort(),
    actions: await server.accounts.actions(`news-${id}`),
  };
  return showTyped(reply, { ...fields, state }, { ...entry, ...again });
}

async function done({ request, server }: Reply, action: string, { id }: Item): Promise<void> {
  await server.siteData.changes.publish(["news"]);
  await desk.record(request, `news-${action}`, `news-${id}`);
}

const isBasedOn = (known: Fields) => (item: Item) => String(item.version) === known.version;

async function remove(reply: Reply, sent: Fields): Promise<FastifyReply> {
  const item = await find(reply);
  if (!item) return desk.notFound(reply);
  const news = newsOf(reply.server);
  const removed = await news.write(String(item.id), isBasedOn(sent), () => null);
  if (typeof removed === "string") {
    const problem = { failed: null, name: "stale" } as const;
    return show(reply, item, fieldsOf(reply.server, item), { status: 422, problem });
  }
  await done(reply, "delete", removed);
  return desk.go(reply, "/staff/news", "news-delete");
}

async function save(reply: Reply, { action, errors, ...sent }: SentForm): Promise<FastifyReply> {
  const fields = newsFields(sent.fields);
  const item = await find(reply);
  if (item === undefined) return showConflict(reply, fields);
  const isPreview = action === "preview";
  if (!isPreview && !WRITES.includes(action)) return desk.notFound(reply);
  const now = reply.server.clock();
  const date = dateAfter(action, fields, item, now);
  const found = isPreview ? unreadableIn(fields) : errorsOf(fields, item, date);
  const wrong: Record<string, DeskFieldError> = { ...found, ...errors };
  if (action === "plan" && date !== null && date <= utcSeconds(now)) wrong.at = { code: "past" };
  if (Object.keys(wrong).length > 0) return show(reply, item, fields, { errors: wrong });
  if (isPreview) return show(reply, item, fields, { isPreview });
  const draft = draftOf(fields, item, date ?? "");
  const news = newsOf(reply.server);
  const written =
    item === null
      ? await news.create(slugOf(fields.title, "news"), draft)
      : await news.write(String(item.id), isBasedOn(fields), () => draft);
  if (typeof written === "string") return showConflict(reply, fields);
  await done(reply, action, written);
  return desk.go(reply, `/staff/news/${written.id}`, `news-${action}`);
}

/** Who has read that somebody else changed it may save over that, and what was deleted meanwhile as another one. */
async function showConflict(reply: Reply, fields: NewsFields): Promise<FastifyReply> {
  const item = (await find(reply)) ?? null;
  const version = String(item?.version ?? "");
  const [status, name] = item ? ([422, "conflict"] as const) : ([404, "not-found"] as const);
  return show(reply, item, { ...fields, version }, { status, problem: { name } });
}

/** News where this site holds them itself: written, shown before they are out, published and withdrawn. */
export function addNewsRoutes(app: FastifyInstance): void {
  const isOurs = isSourceOurs(app);

  app.get("/news", async (_request, reply) =>
    desk.show(reply, { kind: "news-list", rows: isOurs ? await rowsOf(app) : null }),
  );

  app.get<ById>("/news/:id", async (_request, reply) => {
    const item = isOurs ? await find(reply) : undefined;
    if (item === undefined) return desk.notFound(reply);
    return show(reply, item, fieldsOf(app, item));
  });

  app.post<ById>("/news/:id", { config: { keepsTyped: true } }, async (_request, reply) =>
    isOurs ? takeForm(reply, { save, remove, showTyped }) : desk.notFound(reply),
  );
}
