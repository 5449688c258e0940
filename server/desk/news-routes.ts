import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { type DeskNews, NEWS_STATES } from "../../shared/contract/desk.ts";
import { SECOND_MS } from "../../shared/time.ts";
import { createDocuments, type Item, utcSeconds } from "../embedded-api/documents.ts";
import { slugOf } from "../embedded-api/items.ts";
import * as desk from "./desk.ts";
import type { Again, ById, Fields, Reply, Result, SentForm, Shown } from "./forms.ts";
import { changeOf, isSourceOurs, leadTo, NEW, NOT_FOUND, sendPage, takeForm } from "./forms.ts";
import {
  dateAfter,
  draftOf,
  errorsOf,
  fieldsOf,
  isTooLate,
  type NewsFields,
  newsFields,
  newsItemOf,
  stateOf,
  timeOf,
  unreadableIn,
} from "./news-form.ts";

const WRITES = ["save", "publish", "plan", "unpublish"];

const newsOf = ({ store, clock }: FastifyInstance) =>
  createDocuments(store, "news", () => new Date(clock()));

/** Checks each second whether planned news has come out, and tells the site. */
export function watchPlannedNews(app: FastifyInstance): void {
  const { clock, siteData } = app;
  let checked = utcSeconds(clock());
  const check = async () => {
    const now = utcSeconds(clock());
    if (await newsOf(app).hasDateWithin(checked, now)) await siteData.changes.publish(["news"]);
    checked = now;
  };
  // The store reports its own outage. The next successful check also covers the time since the last one.
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

/** Returns the requested news item: null for a new one, undefined when there is none. */
const find = async ({ request, server }: Reply): Promise<Item | null | undefined> =>
  request.params.id === NEW ? null : ((await newsOf(server).byId(request.params.id)) ?? undefined);

function showTyped(
  reply: Reply,
  given: Fields,
  { status, ...rest }: Again<DeskNews> = {},
): Shown & { page: { kind: "news"; entry: DeskNews } } {
  const { id } = reply.request.params;
  const fields = newsFields({ ...given, key: given.key || randomUUID() });
  const state = NEWS_STATES.find((one) => one === fields.state) ?? "draft";
  const entry: DeskNews = {
    id,
    state,
    fields,
    isTyped: true,
    errors: {},
    problem: null,
    picture: null,
    preview: null,
    published: null,
    categories: [],
    actions: [],
    takesFile: true,
    ...rest,
  };
  const isWrong = Object.keys(entry.errors).length > 0;
  return { status: status ?? (isWrong ? 422 : 200), page: { kind: "news", entry } };
}

async function show(
  reply: Reply,
  item: Item | null,
  fields: NewsFields,
  { isPreview = false, ...again }: Again & { isPreview?: boolean } = {},
): Promise<Shown> {
  const { server } = reply;
  const { views } = server.pictures;
  const { id = NEW, slug = NEW, date = "" } = item ?? {};
  const now = server.clock();
  // Every item of the source needs a title. The text, which may be too long, is read for a preview only.
  const shown = isPreview
    ? { ...fields, title: fields.title || "…" }
    : { ...fields, title: "…", text: "", noPicture: "" };
  const draft = await draftOf(shown, item, date, now);
  // A long text takes milliseconds to parse, to sanitise and to render: other requests get a turn between these steps.
  await nextTurn();
  const stored = newsItemOf(server, { id, slug, ...draft });
  await nextTurn();
  const picture = stored.image && views.written(stored.image);
  const all = await newsOf(server).list();
  const used = all.flatMap(({ document: { title, category, categories }, ...one }) => {
    const document = { title, category, categories };
    return newsItemOf(server, { ...one, document }).categories;
  });
  const state = stateOf(item, now);
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

async function remove(reply: Reply, sent: Fields): Promise<Result> {
  const item = await find(reply);
  if (!item) return { problem: NOT_FOUND };
  const news = newsOf(reply.server);
  const removed = await news.write(String(item.id), isBasedOn(sent), () => null);
  if (removed === "missing") return { problem: NOT_FOUND };
  if (removed === "stale") {
    const problem = { name: "stale", change: await changeOf(reply, `news-${item.id}`) } as const;
    const again = { status: 422, problem, isTyped: false };
    return { problem: await show(reply, item, await fieldsOf(reply.server, item), again) };
  }
  await done(reply, "delete", removed);
  return leadTo("/staff/news", "news-delete");
}

async function save(reply: Reply, { action, errors, ...sent }: SentForm): Promise<Result> {
  const fields = newsFields(sent.fields);
  const item = await find(reply);
  if (item === undefined) return { problem: await showConflict(reply, fields) };
  const isPreview = action === "preview";
  if (!isPreview && !WRITES.includes(action)) return { problem: NOT_FOUND };
  const now = reply.server.clock();
  if (isTooLate(action, fields, item, now)) {
    const asItIs = { ...fields, at: timeOf(item as Item) };
    return { problem: await show(reply, item, asItIs, { status: 409, problem: { name: "out" } }) };
  }
  const { date, error } = dateAfter(action, fields, item, now);
  const isDraft = action === "unpublish" || (action === "save" && stateOf(item, now) === "draft");
  const own = isPreview ? unreadableIn(fields) : errorsOf(fields, item, isDraft);
  const wrong = { ...own, ...errors };
  if (!isPreview && error !== undefined) wrong.at = { code: error };
  if (Object.keys(wrong).length > 0)
    return { problem: await show(reply, item, fields, { errors: wrong }) };
  if (isPreview) return { problem: await show(reply, item, fields, { isPreview }) };
  const draft = await draftOf(fields, item, date, now);
  const news = newsOf(reply.server);
  const written =
    item === null
      ? await news.create(slugOf(fields.title, "news"), draft)
      : await news.write(String(item.id), isBasedOn(fields), () => draft);
  if (typeof written === "string") return { problem: await showConflict(reply, fields) };
  await done(reply, action, written);
  return leadTo(`/staff/news/${written.id}`, `news-${action}`);
}

/**
 * Shows the form again after a conflict. The next save overwrites the change of somebody else, or creates a new item if
 * the old one was deleted meanwhile.
 */
async function showConflict(reply: Reply, fields: NewsFields): Promise<Shown> {
  const item = (await find(reply)) ?? null;
  const change = await changeOf(reply, `news-${reply.request.params.id}`);
  if (item !== null) {
    const problem = { name: "conflict", change } as const;
    const now = { ...fields, version: String(item.version) };
    return show(reply, item, now, { status: 422, problem });
  }
  const problem = { name: "not-found", change } as const;
  // The picture was deleted with the news.
  const isLost = fields.hasPicture !== "" && fields.upload === "" && fields.noPicture === "";
  const errors: DeskNews["errors"] = isLost ? { picture: { code: "again" } } : {};
  const again = { ...fields, version: "", hasPicture: "", asked: isLost ? "1" : fields.asked };
  return show(reply, null, again, { status: 404, problem, errors });
}

/** Adds the pages to write, preview, publish and withdraw news, where this site stores the news itself. */
export function addNewsRoutes(app: FastifyInstance): void {
  const isOurs = isSourceOurs(app);

  app.get("/news", async (_request, reply) =>
    desk.show(reply, { kind: "news-list", rows: isOurs ? await rowsOf(app) : null }),
  );

  app.get<ById>("/news/:id", async (_request, reply) => {
    const item = isOurs ? await find(reply) : undefined;
    if (item === undefined) return desk.notFound(reply);
    return sendPage(reply, await show(reply, item, await fieldsOf(app, item), { isTyped: false }));
  });

  app.post<ById>("/news/:id", { config: { keepsTyped: true } }, async (_request, reply) =>
    isOurs ? takeForm(reply, { save, remove, showTyped }) : desk.notFound(reply),
  );
}
