import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { DeskEvent } from "../../shared/contract/desk.ts";
import { eventTiming } from "../../shared/model/event.ts";
import type { EventItem, StoredEventItem } from "../../shared/model/event-item.schema.ts";
import { isSlug } from "../../shared/paths.ts";
import { makeSlug } from "../embedded-api/items.ts";
import { requestDigest } from "../forms/idempotency.ts";
import { itemEtag } from "../http/etag.ts";
import { readContextOf } from "../http/request-log.ts";
import type { TypedDraft, WriteFailure } from "../source/event-writes.ts";
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
  translated,
} from "./entry-own.ts";
import {
  eventFields,
  eventFormFields,
  eventTranslation,
  pictureUrl,
  readDraft,
} from "./event-form.ts";
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
  isUploadGone,
  NEW,
  NOT_FOUND,
  readLastChange,
  redirectTo,
  requestedId,
  sendPage,
  takeForm,
} from "./forms.ts";

const readData = (reply: FastifyReply) =>
  reply.server.siteData.dataFor(readContextOf(reply.request, reply));

async function showTyped(
  reply: Reply,
  given: DeskFields,
  { status, ...rest }: FormChanges<DeskEvent> = {},
): Promise<PageToShow> {
  const { request, server } = reply;
  const { id } = request.params;
  const isOpen = desk.findObstacle(request) === null;
  const takesFile = isSourceOurs(server);
  const { views } = server.pictures;
  const fields = eventFields({ ...given, key: given.key || randomUUID() });
  const url = views.toSource(pictureUrl(server, { ...fields, noPicture: "" }));
  const isShownOwn = isOpen && takesFile;
  const stored = isShownOwn && id !== NEW ? await openEntries(server, "events").byId(id) : null;
  // The picture is shown to staff only: an address that a stranger names must not be fetched.
  const isShown = isOpen && takesFile && URL.canParse(url);
  const entry: DeskEvent = {
    id,
    fields,
    isTyped: true,
    errors: {},
    problem: null,
    preview: null,
    takesFile,
    own: isShownOwn ? await readOwn(reply, "events", { item: stored, fields }) : null,
    picture: isShown ? views.written({ url, alt: "", width: null, height: null }) : null,
    actions: isOpen ? await server.accounts.actions(`event ${id}`) : [],
    ...rest,
  };
  const isWrong = Object.keys(entry.errors).length > 0;
  return { status: status ?? (isWrong ? 422 : 200), page: { kind: "event", entry } };
}

/** Returns the entity tag of an event for its form. What a colleague does with its translation is no change of the event. */
const versionOf = (stored: StoredEventItem): string => itemEtag({ ...stored, translations: [] });

/** Returns the fields of a new event: none, or what the event to translate has. */
async function newFields(reply: Reply): Promise<DeskFields> {
  const { server } = reply;
  const other = isSourceOurs(server) ? await translated(reply, "events") : null;
  if (other === null) return {};
  const { id, document } = other;
  const found = await readData(reply).byId("events", String(id));
  if (found.kind !== "ok") return {};
  const fields = await eventFormFields(server, { item: found.data.item, version: "", document });
  return eventTranslation(fields, otherLanguage(other), String(id));
}

async function showEvent(reply: Reply, rest: FormChanges<DeskEvent> = {}): Promise<PageToShow> {
  const { server, request } = reply;
  const { id } = request.params;
  const again = { ...rest, isTyped: false };
  if (id === NEW) return showTyped(reply, await newFields(reply), again);
  const found = isSlug(id) ? await readData(reply).byId("events", id) : null;
  if (found?.kind === "unavailable") return { status: found.status, page: null };
  if (found?.kind !== "ok") return NOT_FOUND;
  const { item, stored } = found.data;
  const version = versionOf(stored);
  if (!isSourceOurs(server))
    return showTyped(
      reply,
      await eventFormFields(server, { item, version, document: null }),
      again,
    );
  const events = openEntries(server, "events");
  const document = (await events.byId(id))?.document ?? {};
  const fields = await eventFormFields(server, { item, version, document });
  const twin = (await events.pairs.twins()).get(Number(id));
  const email = request.staff?.email ?? "";
  const isTyped = desk.queryOf(request).has("typed");
  const place = { kind: "events", id: Number(id), email } as const;
  const typed = isTyped ? await openTyped(server).find(place) : null;
  if (typed !== null) return showTyped(reply, typed.fields, rest);
  return showTyped(reply, { ...fields, twin: twin === undefined ? "" : String(twin) }, again);
}

/** Removes a picture that was deleted with another event, so that the form asks for a picture again. */
async function withoutGone(app: FastifyInstance, { fields, errors, ...sent }: SentForm) {
  const address = app.pictures.views.toSource(pictureUrl(app, fields));
  if (!isSourceOurs(app) || !(await isUploadGone(app, address))) return { ...sent, fields, errors };
  return {
    ...sent,
    fields: { ...fields, "image.url": "", asked: "1" },
    errors: { ...errors, picture: { code: "again" } },
  };
}

async function save(reply: Reply, sent: SentForm): Promise<Result> {
  const { server, request } = reply;
  const { action, fields, errors, once } = await withoutGone(server, sent);
  const read = await readDraft(server, fields, pictureUrl(server, fields));
  const id = requestedId(reply);
  const isOwn = isSourceOurs(server) && action !== "preview";
  const item = isOwn && id !== null ? await openEntries(server, "events").byId(id) : null;
  // An event that was deleted meanwhile is reported as missing.
  const isThere = id === null || item !== null;
  const own = isOwn && isThere ? await checkOwn(server, "events", { item, fields }) : {};
  const wrong = { ...read.errors, ...own, ...errors };
  if (read.draft === undefined || Object.keys(wrong).length > 0)
    return { problem: await showTyped(reply, fields, { errors: wrong }) };
  if (action === "preview") {
    // A long text takes milliseconds to parse, to clean and to render: other requests get a turn between these steps.
    await nextTurn();
    const preview = server.siteData.eventWrites.preview(read.draft);
    await nextTurn();
    return { problem: await showTyped(reply, fields, { preview }) };
  }
  const slug = fields.slug || (item?.slug ?? makeSlug(fields.title ?? "", "event"));
  const took = isOwn ? await giverOf(server, "events", { slug, item }) : "";
  if (request.params.id === NEW) return create(reply, fields, { draft: read.draft, once, took });
  const failure = await change(reply, fields, read.draft);
  if (failure) return { problem: await showFailure(reply, fields, failure) };
  if (item !== null) await forgetTyped(reply, "events", item.id);
  return redirectTo(`/staff/events/${request.params.id}`, "update", took);
}

async function remove(reply: Reply, fields: DeskFields): Promise<Result> {
  const failure = await change(reply, fields, null);
  const notice = isSourceOurs(reply.server) ? "binned" : "remove";
  if (failure === null) return redirectTo("/staff/events", notice);
  // The question before a deletion has no fields, so the event is shown as it is now.
  const { kind, status } = failure;
  const name = kind === "conflict" ? "stale" : kind;
  const changed = name === "stale" && (await readLastChange(reply, referenceOf(reply)));
  const problem = { failed: "remove", name, change: changed || undefined } as const;
  const shown = name === "stale" ? 409 : status;
  return { problem: await showEvent(reply, { status: shown, problem }) };
}

const referenceOf = ({ request }: Reply) => `event ${request.params.id}`;

async function create(
  reply: Reply,
  fields: DeskFields,
  { draft, once, took }: { draft: TypedDraft; once: string; took: string },
): Promise<Result> {
  const { request, server } = reply;
  const sent = {
    context: readContextOf(request, reply),
    key: requestDigest("deskEvent", once),
    by: request.staff?.email,
  };
  const outcome = await server.siteData.eventWrites.create(draft, sent);
  if (outcome.kind !== "done" && outcome.kind !== "unseen")
    return { problem: await showFailure(reply, fields, outcome) };
  const id = outcome.kind === "done" ? outcome.value.id : "?";
  await desk.recordAction(request, "event created", `event ${id}`);
  if (outcome.kind !== "done") return redirectTo("/staff/events", "unseen");
  return redirectTo(`/staff/events/${id}`, "create", took);
}

/** Changes the event to a draft, or deletes the event when the draft is null. Returns null when the write is done. */
async function change(reply: Reply, fields: DeskFields, draft: TypedDraft | null) {
  const { request, server } = reply;
  const { id } = request.params;
  const { eventWrites } = server.siteData;
  const isExpected = (stored: StoredEventItem) => versionOf(stored) === fields.version;
  const based = { context: readContextOf(request, reply), isExpected, by: request.staff?.email };
  const outcome = await (draft
    ? eventWrites.update(id, draft, based)
    : eventWrites.remove(id, based));
  if (outcome.kind !== "done" && outcome.kind !== "unseen") return outcome;
  await desk.recordAction(request, draft ? "event updated" : "event deleted", referenceOf(reply));
  return null;
}

/** Shows the typed values and why they were not saved. After a conflict, the form is based on the current version. */
async function showFailure(
  reply: Reply,
  fields: DeskFields,
  failure: WriteFailure,
): Promise<PageToShow> {
  const { kind: name, status, reason } = failure;
  const { id } = reply.request.params;
  const failed = id === NEW ? "create" : "update";
  const isElsewhere = name === "conflict" || name === "not-found";
  const changed = isElsewhere ? await readLastChange(reply, referenceOf(reply)) : undefined;
  const problem = { failed, name, reason, change: changed } as const;
  // An event that was deleted meanwhile can be saved as a new one.
  if (name === "not-found") {
    const again = { ...fields, version: "", slug: "", twin: "" };
    return showTyped(reply, again, { id: NEW, actions: [], status, problem });
  }
  if (name !== "conflict") return showTyped(reply, fields, { status, problem });
  const now = await readData(reply).byId("events", id);
  const version = now.kind === "ok" ? versionOf(now.data.stored) : (fields.version ?? "");
  return showTyped(reply, { ...fields, version }, { status: 409, problem });
}

/** Sorts current and upcoming events first, the nearest first; then undated events; then past events, the latest first. */
function byNearness(latestFirst: readonly EventItem[], nowMs: number) {
  const rows = latestFirst.map((event) => ({ event, timing: eventTiming(event, nowMs) }));
  const coming = rows.filter(({ timing }) => timing === "upcoming" || timing === "now");
  return [
    ...coming.reverse(),
    ...rows.filter(({ timing }) => timing === "undated"),
    ...rows.filter(({ timing }) => timing === "past"),
  ];
}

const drop = (reply: Reply): Promise<void> =>
  forgetTyped(reply, "events", Number(reply.request.params.id) || 0);

const keep = (reply: Reply, fields: DeskFields): Promise<void> =>
  keepTyped(reply, "events", eventFields(fields));

/** Adds the list of events and the form of each event, which use the same writes as `/bff/events`. */
export function addEventRoutes(app: FastifyInstance): void {
  app.get("/events", async (request, reply) => {
    const page = desk.readPageNumber(desk.queryOf(request).get("page"));
    const found = await readData(reply).list("events", { order: "latest-first" });
    const items = found.kind === "ok" ? found.data.items : [];
    const end = page * desk.PAGE_SIZE;
    const stored = isSourceOurs(app) ? await openEntries(app, "events").list() : [];
    const languages = await languagesOfAll(app, "events", stored);
    const rows = byNearness(items, app.clock())
      .slice(end - desk.PAGE_SIZE, end)
      .map((row) => ({ ...row, languages: languages.get(Number(row.event.id)) ?? [] }));
    const status = found.kind === "unavailable" ? found.status : 200;
    const list = { rows, page, isLast: items.length <= end, isRead: found.kind === "ok" };
    return desk.sendDeskPage(reply, { kind: "events", ...list }, status);
  });

  app.get<ById>("/events/:id", async (_request, reply) => sendPage(reply, await showEvent(reply)));

  // Room for the longest texts of an event, when form encoding turns each letter into nine characters.
  const options = { bodyLimit: 256 * 1024, config: { keepsTyped: true } };
  app.post<ById>("/events/:id", options, (_request, reply) =>
    takeForm(reply, { save, remove, showTyped, keep, drop }),
  );
}
