import type { FastifyInstance } from "fastify";
import type { DeskFieldError } from "../../shared/contract/desk.ts";
import type {
  DeskNewsState,
  DeskOwn,
  DeskTwin,
  DeskTwinChoice,
  EntryKind,
} from "../../shared/contract/desk-entries.ts";
import { LANGUAGES, type Language } from "../../shared/languages.ts";
import { paths } from "../../shared/paths.ts";
import { isPlainSlug } from "../embedded-api/bodies.ts";
import { createDocuments, type Item, utcSeconds } from "../embedded-api/documents.ts";
import { readLanguage } from "../source/fields/values.ts";
import * as desk from "./desk.ts";
import { type DeskFields, type Reply, requestedId } from "./forms.ts";
import { createTypedEntries } from "./typed-entries.ts";

/** The most items among which a translation can be chosen: the newest. */
const MOST_CHOICES = 200;

const FOLDERS = { news: "/news-events/news/", events: "/events/" } as const;
const PATH_OF = { news: paths.newsItem, events: paths.event } as const;

export const openEntries = (
  { store, clock }: Pick<FastifyInstance, "store" | "clock">,
  kind: EntryKind,
) => createDocuments(store, kind, () => new Date(clock()));

export const openTyped = ({ store, clock }: Pick<FastifyInstance, "store" | "clock">) =>
  createTypedEntries(store, clock);

/** Returns the state of an item. An event is always public. */
export function stateOf(item: Pick<Item, "date"> | null, now: number): DeskNewsState {
  if (item === null || item.date === "") return "draft";
  return item.date > utcSeconds(now) ? "planned" : "published";
}

const stateOfKind = (kind: EntryKind, item: Item, now: number): DeskNewsState =>
  kind === "events" ? "published" : stateOf(item, now);

/** Returns the language of an item, as the site reads it: as stated, or as its words tell. */
export function languageOfItem({ document }: Pick<Item, "document">): Language | null {
  const { title, excerpt, content, description } = document;
  const texts = [title, excerpt, content, description].map((text) => String(text ?? ""));
  const language = readLanguage({ get: (name) => document[name] }, texts);
  return LANGUAGES.find((one) => `${language}-`.startsWith(`${one}-`)) ?? null;
}

/** Returns the item in each language of the site, the item's own first; nothing while its language is not known. */
function languagesOf(
  kind: EntryKind,
  { item, language, twin }: { item: Item | null; language: Language | null; twin: Item | null },
  now: number,
): DeskTwin[] {
  if (language === null) return [];
  const rowOf = (one: Item | null, of: Language): DeskTwin => ({
    language: of,
    id: one && String(one.id),
    title: one === null ? "" : String(one.document.title),
    state: one && stateOfKind(kind, one, now),
  });
  return LANGUAGES.toSorted((one) => (one === language ? -1 : 1)).map((of) =>
    rowOf(of === language ? item : twin, of),
  );
}

/** Returns the languages of every item of a list, by id. */
export async function languagesOfAll(
  app: FastifyInstance,
  kind: EntryKind,
  items: readonly Item[],
) {
  const twins = await openEntries(app, kind).pairs.twins();
  const byId = new Map(items.map((item) => [item.id, item]));
  return new Map(
    items.map((item) => {
      const twin = byId.get(twins.get(item.id) ?? 0) ?? null;
      const language = languageOfItem(item);
      return [item.id, languagesOf(kind, { item, language, twin }, app.clock())] as const;
    }),
  );
}

/** Returns the parts of an item that only this site has. `fields` are those of the form. */
export async function readOwn(
  reply: Reply,
  kind: EntryKind,
  { item, fields, all }: { item: Item | null; fields: DeskFields; all?: readonly Item[] },
): Promise<DeskOwn> {
  const { server, request } = reply;
  const entries = openEntries(server, kind);
  const [items, twins] = await Promise.all([all ?? entries.list(), entries.pairs.twins()]);
  const now = server.clock();
  const stated = LANGUAGES.find((one) => one === fields.language);
  const language = stated ?? (item && languageOfItem(item));
  const twinId = item === null ? Number(fields.twin ?? 0) : twins.get(item.id);
  const twin = items.find(({ id }) => id === twinId) ?? null;
  const choices = items
    .filter((one) => one.id !== item?.id && (!twins.has(one.id) || one.id === twinId))
    .map((one): DeskTwinChoice => {
      const { id, document } = one;
      return { id: String(id), title: String(document.title), language: languageOfItem(one) ?? "" };
    })
    .filter((one) => one.language !== "" && one.language !== language);
  const place = item && { kind, id: item.id, email: request.staff?.email ?? "" };
  const typed = place && (await openTyped(server).find(place));
  const isPublic = item !== null && stateOfKind(kind, item, now) === "published";
  const taken = desk.queryOf(request).get("took") ?? "";
  const tookFrom = taken === "" ? null : await entries.byId(taken);
  return {
    folder: FOLDERS[kind],
    publicPath: isPublic ? PATH_OF[kind](item.slug) : null,
    hasVersions: item !== null,
    languages: languagesOf(kind, { item, language, twin }, now),
    choices: choices.slice(-MOST_CHOICES).reverse(),
    typedAt: typed?.at ?? null,
    tookFrom: tookFrom && String(tookFrom.document.title),
  };
}

/** Returns what is wrong with the address and the translation of an item. An address that is not changed may be of another system. */
export async function checkOwn(
  app: FastifyInstance,
  kind: EntryKind,
  { item, fields }: { item: Item | null; fields: DeskFields },
): Promise<Record<string, DeskFieldError>> {
  const { slug = "", twin = "", language } = fields;
  const errors: Record<string, DeskFieldError> = {};
  const entries = openEntries(app, kind);
  if (slug !== "" && slug !== item?.slug) {
    const holder = isPlainSlug(slug) ? await entries.holderOf(slug) : null;
    const isOthers = holder !== null && holder.holds !== "before" && holder.id !== item?.id;
    if (!isPlainSlug(slug)) errors.slug = { code: "slug" };
    else if (isOthers)
      errors.slug = {
        code: holder.holds === "now" ? "slugTaken" : "slugInBin",
        text: holder.title,
      };
  }
  if (twin !== "") {
    const other = await entries.byId(twin);
    const isSame = other !== null && languageOfItem(other) === (language || null);
    if (other === null || isSame || other.id === item?.id) errors.twin = { code: "twin" };
  }
  return errors;
}

/** Returns the id of the item that gives a slug up to this one; empty when there is none. */
export async function giverOf(
  app: FastifyInstance,
  kind: EntryKind,
  { slug, item }: { slug: string; item: Item | null },
): Promise<string> {
  const holder = slug === item?.slug ? null : await openEntries(app, kind).holderOf(slug);
  return holder?.holds === "before" && holder.id !== item?.id ? String(holder.id) : "";
}

/** Makes or ends the pair of an item, as the form says. A form without the field leaves the pair as it is. */
export async function savePair(
  app: FastifyInstance,
  kind: EntryKind,
  { id, twin }: { id: number; twin: string | undefined },
): Promise<void> {
  if (twin === undefined) return;
  const { pairs, byId } = openEntries(app, kind);
  if ((await pairs.twins()).get(id) === Number(twin || 0)) return;
  const other = twin === "" ? null : await byId(twin);
  if (other === null) await pairs.unpair(id);
  else await pairs.pair(other.id, id);
}

/** Returns the item whose translation the request begins: `?twin=12` on the form of a new item. */
export async function translated(reply: Reply, kind: EntryKind): Promise<Item | null> {
  const twin = desk.queryOf(reply.request).get("twin") ?? "";
  return openEntries(reply.server, kind).byId(twin);
}

/** Returns the other language of the site; English for an item of unknown language. */
export const otherLanguage = (item: Item): Language =>
  languageOfItem(item) === "en" ? "sw" : "en";

/** Keeps what a member of staff has typed into the form of an item, without changing the item. */
export async function keepTyped(reply: Reply, kind: EntryKind, fields: DeskFields): Promise<void> {
  const { staff, server } = reply.request;
  const id = requestedId(reply);
  const item = id === null ? null : await openEntries(server, kind).byId(id);
  if (staff === null || item === null) return;
  await openTyped(server).keep({ kind, id: item.id, email: staff.email }, fields);
}

/** Forgets what the signed-in member of staff has typed and not saved. */
export async function forgetTyped(reply: Reply, kind: EntryKind, id: number): Promise<void> {
  const { staff, server } = reply.request;
  if (staff !== null) await openTyped(server).remove({ kind, id, email: staff.email });
}
