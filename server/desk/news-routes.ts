import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { DeskNews } from "../../shared/contract/desk.ts";
import { NEWS_STATES } from "../../shared/contract/desk-entries.ts";
import { SECOND_MS } from "../../shared/time.ts";
import { type Draft, type Item, utcSeconds } from "../embedded-api/documents.ts";
import { makeSlug } from "../embedded-api/items.ts";
import { mapImages } from "../source/html/sanitise-html.ts";
import * as desk from "./desk.ts";
import {
  checkOwn,
  forgetTyped,
  giverOf,
  keepTyped,
  languagesOfAll,
  openEntries,
  openTyped,
  otherLanguage,
  readOwn,
  savePair,
  stateOf,
  translated,
} from "./entry-own.ts";
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
  requestedId,
  sendPage,
  takeForm,
} from "./forms.ts";
import {
  buildNews,
  checkNews,
  checkTime,
  datesAfter,
  findUnreadable,
  isTooLate,
  type NewsFields,
  newsFields,
  newsFormFields,
  newsItemOf,
  newsTranslation,
  timeOf,
} from "./news-form.ts";

const WRITES = ["save", "publish", "plan", "unpublish"];

const openNews = (app: FastifyInstance) => openEntries(app, "news");

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
  const items = await openNews(app).list();
  const languages = await languagesOfAll(app, "news", items);
  const rows = items.map((item) => {
    const { id, document } = item;
    const state = stateOf(item, app.clock());
    const at = state === "draft" ? item.updatedAt : item.date;
    return {
      id: String(id),
      title: String(document.title),
      state,
      at,
      languages: languages.get(id) ?? [],
    };
  });
  return rows.sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** Returns the requested news item: null for a new one, undefined when there is none. */
async function find(reply: Reply): Promise<Item | null | undefined> {
  const id = requestedId(reply);
  return id === null ? null : ((await openNews(reply.server).byId(id)) ?? undefined);
}

/** Returns the fields of an item, with its translation. */
async function fieldsOf(app: FastifyInstance, item: Item): Promise<NewsFields> {
  const twin = (await openNews(app).pairs.twins()).get(item.id);
  return newsFormFields(app, item, twin === undefined ? "" : String(twin));
}

/** Returns the item whose picture stays unless the form has another one. */
const picturedBy = async (app: FastifyInstance, item: Item | null, { pictureOf }: NewsFields) =>
  item ?? (pictureOf === "" ? null : openNews(app).byId(pictureOf));

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
    own: null,
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
  const pictured = await picturedBy(server, item, fields);
  // Every item of the source needs a title. The text, which may be too long, is read for a preview only.
  const shown = isPreview
    ? { ...fields, title: fields.title || "…" }
    : { ...fields, title: "…", text: "", noPicture: "" };
  const first = String(item?.document.first_published ?? "");
  const draft = await buildNews(shown, { date, first }, { item, pictured, now });
  // A long text takes milliseconds to parse, to sanitise and to render: other requests get a turn between these steps.
  await nextTurn();
  const stored = newsItemOf(server, { id, slug, document: draft.document });
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
    own: await readOwn(reply, "news", { item, fields, all }),
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
  const email = reply.request.staff?.email;
  const removed = await news.write(String(item.id), isBasedOn(sent), () => null, email);
  if (removed === "missing") return { problem: NOT_FOUND };
  if (typeof removed === "string") {
    const problem = {
      name: "stale",
      change: await readLastChange(reply, `news-${item.id}`),
    } as const;
    const again = { status: 409, problem, isTyped: false };
    return { problem: await showNews(reply, item, await fieldsOf(reply.server, item), again) };
  }
  await announceChange(reply, "delete", removed);
  return redirectTo("/staff/news", "news-delete");
}

/** Returns the action of a form: one button publishes, now or at a time. */
const actionOf = ({ action, fields: { when } }: SentForm): string =>
  action === "publish" && when === "at" ? "plan" : action;

async function save(reply: Reply, sent: SentForm): Promise<Result> {
  const { server } = reply;
  const fields = newsFields(sent.fields);
  const action = actionOf(sent);
  const item = await find(reply);
  if (item === undefined) return { problem: await showConflict(reply, fields) };
  const isPreview = action === "preview";
  if (!isPreview && !WRITES.includes(action)) return { problem: NOT_FOUND };
  const now = server.clock();
  if (isTooLate(action, fields, item, now)) {
    const asItIs = { ...fields, at: timeOf(item as Item) };
    return {
      problem: await showNews(reply, item, asItIs, { status: 409, problem: { name: "out" } }),
    };
  }
  const pictured = await picturedBy(server, item, fields);
  const dates = datesAfter(action, fields, item, now);
  const isDraft = action === "unpublish" || (action === "save" && stateOf(item, now) === "draft");
  const own = isPreview
    ? findUnreadable(fields)
    : {
        ...checkNews(fields, pictured, isDraft),
        ...(await checkOwn(server, "news", { item, fields })),
        ...(sent.action === "publish" && checkTime(fields, item)),
        ...dates.errors,
      };
  const wrong = { ...own, ...sent.errors };
  if (Object.keys(wrong).length > 0)
    return { problem: await showNews(reply, item, fields, { errors: wrong }) };
  if (isPreview) return { problem: await showNews(reply, item, fields, { isPreview }) };
  const draft = await buildNews(fields, dates, { item, pictured, now });
  return write(reply, { action, fields, twin: sent.fields.twin, item, draft });
}

interface NewsWrite {
  action: string;
  fields: NewsFields;
  /** The id of the translation; undefined when the form did not have the field. */
  twin: string | undefined;
  item: Item | null;
  draft: Draft;
}

async function write(
  reply: Reply,
  { action, fields, twin, item, draft }: NewsWrite,
): Promise<Result> {
  const { server, request } = reply;
  const news = openNews(server);
  const slug = draft.slug ?? item?.slug ?? makeSlug(fields.title, "news");
  const took = await giverOf(server, "news", { slug, item });
  const email = request.staff?.email;
  const written =
    item === null
      ? await news.create(slug, draft, email)
      : await news.write(String(item.id), isBasedOn(fields), () => draft, email);
  if (written === "taken") {
    const errors = await checkOwn(server, "news", { item, fields });
    return { problem: await showNews(reply, item, fields, { errors, status: 422 }) };
  }
  if (typeof written === "string") return { problem: await showConflict(reply, fields) };
  await savePair(server, "news", { id: written.id, twin });
  await forgetTyped(reply, "news", written.id);
  await announceChange(reply, action, written);
  return redirectTo(`/staff/news/${written.id}`, `news-${action}`, took);
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
    return showNews(reply, item, now, { status: 409, problem });
  }
  const problem = { name: "not-found", change } as const;
  // The picture was deleted with the news.
  const isLost = fields.hasPicture !== "" && fields.upload === "" && fields.noPicture === "";
  const errors: DeskNews["errors"] = isLost ? { picture: { code: "again" } } : {};
  const kept = { ...fields, version: "", slug: "", twin: "", firstAt: "" };
  const again = { ...kept, hasPicture: "", asked: isLost ? "1" : fields.asked };
  return showNews(reply, null, again, { status: 404, problem, errors });
}

/** Adds the pages to write, preview, publish and withdraw news, where this site stores the news itself. */
export function addNewsRoutes(app: FastifyInstance): void {
  const isOurs = isSourceOurs(app);

  app.get("/news", async (_request, reply) =>
    desk.sendDeskPage(reply, { kind: "news-list", rows: isOurs ? await listRows(app) : null }),
  );

  app.get<ById>("/news/:id", async (request, reply) => {
    const item = isOurs ? await find(reply) : undefined;
    if (item === undefined) return desk.sendNotFound(reply);
    if (item === null) return sendPage(reply, await showNew(reply));
    const isTyped = desk.queryOf(request).has("typed");
    const typed = isTyped ? await readTyped(reply, item) : null;
    const fields = typed ?? (await fieldsOf(app, item));
    return sendPage(reply, await showNews(reply, item, fields, { isTyped: typed !== null }));
  });

  app.post<ById>("/news/:id", { config: { keepsTyped: true } }, async (_request, reply) =>
    isOurs ? takeForm(reply, { save, remove, showTyped, keep, drop }) : desk.sendNotFound(reply),
  );
}

/** Shows the form of a new item: empty, or with what the item to translate has. */
async function showNew(reply: Reply): Promise<PageToShow> {
  const item = await translated(reply, "news");
  const fields =
    item === null
      ? await newsFormFields(reply.server, null)
      : newsTranslation(reply.server, item, otherLanguage(item));
  return showNews(reply, null, fields, { isTyped: false });
}

/** Returns what the signed-in member of staff has typed into the form of an item, and not saved. */
async function readTyped(reply: Reply, { id }: Item): Promise<NewsFields | null> {
  const { staff, server } = reply.request;
  const typed = await openTyped(server).find({ kind: "news", id, email: staff?.email ?? "" });
  return typed && newsFields(typed.fields);
}

const drop = (reply: Reply): Promise<void> =>
  forgetTyped(reply, "news", Number(reply.request.params.id) || 0);

const keep = (reply: Reply, fields: DeskFields): Promise<void> =>
  keepTyped(reply, "news", newsFields(fields));
