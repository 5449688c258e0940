import type { DataTag } from "../../../shared/contract/data-tags.ts";
import type { EventDraft } from "../../../shared/contract/event-draft.ts";
import type { EventItem, StoredEventItem } from "../../../shared/model/event-item.schema.ts";
import type { PictureViews } from "../../pictures/pictures.ts";
import {
  eventBody,
  eventInResponse,
  idInResponse,
} from "../../upstream/content-api/event-request-body.ts";
import type { HttpResponse } from "../../upstream/http/http-client.ts";
import type { RequestContext } from "../../upstream/request-context.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import type { SourceCall } from "../cache/fetch-entry.ts";
import { createItemViews } from "../items/item-views.ts";

/** The statuses a write can fail with, and why. */
export type WriteFailure =
  | { kind: "not-found" }
  /** The event changed since the writer read it. */
  | { kind: "conflict" }
  /** The source refused the body; its message, if any. */
  | { kind: "refused"; message: string | null }
  /** The source does not respond, or its response cannot be used. */
  | { kind: "unavailable"; status: 502 | 503; retryAfterSeconds: number }
  /** The source took the change and does not show the event; its id, where known. */
  | { kind: "unseen"; id: string | null };

export type WriteOutcome<T> = { kind: "done"; value: T } | WriteFailure;

/** An event after a write, as the source shows it. */
export interface WrittenEvent {
  id: string;
  item: EventItem;
  /** What its entity tag is made of. */
  stored: StoredEventItem;
}

/** Changes to events. Every change invalidates the cached data. */
export interface EventWrites {
  /** The event as visitors would see it: the draft as it would come back from the source. */
  preview(draft: EventDraft): EventItem | null;
  /** `key` goes to the source as its `Idempotency-Key`. */
  create(
    draft: EventDraft,
    options: { context: RequestContext; key: string | null },
  ): Promise<WriteOutcome<WrittenEvent>>;
  /** `isExpected` is called with the event as the source has it now. */
  update(
    id: string,
    draft: EventDraft,
    options: { context: RequestContext; isExpected: (stored: StoredEventItem) => boolean },
  ): Promise<WriteOutcome<WrittenEvent>>;
  remove(
    id: string,
    options: { context: RequestContext; isExpected: (stored: StoredEventItem) => boolean },
  ): Promise<WriteOutcome<null>>;
}

type WriteCall = SourceCall & { headers?: Readonly<Record<string, string>> };

/** The writes of the source that this service needs. */
export interface EventWriteSource {
  /** The event and its version from the source, not from a cache. */
  eventVersion(
    id: string,
    call: SourceCall,
  ): Promise<{ item: StoredEventItem; version: string | null } | null>;
  createEvent(body: unknown, call: WriteCall): Promise<HttpResponse>;
  updateEvent(id: string, body: unknown, call: WriteCall): Promise<HttpResponse>;
  deleteEvent(id: string, call: WriteCall): Promise<HttpResponse>;
}

interface Deps {
  source: EventWriteSource;
  /** The source's URL: image paths belong to its host. */
  baseUrl: string;
  pictures: PictureViews;
  /** Invalidates the caches of these tags; the write waits for it. Never rejects. */
  invalidate: (tags: readonly DataTag[]) => Promise<void>;
}

/** News link to events by their titles. */
const CHANGED_TAGS = ["events", "news"] as const;
const RETRY_AFTER_SECONDS = 30;

/** A write is not aborted when its client disconnects: the source may have applied it. */
const withoutAbort = ({ requestId, traceparent, onSource }: RequestContext): SourceCall => ({
  requestId,
  traceparent,
  onSource,
  signal: new AbortController().signal,
});

function failed(error: unknown, context: RequestContext): WriteOutcome<never> {
  const { kind, status, sourceMessage, retryAfterSeconds } =
    error instanceof UpstreamError
      ? error
      : { kind: "network", status: null, sourceMessage: null, retryAfterSeconds: null };
  if (status === 404 || status === 410) return { kind: "not-found" };
  if (status === 409 || status === 412) return { kind: "conflict" };
  if (status === 400 || status === 422) return { kind: "refused", message: sourceMessage };
  context.onError(error);
  const isUnusable = kind === "shape" || kind === "size";
  return {
    kind: "unavailable",
    status: isUnusable ? 502 : 503,
    retryAfterSeconds: retryAfterSeconds ?? RETRY_AFTER_SECONDS,
  };
}

export function createEventWrites(deps: Deps): EventWrites {
  const { source } = deps;
  const { showWriter } = createItemViews(deps.pictures);
  return {
    preview: (draft) => {
      const row = { id: "preview", slug: "preview", ...bodyOf(deps, draft) };
      const stored = eventInResponse(row, deps.baseUrl);
      return stored && showWriter(stored);
    },

    create: async (draft, options) => create(deps, { draft, ...options }),

    async update(id, draft, options) {
      const outcome = await change(deps, { id, ...options }, (call) =>
        source.updateEvent(id, bodyOf(deps, draft), call),
      );
      if (outcome.kind !== "done") return outcome;
      return written(deps, outcome.value, { id, call: withoutAbort(options.context) });
    },

    async remove(id, options) {
      const outcome = await change(deps, { id, ...options }, (call) =>
        source.deleteEvent(id, call),
      );
      return outcome.kind === "done" ? { kind: "done", value: null } : outcome;
    },
  };
}

interface Creation {
  draft: EventDraft;
  context: RequestContext;
  key: string | null;
}

async function create(
  deps: Deps,
  { draft, context, key }: Creation,
): Promise<WriteOutcome<WrittenEvent>> {
  const { source, invalidate } = deps;
  const call = withoutAbort(context);
  const headers = key === null ? {} : { "idempotency-key": key };
  try {
    const response = await source.createEvent(bodyOf(deps, draft), { ...call, headers });
    return await written(deps, response, { id: idInResponse(response.json), call });
  } catch (error) {
    return failed(error, context);
  } finally {
    await invalidate(CHANGED_TAGS);
  }
}

interface Change {
  id: string;
  context: RequestContext;
  isExpected: (stored: StoredEventItem) => boolean;
}

/** Sends a change of an event, unless the event is no longer as the client expects it. */
async function change<T>(
  { source, invalidate }: Deps,
  { id, context, isExpected }: Change,
  send: (call: WriteCall) => Promise<T>,
): Promise<WriteOutcome<T>> {
  const call = withoutAbort(context);
  try {
    const current = await source.eventVersion(id, call);
    if (current === null) return { kind: "not-found" };
    if (!isExpected(current.item)) {
      await invalidate(CHANGED_TAGS);
      return { kind: "conflict" };
    }
    // The source compares again: another change may come in between.
    const headers = current.version === null ? {} : { "if-match": current.version };
    const value = await send({ ...call, headers });
    await invalidate(CHANGED_TAGS);
    return { kind: "done", value };
  } catch (error) {
    await invalidate(CHANGED_TAGS);
    return failed(error, context);
  }
}

/** The event as the source returned it, else as it is read back. The change itself is done either way. */
async function written(
  { source, baseUrl, pictures }: Deps,
  response: HttpResponse,
  { id, call }: { id: string | null; call: SourceCall },
): Promise<WriteOutcome<WrittenEvent>> {
  let stored = eventInResponse(response.json, baseUrl);
  if (stored === null && id !== null)
    stored = (await source.eventVersion(id, call).catch(() => null))?.item ?? null;
  if (stored === null) return { kind: "unseen", id };
  const item = createItemViews(pictures).showWriter(stored);
  return { kind: "done", value: { id: stored.id, item, stored } };
}

/** The draft for the source. A form sends back what it was filled with: our URLs of the source's pictures. */
function bodyOf({ baseUrl, pictures }: Deps, draft: EventDraft): Record<string, unknown> {
  const { image, description, venueDetails } = draft;
  const sent = {
    ...draft,
    image: image && { ...image, url: pictures.toSource(image.url) },
    description: description && pictures.toSource(description),
    venueDetails: venueDetails && pictures.toSource(venueDetails),
  };
  return eventBody(sent, baseUrl);
}
