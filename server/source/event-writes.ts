import type { FastifyInstance } from "fastify";
import type { EventItem, StoredEventItem } from "../../shared/model/event-item.schema.ts";
import type { EventStatus } from "../../shared/model/event-statuses.ts";
import type { ReadContext } from "../http/read-context.ts";
import { isRecord } from "../records.ts";
import type { Changes } from "./changes.ts";
import type { Call } from "./content-api-client.ts";
import { readId } from "./fields/values.ts";
import { UpstreamError, unavailable } from "./http/upstream-error.ts";
import { eventNormaliser } from "./normalisers.ts";
import { readItem } from "./read-rows.ts";
import { toShown } from "./resources.ts";

/** A failed write as reported to its author. `unseen` means that the source accepted the event but does not show it. */
export interface WriteFailure {
  kind: "not-found" | "conflict" | "refused" | "unavailable" | "unseen";
  status: 404 | 412 | 422 | 502 | 503;
  message: string;
  /** The reason for the refusal, in the words of the source. */
  reason?: string | undefined;
  retryAfterSeconds?: number;
}

/** An event as writers send it, with the names of the clean shape. */
export interface EventDraft {
  title: string;
  status: EventStatus;
  /** A day (`2026-07-18`) or a time. */
  startsAt: string;
  endsAt: string | null;
  location: string | null;
  venueDetails: string | null;
  excerpt: string | null;
  description: string | null;
  image: { url: string; alt: string; width: number | null; height: number | null } | null;
  ticketPrice: string | null;
  registrationUrl: string | null;
  contactInfo: string | null;
  mapUrl: string | null;
}

/** A draft together with its Markdown as it was typed, which the embedded source keeps beside the HTML. */
export type TypedDraft = EventDraft & {
  typed?: Pick<EventDraft, "description" | "venueDetails">;
  /** The fields that only the embedded source takes; what is undefined stays as it is. */
  own?: {
    language: string | undefined;
    slug: string | undefined;
    /** The id of the event that this one translates; null ends the pair. */
    translationOf: number | null | undefined;
  };
};

export type WriteOutcome<T> = { kind: "done"; value: T } | WriteFailure;
type Send<T> = (call: Call) => Promise<WriteOutcome<T>>;

export interface WrittenEvent {
  id: string;
  /** The URL of the event under `/bff`. */
  self: string;
  item: EventItem;
  /** The stored event, from which the entity tag is made. */
  stored: StoredEventItem;
}

interface Change {
  context: ReadContext;
  /** The address of the member of staff who makes the change, for the versions of the embedded source. */
  by?: string | undefined;
  isExpected: (stored: StoredEventItem) => boolean;
}

const urlOf = (id: string) => `/bff/events/id/${encodeURIComponent(id)}`;

const NO_EVENT: WriteFailure = {
  kind: "not-found",
  status: 404,
  message: "No event was found at this URL.",
};
const CONFLICT: WriteFailure = {
  kind: "conflict",
  status: 412,
  message: "The event has been changed since you read it. Read it again first.",
};

/** Turns an error into a failed write. A new event can be neither gone nor changed, so its conflict is with another event. */
function failureOf(error: unknown, { onError }: ReadContext, isNew: boolean): WriteFailure {
  const { status = null, sourceMessage = null } = error instanceof UpstreamError ? error : {};
  if (!isNew && (status === 404 || status === 410)) return NO_EVENT;
  if (!isNew && (status === 409 || status === 412)) return CONFLICT;
  const refused = sourceMessage ?? "The content source refused this event.";
  if (status === 400 || status === 409 || status === 422)
    return { kind: "refused", status: 422, message: refused, reason: sourceMessage ?? undefined };
  onError(error);
  const message = "The content source is not responding. Please try again later.";
  return { ...unavailable(error), message };
}

/** Returns the event from the response of the source, or else reads the event back. The write has succeeded either way. */
async function written(
  { source, contentApiUrl, pictures }: FastifyInstance,
  json: unknown,
  id: string | null,
  call: Call,
): Promise<WriteOutcome<WrittenEvent>> {
  const readBack = async () =>
    id === null ? null : await source.client.events.item("id", id, call).catch(() => null);
  const stored = eventInResponse(json, contentApiUrl) ?? (await readBack())?.item;
  if (stored) {
    const item = toShown("events", stored, pictures.views, "written");
    return { kind: "done", value: { id: stored.id, self: urlOf(stored.id), item, stored } };
  }
  const place = id === null ? "/bff/events?when=all" : urlOf(id);
  const message = `The content source accepted the event, but did not return it. Check ${place} before you send it again.`;
  return { kind: "unseen", status: 502, message };
}

export function createEventWrites(app: FastifyInstance, changes: Changes) {
  const { client } = app.source;

  async function write<T>(context: ReadContext, send: Send<T>, isNew = false) {
    // The call has no signal, because the source may apply a write even after the client has left.
    const { requestId, traceparent, onSource } = context;
    try {
      return await send({ requestId, traceparent, onSource });
    } catch (error) {
      return failureOf(error, context, isNew);
    } finally {
      // News items show the titles of related events.
      await changes.publish(["events", "news"]);
    }
  }

  const writeExpected = <T>(id: string, { context, isExpected }: Change, send: Send<T>) =>
    write(context, async (call) => {
      const current = await client.events.item("id", id, call);
      if (current === null) return NO_EVENT;
      if (!isExpected(current.item)) return CONFLICT;
      // The source compares versions again, since another change may come in between.
      const headers = current.version === null ? {} : { "if-match": current.version };
      return send({ ...call, headers });
    });

  /** Names the author to the embedded source, which is in this process. Other systems do not learn who works here. */
  const authorOf = (by: string | undefined): Record<string, string> =>
    by === undefined || app.config.CONTENT_API_URL !== undefined
      ? {}
      : { "x-changed-by": encodeURIComponent(by) };

  return {
    /** Returns the draft as visitors would see the event after the source has returned it. */
    preview(draft: TypedDraft): EventItem | null {
      const row = { ...eventBody(draft, app), id: "preview", slug: "preview" };
      const stored = eventInResponse(row, app.contentApiUrl);
      return stored && toShown("events", stored, app.pictures.views, "written");
    },

    create(
      draft: TypedDraft,
      sent: { context: ReadContext; key: string | null; by?: string | undefined },
    ) {
      const send: Send<WrittenEvent> = async (call) => {
        const key = sent.key === null ? {} : { "idempotency-key": sent.key };
        const headers = { ...key, ...authorOf(sent.by) };
        const request = { ...call, method: "POST", headers, body: eventBody(draft, app) } as const;
        const json = await client.writeEvent("", request);
        return written(app, json, idInResponse(json), call);
      };
      return write(sent.context, send, true);
    },

    update: (id: string, draft: TypedDraft, change: Change) =>
      writeExpected(id, change, async (call) => {
        const body = eventBody(draft, app);
        const headers = { ...call.headers, ...authorOf(change.by) };
        const json = await client.writeEvent(id, { ...call, headers, method: "PUT", body });
        return written(app, json, id, call);
      }),

    remove: (id: string, change: Change) =>
      writeExpected<null>(id, change, async (call) => {
        const headers = { ...call.headers, ...authorOf(change.by) };
        await client.writeEvent(id, { ...call, headers, method: "DELETE" });
        return { kind: "done", value: null };
      }),
  };
}

/**
 * Returns the draft under the field names of the source (spec section 3). Our URLs of the source's pictures, which a form sends back,
 * become the source's URLs again.
 */
function eventBody(draft: TypedDraft, { config, contentApiUrl, pictures }: FastifyInstance) {
  const { toSource } = pictures.views;
  const { image, description, venueDetails, typed } = draft;
  const url = image && new URL(toSource(image.url));
  const isEmbedded = url?.hostname === "127.0.0.1" && url.origin === new URL(contentApiUrl).origin;
  return {
    title: draft.title,
    status: draft.status,
    start_date: draft.startsAt,
    end_date: draft.endsAt,
    location: draft.location,
    venue_details: venueDetails && toSource(venueDetails),
    excerpt: draft.excerpt,
    description: description && toSource(description),
    featured_image: image && {
      // The port of the embedded source changes with every start.
      public_url: isEmbedded ? url.pathname : url?.href,
      alt: image.alt,
      width: image.width,
      height: image.height,
    },
    ticket_price: priceOf(draft.ticketPrice),
    registration_link: draft.registrationUrl,
    contact_info: draft.contactInfo,
    map_embed_url: draft.mapUrl,
    ...(config.CONTENT_API_URL === undefined && {
      markdown: typed?.description,
      venue_markdown: typed?.venueDetails,
      language: draft.own?.language,
      slug: draft.own?.slug,
      translation_of: draft.own?.translationOf,
    }),
  };
}

/** Returns a numeric price as a number, so that the source knows that 0 is free. */
const priceOf = (text: string | null) =>
  text !== null && /^\d{1,9}(?:\.\d{1,2})?$/.test(text) ? Number(text) : text;

function idInResponse(json: unknown): string | null {
  const event = isRecord(json) && isRecord(json.data) ? json.data : json;
  return isRecord(event) ? readId(event.id) : null;
}

function eventInResponse(json: unknown, baseUrl: string): StoredEventItem | null {
  try {
    return readItem(json, { ...eventNormaliser, baseUrl }).item;
  } catch {
    return null;
  }
}
