import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { z } from "zod";
import type { DeskEvent, DeskFieldError } from "../../shared/contract/desk.ts";
import { eventTiming } from "../../shared/model/event.ts";
import type { EventItem } from "../../shared/model/event-item.schema.ts";
import type { DatePrecision } from "../../shared/model/item-fields.schema.ts";
import { isSlug } from "../../shared/paths.ts";
import { EAST_AFRICA_OFFSET_MS } from "../../shared/time.ts";
import { type EventDraft, eventDraft } from "../bff/event-draft.schema.ts";
import { digestOf, once, type PostResult } from "../forms/idempotency.ts";
import { entityTag } from "../http/etag.ts";
import { requestContextOf } from "../http/request-log.ts";
import type { WriteFailure } from "../source/event-writes.ts";
import * as desk from "./desk.ts";
import type { Again, ById, Fields, Reply, SentForm } from "./forms.ts";
import { isSourceOurs, takeForm, uploadPath } from "./forms.ts";

/** A date as the two fields of a form, in East Africa Time. */
function dayAndTime(name: string, at: string | null, precision: DatePrecision): Fields {
  if (at === null) return {};
  const local = new Date(Date.parse(at) + EAST_AFRICA_OFFSET_MS).toISOString();
  const time = precision === "time" ? local.slice(11, 16) : "";
  return { [`${name}.day`]: local.slice(0, 10), [`${name}.time`]: time };
}

/** Text fields that have the same name in the item, the form and the draft. */
const SAME = [
  ...(["title", "location", "excerpt", "description", "venueDetails"] as const),
  ...(["registrationUrl", "contactInfo"] as const),
];

/** The fields of the form of an event. Its picture's size is that of its address as it was. */
function fieldsOf(item: EventItem, version: string): Fields {
  const { status, image } = item;
  const picture = image?.source ?? image?.url ?? "";
  return {
    ...Object.fromEntries(SAME.map((name) => [name, item[name] ?? ""])),
    version,
    status,
    ...dayAndTime("startsAt", item.startsAt, item.startPrecision),
    ...dayAndTime("endsAt", item.endsAt, item.endPrecision),
    ticketPrice: item.ticketPrice?.text ?? "",
    mapUrl: item.mapEmbedUrl ?? item.mapLinkUrl ?? "",
    "image.url": picture,
    "image.alt": image?.alt ?? "",
    "image.known": picture,
    "image.size": image?.width && image.height ? `${image.width}x${image.height}` : "",
  };
}

function sentDraft(fields: Fields, pictureUrl: string) {
  const text = (name: string) => (fields[name] ?? "").trim();
  const moment = (name: string) =>
    [text(`${name}.day`), text(`${name}.time`)].filter(Boolean).join("T");
  const isKnown = pictureUrl === fields["image.known"];
  const [width, height] = isKnown ? text("image.size").split("x").map(Number) : [];
  const size = width && height ? { width, height } : {};
  return {
    ...Object.fromEntries([...SAME, "ticketPrice", "mapUrl"].map((name) => [name, text(name)])),
    status: text("status") || undefined,
    startsAt: moment("startsAt"),
    endsAt: moment("endsAt"),
    image: pictureUrl === "" ? null : { url: pictureUrl, alt: text("image.alt"), ...size },
  };
}

function errorsOf(error: z.ZodError): Record<string, DeskFieldError> {
  const errors: Record<string, DeskFieldError> = {};
  for (const issue of error.issues) {
    const { code, params } = issue as { code: string; params?: DeskFieldError };
    errors[issue.path.join(".")] ??= params ?? { code };
  }
  return errors;
}

const readData = (reply: FastifyReply) =>
  reply.server.siteData.dataFor(requestContextOf(reply.request, reply));

function pictureUrl(app: FastifyInstance, { upload, noPicture, "image.url": url = "" }: Fields) {
  if (upload && isSourceOurs(app)) return app.contentApiUrl + uploadPath(upload);
  return noPicture ? "" : url.trim();
}

async function showTyped(reply: Reply, fields: Fields, { status, ...rest }: Again<DeskEvent> = {}) {
  const { request, server } = reply;
  const { id } = request.params;
  const isOpen = desk.obstacle(request) === null;
  const takesFile = isSourceOurs(server);
  const { views } = server.pictures;
  const url = views.toSource(pictureUrl(server, { ...fields, noPicture: "" }));
  // Shown to staff alone: an address that a stranger names is not fetched.
  const isShown = isOpen && takesFile && URL.canParse(url);
  const entry = {
    ...{ id, fields, errors: {}, problem: null, preview: null, takesFile },
    picture: isShown ? views.written({ url, alt: "", width: null, height: null }) : null,
    actions: isOpen ? await server.accounts.actions(`event ${id}`) : [],
    ...rest,
  };
  return desk.show(reply, { kind: "event", entry }, status);
}

async function show(reply: Reply, rest: Again<DeskEvent> = {}): Promise<FastifyReply> {
  const { id } = reply.request.params;
  if (id === "new") return showTyped(reply, { key: randomUUID() });
  const found = isSlug(id) ? await readData(reply).byId("events", id) : null;
  if (found?.kind === "unavailable") return reply.server.pages.renderError(reply, found.status);
  if (found?.kind !== "ok") return desk.notFound(reply);
  return showTyped(reply, fieldsOf(found.data.item, entityTag(found.data.stored)), rest);
}

async function save(reply: Reply, { action, fields, errors }: SentForm) {
  const draft = eventDraft.safeParse(sentDraft(fields, pictureUrl(reply.server, fields)));
  if (!draft.success || Object.keys(errors).length > 0) {
    const wrong = draft.error ? errorsOf(draft.error) : {};
    return showTyped(reply, fields, { errors: { ...wrong, ...errors } });
  }
  if (action === "preview") {
    const preview = reply.server.siteData.eventWrites.preview(draft.data);
    return showTyped(reply, fields, { preview });
  }
  if (reply.request.params.id === "new") return create(reply, fields, draft.data);
  const failure = await change(reply, fields, draft.data);
  if (failure) return showFailure(reply, fields, failure);
  return desk.go(reply, "/staff/events", "update");
}

async function remove(reply: Reply, fields: Fields) {
  const failure = await change(reply, fields, null);
  if (failure === null) return desk.go(reply, "/staff/events", "remove");
  // The question has no fields: what is shown is the event as it is.
  const { kind, status } = failure;
  const name = kind === "conflict" ? "stale" : kind;
  return show(reply, { status, problem: { failed: "remove", name } });
}

/** A form makes one event, however often it is sent. */
async function create(reply: Reply, fields: Fields, draft: EventDraft): Promise<FastifyReply> {
  const { request, server } = reply;
  const handle = async (): Promise<PostResult<WriteFailure>> => {
    // The key covers the draft as well: at the source too, another event has another key.
    const key = digestOf("deskEvent", fields.key, draft);
    const sent = { context: requestContextOf(request, reply), key };
    const outcome = await server.siteData.eventWrites.create(draft, sent);
    if (outcome.kind !== "done" && outcome.kind !== "unseen") return { problem: outcome };
    const [id, body] = outcome.kind === "done" ? [outcome.value.id, "create"] : ["?", "unseen"];
    await desk.record(request, "event created", `event ${id}`);
    return { response: { status: 303, headers: {}, body } };
  };
  const key = { key: digestOf("deskEvent", fields.key), fingerprint: digestOf(draft) };
  const result = await once(reply, key, handle);
  if (typeof result !== "string")
    return "problem" in result
      ? showFailure(reply, fields, result.problem)
      : desk.go(reply, "/staff/events", result.response.body);
  const name = result === "in-progress" ? "sending" : "sent";
  // It may have made an event: who sends it once more wants another one.
  const again = name === "sent" ? { ...fields, key: randomUUID() } : fields;
  return showTyped(reply, again, { status: 409, problem: { failed: "create", name } });
}

/** Changes the event to a draft, or deletes it without one. Null when it is done. */
async function change(reply: Reply, fields: Fields, draft: EventDraft | null) {
  const { request, server } = reply;
  const { id } = request.params;
  const { eventWrites } = server.siteData;
  const isExpected = (stored: unknown) => entityTag(stored) === fields.version;
  const based = { context: requestContextOf(request, reply), isExpected };
  const outcome = await (draft
    ? eventWrites.update(id, draft, based)
    : eventWrites.remove(id, based));
  if (outcome.kind !== "done" && outcome.kind !== "unseen") return outcome;
  await desk.record(request, draft ? "event updated" : "event deleted", `event ${id}`);
  return null;
}

/** What was typed, and why it was not taken. After a conflict it is based on the version that is there now. */
async function showFailure(reply: Reply, fields: Fields, failure: WriteFailure) {
  const { kind: name, status, said } = failure;
  const { id } = reply.request.params;
  const problem = { failed: id === "new" ? "create" : "update", name, said } as const;
  if (name !== "conflict") return showTyped(reply, fields, { status, problem });
  const now = await readData(reply).byId("events", id);
  const version = now.kind === "ok" ? entityTag(now.data.stored) : (fields.version ?? "");
  return showTyped(reply, { ...fields, version }, { status, problem });
}

/** The events: a list, and the form of each, over the same writes as `/bff/events`. */
export function addEventRoutes(app: FastifyInstance): void {
  app.get("/events", async (request, reply) => {
    const page = desk.pageNumber(desk.queryOf(request).get("page"));
    const found = await readData(reply).list("events", { order: "latest-first" });
    const items = found.kind === "ok" ? found.data.items : [];
    const end = page * desk.PAGE_SIZE;
    const rows = items
      .slice(end - desk.PAGE_SIZE, end)
      .map((event) => ({ event, timing: eventTiming(event, app.clock()) }));
    const status = found.kind === "unavailable" ? found.status : 200;
    const list = { rows, page, isLast: items.length <= end, isRead: found.kind === "ok" };
    return desk.show(reply, { kind: "events", ...list }, status);
  });

  app.get<ById>("/events/:id", (_request, reply) => show(reply));

  // The longest texts of an event, of letters that are nine characters each in a form.
  const options = { bodyLimit: 256 * 1024, config: { keepsTyped: true } };
  app.post<ById>("/events/:id", options, (_request, reply) =>
    takeForm(reply, { save, remove, showTyped }),
  );
}
