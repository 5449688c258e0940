import type { FastifyInstance, FastifyReply } from "fastify";
import { type DeskNews, type DeskNewsRow, NEWS_STATES } from "../../shared/contract/desk.ts";
import { SECOND_MS } from "../../shared/time.ts";
import {
  createDocuments,
  type Documents,
  type Item,
  utcSeconds,
} from "../embedded-api/documents.ts";
import { slugOf } from "../embedded-api/items.ts";
import type { Desk } from "./desk.ts";
import { type Again, type EntryForm, type Fields, type SentForm, takeForm } from "./forms.ts";
import * as form from "./news.ts";

/** The buttons that store what was typed. */
const WRITES = ["save", "publish", "plan", "unpublish"];
/** What `/staff/news/new` is about. */
const NEW = "new";

type ById = { Params: { id: string } };
type Reply = FastifyReply<ById>;
type Rest = Partial<DeskNews> & { status?: number | undefined };

/** News where this site holds them itself: written, shown before they are out, published and withdrawn. */
export class NewsDesk implements EntryForm<Reply> {
  readonly keepsFile = true;
  readonly #app: FastifyInstance;
  readonly #desk: Desk;
  readonly #news: Documents;

  constructor(app: FastifyInstance, desk: Desk) {
    this.#app = app;
    this.#desk = desk;
    this.#news = createDocuments(app.store, "news", () => new Date(app.clock()));
    this.#watchPlanned();
  }

  /** Tells the site each second when planned news have come out. */
  #watchPlanned(): void {
    const { clock, siteData } = this.#app;
    let checked = utcSeconds(clock());
    const check = async () => {
      const now = utcSeconds(clock());
      if (await this.#news.hasDateWithin(checked, now)) await siteData.changes.publish(["news"]);
      checked = now;
    };
    // The store itself says that it is down; the next second is told of what came out meanwhile.
    const timer = setInterval(() => void check().catch(() => {}), SECOND_MS).unref();
    this.#app.addHook("onClose", async () => clearInterval(timer));
  }

  async rows(): Promise<DeskNewsRow[]> {
    const rows = (await this.#news.list()).map((item) => {
      const state = form.stateOf(item, this.#app.clock());
      const at = state === "draft" ? item.updatedAt : item.date;
      return { id: String(item.id), title: String(item.document.title), state, at };
    });
    return rows.sort((one, other) => (one.at < other.at ? 1 : -1));
  }

  /** Null for one that is new, undefined where there is none. */
  async find(id: string): Promise<Item | null | undefined> {
    return id === NEW ? null : ((await this.#news.byId(id)) ?? undefined);
  }

  /** What was typed and nothing of the store, but what `rest` says. */
  showTyped(reply: Reply, given: Fields, { status, ...rest }: Rest = {}): Promise<FastifyReply> {
    const { id } = reply.request.params;
    const fields = form.newsFields(given);
    const state = NEWS_STATES.find((one) => one === fields.state) ?? "draft";
    const entry = {
      ...{ id, state, fields, errors: {}, problem: null, picture: null, preview: null },
      ...{ published: null, categories: [], actions: [], takesFile: true },
      ...rest,
    };
    return this.#desk.show(reply, { kind: "news", entry }, status);
  }

  async show(
    reply: Reply,
    item: Item | null,
    fields: form.NewsFields,
    { isPreview = false, ...again }: Again & { isPreview?: boolean } = {},
  ): Promise<FastifyReply> {
    const { pictures, clock } = this.#app;
    const { id = NEW, slug = NEW, date = "" } = item ?? {};
    // A title is what no item of the source may lack.
    const typed = { ...fields, title: fields.title || "…" };
    const shown = isPreview ? typed : { ...typed, noPicture: "" };
    const stored = form.newsItemOf(this.#app, { id, slug, ...form.draftOf(shown, item, date) });
    const picture = stored.image && pictures.views.written(stored.image);
    const used = (await this.#news.list()).flatMap(
      (one) => form.newsItemOf(this.#app, one).categories,
    );
    const state = form.stateOf(item, clock());
    const body = stored.body && pictures.views.html(stored.body);
    return this.showTyped(
      reply,
      { ...fields, state },
      {
        id: String(id),
        published: state === "draft" ? null : { slug, at: stored.publishedAt ?? date },
        picture,
        preview: isPreview ? { ...stored, image: picture, body } : null,
        categories: [...new Set(used)].sort(),
        actions: item === null ? [] : await this.#desk.accounts.actions(`news-${id}`),
        ...again,
      },
    );
  }

  async #done({ request }: Reply, action: string, { id }: Pick<Item, "id">): Promise<void> {
    await this.#app.siteData.changes.publish(["news"]);
    await this.#desk.record(request, `news-${action}`, `news-${id}`);
  }

  async remove(reply: Reply): Promise<FastifyReply> {
    const isExpected = () => true;
    const removed = await this.#news.write(reply.request.params.id, isExpected, () => null);
    if (typeof removed === "string") return this.#desk.notFound(reply);
    await this.#done(reply, "delete", removed);
    return this.#desk.go(reply, "/staff/news", "news-delete");
  }

  async save(reply: Reply, { action, errors, ...sent }: SentForm): Promise<FastifyReply> {
    const fields = form.newsFields(sent.fields);
    const item = await this.find(reply.request.params.id);
    // It was deleted meanwhile: what was typed can be saved as another one.
    const gone = { status: 404, problem: { name: "not-found" } } as const;
    if (item === undefined) return this.show(reply, null, fields, gone);
    const isPreview = action === "preview";
    if (!isPreview && !WRITES.includes(action)) return this.#desk.notFound(reply);
    const now = this.#app.clock();
    const date = form.dateAfter(action, { fields, item, now });
    const wrong = { ...(!isPreview && form.errorsOf(fields, item, date)), ...errors };
    if (action === "plan" && date !== null && date <= utcSeconds(now)) wrong.at = { code: "past" };
    if (Object.keys(wrong).length > 0) {
      const again = { status: 422, errors: wrong, problem: { name: "fields" } } as const;
      return this.show(reply, item, fields, again);
    }
    if (isPreview) return this.show(reply, item, fields, { isPreview });
    const draft = form.draftOf(fields, item, date ?? "");
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
  async #conflict(reply: Reply, fields: form.NewsFields): Promise<FastifyReply> {
    const item = (await this.find(reply.request.params.id)) ?? null;
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
    const item = await news?.find(request.params.id);
    if (!news || item === undefined) return desk.notFound(reply);
    return news.show(reply, item, form.fieldsOf(app, item));
  });

  app.post<ById>("/news/:id", { config: { keepsTyped: true } }, async (_request, reply) =>
    news ? takeForm(desk, reply, news) : desk.notFound(reply),
  );
}
