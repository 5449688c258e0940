import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type DeskNews, type DeskNewsRow, NEWS_STATES } from "../../shared/contract/desk.ts";
import { PREFIXES } from "../../shared/languages.ts";
import { SECOND_MS } from "../../shared/time.ts";
import { Documents, type Item, utcSeconds } from "../embedded-api/documents.ts";
import { slugOf } from "../embedded-api/items.ts";
import { type Desk, queryOf } from "./desk.ts";
import {
  dateAfter,
  draftOf,
  type Errors,
  errorsOf,
  fieldsOf,
  type NewsFields,
  newsFields,
  newsItemOf,
  stateOf,
} from "./news.ts";
import { readForm } from "./posted-forms.ts";

/** The buttons that store what was typed. */
const WRITES = ["save", "publish", "plan", "unpublish"];
/** What `/staff/news/new` is about. */
const NEW = "new";

type Shown = Partial<Pick<DeskNews, "errors" | "problem" | "isDeleting">> & {
  isPreview?: boolean;
  status?: number;
};

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

  async show(
    request: FastifyRequest,
    reply: FastifyReply,
    item: Item | null,
    fields: NewsFields,
    { status = 200, isPreview = false, ...rest }: Shown = {},
  ) {
    const { pictures, clock } = this.#app;
    const { id = NEW, slug = NEW, date = "" } = item ?? {};
    // A title is what no item of the source may lack.
    const typed = { ...fields, title: fields.title || "…", noPicture: "" };
    const shown = isPreview ? { ...typed, noPicture: fields.noPicture } : typed;
    const { document } = draftOf(shown, item, date);
    const stored = newsItemOf(this.#app, { id, slug, document });
    const picture = stored.image && pictures.views.written(stored.image);
    const used = (await this.#news.list()).flatMap((one) => newsItemOf(this.#app, one).categories);
    const state = stateOf(item, clock());
    const { body } = stored;
    const entry = {
      ...this.#bare(String(id), { ...fields, state }),
      published: state === "draft" ? null : { slug, at: stored.publishedAt ?? date },
      picture,
      preview: isPreview
        ? { ...stored, image: picture, body: body && pictures.views.html(body) }
        : null,
      categories: [...new Set(used)].sort(),
      actions: item === null ? [] : await this.#desk.accounts.actions(`news-${id}`),
      ...rest,
    };
    return this.#desk.show(request, reply, { kind: "news", entry }, status);
  }

  /** What was typed and nothing of the store: for somebody who is not signed in, or while it is down. */
  #bare(id: string, fields: NewsFields): DeskNews {
    const state = NEWS_STATES.find((one) => one === fields.state) ?? "draft";
    return {
      ...{ id, state, fields, errors: {}, problem: null, isDeleting: false },
      ...{ picture: null, preview: null, published: null, categories: [], actions: [] },
    };
  }

  async #done(request: FastifyRequest, action: string, { id }: Pick<Item, "id">): Promise<void> {
    await this.#app.siteData.changed(["news"]);
    await this.#desk.record(request, `news-${action}`, `news-${id}`);
  }

  async #remove(request: FastifyRequest, reply: FastifyReply, id: string) {
    const removed = await this.#news.write(
      id,
      () => true,
      () => null,
    );
    if (typeof removed === "string") return this.#desk.notFound(reply);
    await this.#done(request, "delete", removed);
    return this.#desk.go(reply, "/staff/news", "news-delete");
  }

  /** What was typed comes back with every error. */
  async take(request: FastifyRequest, reply: FastifyReply, id: string) {
    const { store, clock } = this.#app;
    const desk = this.#desk;
    if (!/^(?:new|[1-9]\d{0,14})$/.test(id)) return desk.notFound(reply);
    const form = await readForm(request, desk.obstacle(request) ? null : store, clock());
    const { action, pictureError } = form;
    const fields = newsFields(form.fields);
    const errors: Errors = pictureError ? { picture: { code: pictureError } } : {};
    return desk.act(request, reply, {
      isTyped: action !== "delete",
      show: (name, status) => {
        const entry = { ...this.#bare(id, fields), problem: { name }, errors };
        return desk.show(request, reply, { kind: "news", entry }, status);
      },
      act: () =>
        action === "delete"
          ? this.#remove(request, reply, id)
          : this.#save(request, reply, { id, action, fields, errors }),
    });
  }

  async #save(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      id,
      action,
      fields,
      errors,
    }: { id: string; action: string; fields: NewsFields; errors: Errors },
  ) {
    const found = await this.find(id);
    // It was deleted meanwhile: what was typed can be saved as another one.
    if (found === null)
      return this.show(request, reply, null, fields, {
        status: 404,
        problem: { name: "not-found" },
      });
    const { item } = found;
    if (action === "preview" && Object.keys(errors).length === 0)
      return this.show(request, reply, item, fields, { isPreview: true });
    if (action !== "preview" && !WRITES.includes(action)) return this.#desk.notFound(reply);
    const now = this.#app.clock();
    const isDraft =
      action === "preview" ||
      action === "unpublish" ||
      (action === "save" && stateOf(item, now) === "draft");
    const all = {
      ...errorsOf(fields, { item, isDraft, isPlanned: action === "plan", now }),
      ...errors,
    };
    const again = { status: 422, errors: all, problem: { name: "fields" } } as const;
    if (Object.keys(all).length > 0) return this.show(request, reply, item, fields, again);
    const draft = draftOf(fields, item, dateAfter(action, { fields, item, now }));
    const isSame = ({ version }: Item) => String(version) === fields.version;
    const written =
      item === null
        ? await this.#news.create(slugOf(fields.title, "news"), draft)
        : await this.#news.write(String(item.id), isSame, () => draft);
    if (typeof written === "string") return this.#conflict(request, reply, id, fields);
    await this.#done(request, action, written);
    return this.#desk.go(reply, `/staff/news/${written.id}`, `news-${action}`);
  }

  /** Who has read that somebody else changed it may save over that. */
  async #conflict(request: FastifyRequest, reply: FastifyReply, id: string, fields: NewsFields) {
    const { item = null } = (await this.find(id)) ?? {};
    const problem = { name: item ? "conflict" : "not-found" } as const;
    const version = String(item?.version ?? "");
    return this.show(request, reply, item, { ...fields, version }, { status: 422, problem });
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
      const { item } = found;
      const isDeleting = item !== null && queryOf(request).get("ask") === "delete";
      return news.show(request, reply, item, fieldsOf(app, item), { isDeleting });
    });

    const options = { config: { keepsTyped: true } };
    app.post<OfNews>(`${prefix}/staff/news/:id`, options, async (request, reply) =>
      isHere ? news.take(request, reply, request.params.id) : desk.notFound(reply),
    );
  }
}
