import type { FastifyInstance, FastifyReply } from "fastify";
import { type DeskNews, type DeskNewsRow, NEWS_STATES } from "../../shared/contract/desk.ts";
import { SECOND_MS } from "../../shared/time.ts";
import { Documents, type Item, utcSeconds } from "../embedded-api/documents.ts";
import { slugOf } from "../embedded-api/items.ts";
import type { Desk } from "./desk.ts";
import {
  dateAfter,
  draftOf,
  errorsOf,
  fieldsOf,
  type NewsFields,
  newsFields,
  newsItemOf,
  stateOf,
} from "./news.ts";
import { type Again, type SentForm, takeForm } from "./posted-forms.ts";

/** The buttons that store what was typed. */
const WRITES = ["save", "publish", "plan", "unpublish"];
/** What `/staff/news/new` is about. */
const NEW = "new";

type ById = { Params: { id: string } };
type Reply = FastifyReply<ById>;
type Shown = Again & { isPreview?: boolean };

/** News where this site holds them itself: written, shown before they are out, published and withdrawn. */
export class NewsDesk {
  readonly #app: FastifyInstance;
  readonly #desk: Desk;
  readonly #news: Documents;

  constructor(app: FastifyInstance, desk: Desk) {
    this.#app = app;
    this.#desk = desk;
    this.#news = new Documents(app.store, "news", () => new Date(app.clock()));
    this.#watchPlanned();
  }

  /** Tells the site each second when planned news have come out. */
  #watchPlanned(): void {
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
    reply: Reply,
    item: Item | null,
    fields: NewsFields,
    { status = 200, isPreview = false, ...again }: Shown = {},
  ) {
    const { pictures, clock } = this.#app;
    const { id = NEW, slug = NEW, date = "" } = item ?? {};
    // A title is what no item of the source may lack.
    const typed = { ...fields, title: fields.title || "…", noPicture: "" };
    const shown = isPreview ? { ...typed, noPicture: fields.noPicture } : typed;
    const stored = newsItemOf(this.#app, { id, slug, ...draftOf(shown, item, date) });
    const picture = stored.image && pictures.views.written(stored.image);
    const used = (await this.#news.list()).flatMap((one) => newsItemOf(this.#app, one).categories);
    const state = stateOf(item, clock());
    const { body } = stored;
    const preview = { ...stored, image: picture, body: body && pictures.views.html(body) };
    const entry = {
      ...this.#bare(String(id), { ...fields, state }),
      published: state === "draft" ? null : { slug, at: stored.publishedAt ?? date },
      picture,
      preview: isPreview ? preview : null,
      categories: [...new Set(used)].sort(),
      actions: item === null ? [] : await this.#desk.accounts.actions(`news-${id}`),
      ...again,
    };
    return this.#desk.show(reply, { kind: "news", entry }, status);
  }

  /** What was typed and nothing of the store: for somebody who is not signed in, or while it is down. */
  #bare(id: string, fields: NewsFields): DeskNews {
    const state = NEWS_STATES.find((one) => one === fields.state) ?? "draft";
    return {
      ...{ id, state, fields, errors: {}, problem: null },
      ...{ picture: null, preview: null, published: null, categories: [], actions: [] },
    };
  }

  async #done({ request }: Reply, action: string, { id }: Pick<Item, "id">): Promise<void> {
    await this.#app.siteData.changed(["news"]);
    await this.#desk.record(request, `news-${action}`, `news-${id}`);
  }

  async #remove(reply: Reply, id: string) {
    const removed = await this.#news.write(
      id,
      () => true,
      () => null,
    );
    if (typeof removed === "string") return this.#desk.notFound(reply);
    await this.#done(reply, "delete", removed);
    return this.#desk.go(reply, "/staff/news", "news-delete");
  }

  /** What was typed comes back with every error. */
  async take(reply: Reply) {
    const { id } = reply.request.params;
    if (!/^(?:new|[1-9]\d{0,14})$/.test(id)) return this.#desk.notFound(reply);
    return takeForm(this.#desk, reply, {
      keepsFile: true,
      show: async (fields, { status, ...again }) => {
        const entry = { ...this.#bare(id, newsFields(fields)), ...again };
        return this.#desk.show(reply, { kind: "news", entry }, status);
      },
      save: (sent) => this.#save(reply, sent),
      remove: () => this.#remove(reply, id),
    });
  }

  async #save(reply: Reply, { action, errors, ...sent }: SentForm) {
    const { id } = reply.request.params;
    const fields = newsFields(sent.fields);
    const found = await this.find(id);
    // It was deleted meanwhile: what was typed can be saved as another one.
    const gone = { status: 404, problem: { name: "not-found" } } as const;
    if (found === null) return this.show(reply, null, fields, gone);
    const { item } = found;
    const isPreview = action === "preview";
    if (isPreview && Object.keys(errors).length === 0)
      return this.show(reply, item, fields, { isPreview });
    if (!isPreview && !WRITES.includes(action)) return this.#desk.notFound(reply);
    const now = this.#app.clock();
    const keepsDraft = action === "save" && stateOf(item, now) === "draft";
    const isDraft = isPreview || action === "unpublish" || keepsDraft;
    const wrong = errorsOf(fields, { item, isDraft, isPlanned: action === "plan", now });
    const again = { errors: { ...wrong, ...errors }, problem: { name: "fields" } } as const;
    if (Object.keys(again.errors).length > 0)
      return this.show(reply, item, fields, { status: 422, ...again });
    const draft = draftOf(fields, item, dateAfter(action, { fields, item, now }));
    const isSame = ({ version }: Item) => String(version) === fields.version;
    const written =
      item === null
        ? await this.#news.create(slugOf(fields.title, "news"), draft)
        : await this.#news.write(String(item.id), isSame, () => draft);
    if (typeof written === "string") return this.#conflict(reply, fields);
    await this.#done(reply, action, written);
    return this.#desk.go(reply, `/staff/news/${written.id}`, `news-${action}`);
  }

  /** Who has read that somebody else changed it may save over that. */
  async #conflict(reply: Reply, fields: NewsFields) {
    const { item = null } = (await this.find(reply.request.params.id)) ?? {};
    const problem = { name: item ? "conflict" : "not-found" } as const;
    const version = String(item?.version ?? "");
    return this.show(reply, item, { ...fields, version }, { status: 422, problem });
  }
}

/** `news` is null where another system holds them. */
export function addNewsRoutes(app: FastifyInstance, desk: Desk, news: NewsDesk | null): void {
  app.get("/news", async (_request, reply) =>
    desk.show(reply, { kind: "news-list", rows: news && (await news.rows()) }),
  );

  app.get<ById>("/news/:id", async (request, reply) => {
    const found = await news?.find(request.params.id);
    if (!news || !found) return desk.notFound(reply);
    return news.show(reply, found.item, fieldsOf(app, found.item));
  });

  app.post<ById>("/news/:id", { config: { keepsTyped: true } }, async (_request, reply) =>
    news ? news.take(reply) : desk.notFound(reply),
  );
}
