import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { DeskNewsFields, DeskNewsPage, DeskNewsRow } from "../../shared/contract/desk.ts";
import { PREFIXES } from "../../shared/languages.ts";
import { SECOND_MS } from "../../shared/time.ts";
import { Documents, type Item, utcSeconds } from "../embedded-api/documents.ts";
import { slugOf } from "../embedded-api/items.ts";
import { type Desk, queryOf } from "./desk.ts";
import {
  dateAfter,
  draftOf,
  dropUploads,
  type Errors,
  errorsOf,
  fieldsOf,
  keepUpload,
  newsItemOf,
  readForm,
  stateOf,
} from "./news.ts";

/** The buttons that store what was typed. */
const WRITES = ["save", "publish", "plan", "unpublish"];
/** What `/staff/news/new` is about. */
const NEW = "new";

/** What was posted: the form, and the news as they were; null for new ones. */
interface Posted {
  action: string;
  fields: DeskNewsFields;
  item: Item | null;
}

/** News where this site holds them itself: written, shown before they are out, published and withdrawn. */
class NewsDesk {
  readonly #app: FastifyInstance;
  readonly #desk: Desk;
  readonly #news: Documents;

  constructor(app: FastifyInstance, desk: Desk) {
    this.#app = app;
    this.#desk = desk;
    this.#news = new Documents(app.store, "news", () => new Date(app.clock()));
  }

  /** Tells the site each second when planned news have come out. */
  watchPlanned(): void {
    const { clock, siteData } = this.#app;
    let checked = utcSeconds(clock());
    const check = async () => {
      const now = utcSeconds(clock());
      if (await this.#news.hasDateWithin(checked, now)) await siteData.changed(["news"]);
      checked = now;
    };
    // The store itself says that it is down; the next second is told of what came out meanwhile.
    const timer = setInterval(() => void check().catch(() => {}), SECOND_MS).unref();
    this.#app.addHook("onClose", async () => clearInterval(timer));
  }

  async rows(): Promise<DeskNewsRow[]> {
    const rows = (await this.#news.list()).map((item) => {
      const state = stateOf(item, this.#app.clock());
      const at = state === "draft" ? item.updatedAt : item.date;
      return { id: String(item.id), title: String(item.document.title), state, at };
    });
    return rows.sort((one, other) => (one.at < other.at ? 1 : -1));
  }

  /** Null for an id of none. */
  async find(id: string): Promise<{ item: Item | null } | null> {
    if (id === NEW) return { item: null };
    const item = await this.#news.byId(id);
    return item && { item };
  }

  async pageOf(
    item: Item | null,
    fields: DeskNewsFields,
    shown: Partial<Pick<DeskNewsPage, "errors" | "isPreview" | "isDeleting">> = {},
  ): Promise<DeskNewsPage> {
    const { pictures, clock } = this.#app;
    const { id = NEW, slug = NEW } = item ?? {};
    // A title is what no item of the source may lack.
    const typed = { ...fields, title: fields.title || "…" };
    const { document } = draftOf(typed, item, item?.date ?? "");
    const stored = newsItemOf(this.#app, { id, slug, document });
    const { image, body } = stored;
    const used = (await this.#news.list()).flatMap((one) => newsItemOf(this.#app, one).categories);
    return {
      kind: "news",
      id: item && String(item.id),
      state: stateOf(item, clock()),
      slug,
      fields,
      errors: {},
      item: {
        ...stored,
        image: image && pictures.views.written(image),
        body: body && pictures.views.html(body),
      },
      isPreview: false,
      isDeleting: false,
      categories: [...new Set(used)].sort(),
      actions: item === null ? [] : await this.#desk.accounts.actions(`news-${item.id}`),
      ...shown,
    };
  }

  /** What became of the form: the errors of its fields, or the news as they are now stored. */
  async #write({ action, fields, item }: Posted): Promise<{ errors: Errors } | Item> {
    const now = this.#app.clock();
    const isDraft = action === "unpublish" || (action === "save" && stateOf(item, now) === "draft");
    const errors = errorsOf(fields, { item, isDraft, isPlanned: action === "plan", now });
    if (Object.keys(errors).length > 0) return { errors };
    const draft = draftOf(fields, item, dateAfter(action, { fields, item, now }));
    if (item === null) return this.#news.create(slugOf(fields.title, "news"), draft);
    const isSame = ({ version }: Item) => version === item.version;
    const written = await this.#news.write(String(item.id), isSame, () => draft);
    return typeof written === "string" ? { errors: { version: "stale" } } : written;
  }

  async #done(request: FastifyRequest, action: string, { id }: Pick<Item, "id">): Promise<void> {
    await this.#app.siteData.changed(["news"]);
    await this.#desk.record(request, `news-${action}`, `news-${id}`);
  }

  async #remove(request: FastifyRequest, reply: FastifyReply, item: Item) {
    const isExpected = () => true;
    await this.#news.write(String(item.id), isExpected, () => null);
    await dropUploads(this.#app.store, item);
    await this.#done(request, "delete", item);
    return this.#desk.go(reply, "/staff/news", "news-delete");
  }

  /** What was typed comes back with every error. */
  async take(request: FastifyRequest, reply: FastifyReply, item: Item | null) {
    const { store, clock } = this.#app;
    const desk = this.#desk;
    const { fields: typed, file, action } = await readForm(request);
    if (action === "delete" && item !== null) return this.#remove(request, reply, item);
    const { upload, error } = file === null ? {} : await keepUpload(store, file, clock());
    const fields = upload === undefined ? typed : { ...typed, upload, noPicture: "" };
    const again = async (errors: Errors) => {
      // Who has read that somebody else changed it may save over that.
      const version = errors.version === undefined ? fields.version : String(item?.version ?? "");
      const page = await this.pageOf(item, { ...fields, version }, { errors });
      return desk.show(request, reply, page, 422);
    };
    if (error !== undefined) return again({ picture: error });
    if (action === "preview") {
      const page = await this.pageOf(item, fields, { isPreview: true });
      return desk.show(request, reply, page);
    }
    if (!WRITES.includes(action)) return desk.notFound(reply);
    const written = await this.#write({ action, fields, item });
    if ("errors" in written) return again(written.errors);
    await this.#done(request, action, written);
    return desk.go(reply, `/staff/news/${written.id}`, `news-${action}`);
  }
}

export function addNewsRoutes(app: FastifyInstance, desk: Desk): void {
  type OfNews = { Params: { id: string } };
  const isHere = app.config.CONTENT_API_URL === undefined;
  const news = new NewsDesk(app, desk);
  if (isHere) news.watchPlanned();

  for (const prefix of Object.values(PREFIXES)) {
    app.get(`${prefix}/staff/news`, async (request, reply) =>
      desk.show(request, reply, { kind: "news-list", rows: isHere ? await news.rows() : null }),
    );

    app.get<OfNews>(`${prefix}/staff/news/:id`, async (request, reply) => {
      const found = isHere ? await news.find(request.params.id) : null;
      if (found === null) return desk.notFound(reply);
      const isDeleting = found.item !== null && queryOf(request).get("ask") === "delete";
      const page = await news.pageOf(found.item, fieldsOf(app, found.item), { isDeleting });
      return desk.show(request, reply, page);
    });

    app.post<OfNews>(`${prefix}/staff/news/:id`, async (request, reply) => {
      const found = isHere ? await news.find(request.params.id) : null;
      return found === null ? desk.notFound(reply) : news.take(request, reply, found.item);
    });
  }
}
