import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { type DeskNews, NEWS_STATES } from "../../shared/contract/desk.ts";
import { SECOND_MS } from "../../shared/time.ts";
import { createDocuments, type Item, utcSeconds } from "../embedded-api/documents.ts";
import { makeSlug } from "../embedded-api/items.ts";
import { mapImages } from "../source/html/sanitise-html.ts";
import * as desk from "./desk.ts";
import type {
  ById,
  DeskFields,
  FormChanges,
  PageToShow,
  Reply,
  Result,
  SentForm,
} from "./forms.ts";
import {
  isSourceOurs,
  NEW,
  NOT_FOUND,
  readLastChange,
  redirectTo,
  sendPage,
  takeForm,
} from "./forms.ts";
import {
  buildNews,
  checkNews,
  dateAfter,
  findUnreadable,
  isTooLate,
  type NewsFields,
  newsFields,
  newsFormFields,
  newsItemOf,
  stateOf,
  timeOf,
} from "./news-form.ts";

const WRITES = ["save", "publish", "plan", "unpublish"];

const openNews = ({ store, clock }: FastifyInstance) =>
  createDocuments(store, "news", () => new Date(clock()));

/** Checks each second whether planned news has come out, and tells the site. */
export function watchPlannedNews(app: FastifyInstance): void {
  const { clock, siteData } = app;
  let checked = utcSeconds(clock());
  const check = async () => {
    const now = utcSeconds(clock());
    if (await openNews(app).hasDateWithin(checked, now)) await siteData.changes.publish(["news"]);
    checked = now;
  };
  // The store reports its own outage. The next successful check also covers the time since the last one.
  const timer = setInterval(() => void check().catch(() => {}), SECOND_MS).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

async function listRows(app: FastifyInstance) {
  const rows = (await openNews(app).list()).map((item) => {
    const state = stateOf(item, app.clock());
    const at = state === "draft" ? item.updatedAt : item.date;
    return { id: String(item.id), title: String(item.document.title), state, at };
  });
  return rows.sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** Returns the requested news item: null for a new one, undefined when there is none. */
const find = async ({ request, server }: Reply): Promise<Item | null | undefined> =>
  request.params.id === NEW
    ? null
    : ((await openNews(server).byId(request.params.id)) ?? undefined);

function showTyped(
  reply: Reply,
  given: DeskFields,
  { status, ...rest }: FormChanges<DeskNews> = {},
): PageToShow & { page: { kind: "news"; entry: DeskNews } } {
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

async function showNews(
  reply: Reply,
  item: Item | null,
  fields: NewsFields,
  { isPreview = false, ...again }: FormChanges & { isPreview?: boolean } = {},
): Promise<PageToShow> {
  const { server } = reply;
  const { views } = server.pictures;
  const { id = NEW, slug = NEW, date = "" } = item ?? {};
  const now = server.clock();
  // Every item of the source needs a title. The text, which may be too long, is read for a preview only.
  const shown = isPreview
    ? { ...fields, title: fields.title || "…" }
    : { ...fields, title: "…", text: "", noPicture: "" };
  const draft = await buildNews(shown, item, date, now);
  // A long text takes milliseconds to parse, to sanitise and to render: other requests get a turn between these steps.
  await nextTurn();
  const stored = newsItemOf(server, { id, slug, ...draft });
  await nextTurn();
  const picture = stored.image && views.written(stored.image);
  const all = await openNews(server).list();
  const used = all.flatMap(({ document: { title, category, categories }, ...one }) => {
    const document = { title, category, categories };
    return newsItemOf(server, { ...one, document }).categories;
  });
  const state = stateOf(item, now);
  const body = stored.body && mapImages(stored.body, views.attributes);
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

async function announceChange(
  { request, server }: Reply,
  action: string,
  { id }: Item,
): Promise<void> {
  await server.siteData.changes.publish(["news"]);
  await desk.recordAction(request, `news-${action}`, `news-${id}`);
}

const isBasedOn = (known: DeskFields) => (item: Item) => String(item.version) === known.version;

async function remove(reply: Reply, sent: DeskFields): Promise<Result> {
  const item = await find(reply);
  if (!item) return { problem: NOT_FOUND };
  const news = openNews(reply.server);
  const removed = await news.write(String(item.id), isBasedOn(sent), () => null);
  if (removed === "missing") return { problem: NOT_FOUND };
  if (removed === "stale") {
    const problem = {
      name: "stale",
      change: await readLastChange(reply, `news-${item.id}`),
    } as const;
    const again = { status: 422, problem, isTyped: false };
    return {
      problem: await showNews(reply, item, await newsFormFields(reply.server, item), again),
    };
  }
  await announceChange(reply, "delete", removed);
  return redirectTo("/staff/news", "news-delete");
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
    return {
      problem: await showNews(reply, item, asItIs, { status: 409, problem: { name: "out" } }),
    };
  }
  const { date, error } = dateAfter(action, fields, item, now);
  const isDraft = action === "unpublish" || (action === "save" && stateOf(item, now) === "draft");
  const own = isPreview ? findUnreadable(fields) : checkNews(fields, item, isDraft);
  const wrong = { ...own, ...errors };
  if (!isPreview && error !== undefined) wrong.at = { code: error };
  if (Object.keys(wrong).length > 0)
    return { problem: await showNews(reply, item, fields, { errors: wrong }) };
  if (isPreview) return { problem: await showNews(reply, item, fields, { isPreview }) };
  const draft = await buildNews(fields, item, date, now);
  const news = openNews(reply.server);
  const written =
    item === null
      ? await news.create(makeSlug(fields.title, "news"), draft)
      : await news.write(String(item.id), isBasedOn(fields), () => draft);
  if (typeof written === "string") return { problem: await showConflict(reply, fields) };
  await announceChange(reply, action, written);
  return redirectTo(`/staff/news/${written.id}`, `news-${action}`);
}

/**
 * Shows the form again after a conflict. The next save overwrites the change of somebody else, or creates a new item if
 * the old one was deleted meanwhile.
 */
async function showConflict(reply: Reply, fields: NewsFields): Promise<PageToShow> {
  const item = (await find(reply)) ?? null;
  const change = await readLastChange(reply, `news-${reply.request.params.id}`);
  if (item !== null) {
    const problem = { name: "conflict", change } as const;
    const now = { ...fields, version: String(item.version) };
    return showNews(reply, item, now, { status: 422, problem });
  }
  const problem = { name: "not-found", change } as const;
  // The picture was deleted with the news.
  const isLost = fields.hasPicture !== "" && fields.upload === "" && fields.noPicture === "";
  const errors: DeskNews["errors"] = isLost ? { picture: { code: "again" } } : {};
  const again = { ...fields, version: "", hasPicture: "", asked: isLost ? "1" : fields.asked };
  return showNews(reply, null, again, { status: 404, problem, errors });
}

/** Adds the pages to write, preview, publish and withdraw news, where this site stores the news itself. */
export function addNewsRoutes(app: FastifyInstance): void {
  const isOurs = isSourceOurs(app);

  app.get("/news", async (_request, reply) =>
    desk.sendDeskPage(reply, { kind: "news-list", rows: isOurs ? await listRows(app) : null }),
  );

  app.get<ById>("/news/:id", async (_request, reply) => {
    const item = isOurs ? await find(reply) : undefined;
    if (item === undefined) return desk.sendNotFound(reply);
    return sendPage(
      reply,
      await showNews(reply, item, await newsFormFields(app, item), { isTyped: false }),
    );
  });

  app.post<ById>("/news/:id", { config: { keepsTyped: true } }, async (_request, reply) =>
    isOurs ? takeForm(reply, { save, remove, showTyped }) : desk.sendNotFound(reply),
  );
}
