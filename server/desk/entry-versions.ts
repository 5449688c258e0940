import type { FastifyInstance, FastifyReply } from "fastify";
import { BIN_DAYS } from "../../shared/contract/desk.ts";
import {
  type DeskBinRow,
  type DeskChange,
  type DeskVersions,
  ENTRY_KINDS,
  type EntryKind,
} from "../../shared/contract/desk-entries.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { Version } from "../embedded-api/document-versions.ts";
import type { Item } from "../embedded-api/documents.ts";
import { eventNormaliser } from "../source/normalisers.ts";
import { readItem } from "../source/read-rows.ts";
import { toShown } from "../source/resources.ts";
import * as desk from "./desk.ts";
import { languageOfItem, openEntries, stateOf } from "./entry-own.ts";
import { eventFormFields } from "./event-form.ts";
import { type ById, type DeskFields, isSourceOurs, readLastChange } from "./forms.ts";
import { lineDiff } from "./line-diff.ts";
import { newsFormFields } from "./news-form.ts";

/** The id of an item in the path of its versions, such as `news-12`. */
const ENTRY_ID = /^(news|events)-([1-9]\d{0,8})$/;

function readEntryId(text: string) {
  const [, name, id = ""] = ENTRY_ID.exec(text) ?? [];
  return { kind: ENTRY_KINDS.find((one) => one === name), id };
}

/** The fields of forms that no version is compared by: they are of the form, or follow from others. */
const NOT_COMPARED = new Set([
  "version",
  "key",
  "twin",
  "when",
  "at",
  "hasPicture",
  "image.known",
  "image.size",
  "image.url",
]);

/** The texts that are compared line by line. */
const LONG = new Set(["text", "description", "venueDetails", "excerpt", "contactInfo"]);

type Reply = FastifyReply<ById>;

/** Reads which item a path names; null when there is no such item. */
async function findEntry({ request, server }: Reply) {
  const { kind, id } = readEntryId(request.params.id);
  if (kind === undefined) return null;
  const item = isSourceOurs(server) ? await openEntries(server, kind).byId(id) : null;
  return item && { kind, item };
}

type Found = NonNullable<Awaited<ReturnType<typeof findEntry>>>;

/** Returns the fields of a version as its form would show them, with the picture by its address. */
async function fieldsOf(
  app: FastifyInstance,
  kind: EntryKind,
  { id, slug, document, ...rest }: Version,
): Promise<DeskFields> {
  const image = document.image_url || document.image || document.featured_image || "";
  const picture = typeof image === "string" ? image : String(Object(image).public_url ?? "");
  if (kind === "news") {
    const item: Item = { ...rest, id, slug, document, updatedAt: "" };
    return { ...(await newsFormFields(app, item)), picture };
  }
  const row = { ...document, id, slug };
  const read = readItem(row, { ...eventNormaliser, baseUrl: app.contentApiUrl });
  if (read.item === null) return {};
  const item = toShown("events", read.item, app.pictures.views, "written");
  return { ...(await eventFormFields(app, { item, version: "", document })), picture };
}

/** Returns the fields that differ between two versions. */
function changesBetween(before: DeskFields, after: DeskFields): DeskChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((field): DeskChange[] => {
    const [old = "", next = ""] = [before[field], after[field]];
    if (NOT_COMPARED.has(field) || old === next) return [];
    const lines = LONG.has(field) ? lineDiff(old, next) : null;
    return [{ field, before: old, after: next, lines }];
  });
}

async function versionsOf(reply: Reply, { kind, item }: Found): Promise<DeskVersions> {
  const { server, request } = reply;
  const stored = await openEntries(server, kind).versions.list(item.id);
  // An item that nobody has changed since it was stored has no versions yet.
  const present: Version = { ...item, kind, at: Date.parse(item.updatedAt), email: "" };
  const versions = stored[0]?.version === item.version ? stored : [present, ...stored];
  const query = desk.queryOf(request);
  const chosen = (name: string) =>
    versions.find(({ version }) => String(version) === query.get(name));
  const [from, to] = [chosen("from"), chosen("to")];
  const compared = from &&
    to && {
      from: String(from.version),
      to: String(to.version),
      changes: changesBetween(await fieldsOf(server, kind, from), await fieldsOf(server, kind, to)),
    };
  return {
    kind,
    id: String(item.id),
    title: String(item.document.title),
    compared: compared ?? null,
    versions: versions.map(({ version, at, email, date }) => ({
      version: String(version),
      at: new Date(at).toISOString(),
      by: email,
      state: kind === "news" ? stateOf({ date }, server.clock()) : null,
    })),
  };
}

/** Makes the texts of an earlier version the present ones, as a new version. Address, state and dates of publication stay. */
async function restore(reply: Reply, found: Found): Promise<FastifyReply> {
  const { server, request } = reply;
  const { kind, item } = found;
  const { version, basis } = desk.postedFields(request);
  const entries = openEntries(server, kind);
  const versions = await entries.versions.list(item.id);
  const chosen = versions.find((one) => String(one.version) === version);
  const path = `/staff/${kind}/${item.id}`;
  if (chosen === undefined) return desk.sendNotFound(reply);
  const { published_at, first_published, planned } = item.document;
  const document = { ...chosen.document, published_at, first_published, planned };
  const written = await entries.write(
    String(item.id),
    (present) => String(present.version) === basis,
    (present) =>
      kind === "news"
        ? { date: present.date, document }
        : { date: chosen.date, document: chosen.document },
    request.staff?.email,
  );
  if (written === "missing") return desk.sendNotFound(reply);
  if (typeof written === "string") return showStale(reply, found);
  await server.siteData.changes.publish(kind === "news" ? ["news"] : ["events", "news"]);
  await desk.recordAction(request, "entry-restored", referenceOf(kind, item.id));
  return desk.redirectWithNotice(reply, path, "entry-restored");
}

/** Returns the reference of an item in the history of the desk. */
const referenceOf = (kind: EntryKind, id: number): string =>
  kind === "news" ? `news-${id}` : `event ${id}`;

/** Says that a colleague was quicker, and shows the versions as they are now. */
async function showStale(reply: Reply, { kind, item }: Found): Promise<FastifyReply> {
  const again = await findEntry(reply);
  if (again === null) return desk.sendNotFound(reply);
  const action = (await readLastChange(reply, referenceOf(kind, item.id))) ?? null;
  const versions = await versionsOf(reply, again);
  return desk.sendDeskPage(reply, { kind: "versions", versions, stale: { action } }, 409);
}

/** Returns the deleted items of both kinds, the last deleted first. */
async function binRows(app: FastifyInstance): Promise<DeskBinRow[]> {
  const rows = await Promise.all(
    ENTRY_KINDS.map(async (kind) => {
      const items = await openEntries(app, kind).versions.bin();
      return Promise.all(
        items.map(async (item): Promise<DeskBinRow> => {
          const actions = await app.accounts.actions(referenceOf(kind, item.id));
          return {
            kind,
            id: String(item.id),
            title: String(item.document.title),
            language: languageOfItem(item),
            deletedAt: item.deletedAt,
            erasedAt: new Date(Date.parse(item.deletedAt) + BIN_DAYS * DAY_MS).toISOString(),
            by: actions.at(-1)?.by ?? "",
          };
        }),
      );
    }),
  );
  return rows.flat().sort((one, other) => (one.deletedAt < other.deletedAt ? 1 : -1));
}

/** Puts an item of the bin back, or erases the item for good. */
async function handleBinned(reply: FastifyReply): Promise<FastifyReply> {
  const { request, server } = reply;
  const { item = "", action } = desk.postedFields(request);
  const { kind, id } = readEntryId(item);
  if (kind === undefined) return desk.sendNotFound(reply);
  const entries = openEntries(server, kind);
  const reference = referenceOf(kind, Number(id));
  const email = request.staff?.email ?? "";
  const isErased = action === "erase" && (await entries.versions.inBin(Number(id))) !== null;
  if (isErased) {
    await entries.versions.erase(Number(id));
    await desk.recordAction(request, "entry-erased", reference);
    return desk.redirectWithNotice(reply, "/staff/bin", "entry-erased");
  }
  const restored = action === "put-back" ? await entries.putBack(Number(id), email) : null;
  if (restored === null)
    return desk.sendDeskPage(
      reply,
      { kind: "bin", rows: await binRows(server), isGone: true },
      409,
    );
  await server.siteData.changes.publish(kind === "news" ? ["news"] : ["events", "news"]);
  await desk.recordAction(request, "entry-put-back", reference);
  return desk.redirectWithNotice(reply, `/staff/${kind}/${id}`, "entry-put-back");
}

/** Adds the versions of news and events, and the bin, where this site stores the items itself. */
export function addVersionRoutes(app: FastifyInstance): void {
  app.get<ById>("/versions/:id", async (_request, reply) => {
    const found = await findEntry(reply);
    if (found === null) return desk.sendNotFound(reply);
    return desk.sendDeskPage(reply, { kind: "versions", versions: await versionsOf(reply, found) });
  });

  app.post<ById>("/versions/:id", async (_request, reply) => {
    const found = await findEntry(reply);
    return found === null ? desk.sendNotFound(reply) : restore(reply, found);
  });

  app.get("/bin", async (_request, reply) => {
    const rows = isSourceOurs(app) ? await binRows(app) : [];
    return desk.sendDeskPage(reply, { kind: "bin", rows, isGone: false });
  });

  app.post("/bin", async (_request, reply) =>
    isSourceOurs(app) ? handleBinned(reply) : desk.sendNotFound(reply),
  );
}
