import type { DataTag } from "../../../shared/contract/data-tags.ts";
import type { EventItem } from "../../../shared/model/event-item.ts";
import type { EventWrites, WriteOutcome, WrittenEvent } from "../../contract/event-writes.ts";
import type { RequestContext } from "../../contract/request-context.ts";
import { eventBody, eventInResponse } from "../../upstream/content-api/event-request-body.ts";
import type { HttpResponse } from "../../upstream/http/http-client.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import type { SourceCall } from "../cache/swr-cache.ts";

type WriteCall = SourceCall & { headers?: Readonly<Record<string, string>> };

/** The writes of the source that this service needs. */
export interface EventWriteSource {
  /** The event and its version from the source, not from a cache. */
  eventVersion(
    id: string,
    call: SourceCall,
  ): Promise<{ item: EventItem; version: string | null } | null>;
  createEvent(body: unknown, call: WriteCall): Promise<HttpResponse>;
  updateEvent(id: string, body: unknown, call: WriteCall): Promise<HttpResponse>;
  deleteEvent(id: string, call: WriteCall): Promise<HttpResponse>;
}

interface Deps {
  source: EventWriteSource;
  /** The source's URL: image paths belong to its host. */
  baseUrl: string;
  /** Invalidates the caches of these tags; the write waits for it. Never rejects. */
  invalidate: (tags: readonly DataTag[]) => Promise<void>;
}

/** News link to events by their titles. */
const CHANGED_TAGS = ["events", "news"] as const;
const RETRY_AFTER_SECONDS = 30;
/** Outcomes of creations that are stored by their idempotency key. */
const MAX_STORED_OUTCOMES = 200;

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

/** Changes events at the source. */
export function createEventWrites({ source, baseUrl, invalidate }: Deps): EventWrites {
  const created = new Map<string, WriteOutcome<WrittenEvent>>();

  const written = (response: HttpResponse, id: string | null): WriteOutcome<WrittenEvent> => {
    const item = eventInResponse(response.json, baseUrl);
    return { kind: "done", value: { id: item?.id ?? id, item } };
  };

  /** Sends a change of an event, unless the event is no longer as the client expects it. */
  async function change<T>(
    id: string,
    options: { context: RequestContext; isExpected: (item: EventItem) => boolean },
    send: (call: WriteCall) => Promise<T>,
  ): Promise<WriteOutcome<T>> {
    const call = withoutAbort(options.context);
    try {
      const current = await source.eventVersion(id, call);
      if (current === null) return { kind: "not-found" };
      if (!options.isExpected(current.item)) {
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
      return failed(error, options.context);
    }
  }

  return {
    preview: (draft) =>
      eventInResponse({ id: "preview", slug: "preview", ...eventBody(draft, baseUrl) }, baseUrl),

    async create(draft, { context, idempotencyKey }) {
      const stored = idempotencyKey === null ? undefined : created.get(idempotencyKey);
      if (stored) return stored;
      const headers = idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey };
      try {
        const call = { ...withoutAbort(context), headers };
        const outcome = written(await source.createEvent(eventBody(draft, baseUrl), call), null);
        if (created.size >= MAX_STORED_OUTCOMES) created.delete(created.keys().next().value ?? "");
        if (idempotencyKey !== null) created.set(idempotencyKey, outcome);
        return outcome;
      } catch (error) {
        return failed(error, context);
      } finally {
        await invalidate(CHANGED_TAGS);
      }
    },

    async update(id, draft, options) {
      const outcome = await change(id, options, (call) =>
        source.updateEvent(id, eventBody(draft, baseUrl), call),
      );
      return outcome.kind === "done" ? written(outcome.value, id) : outcome;
    },

    async remove(id, options) {
      const outcome = await change(id, options, (call) => source.deleteEvent(id, call));
      return outcome.kind === "done" ? { kind: "done", value: null } : outcome;
    },
  };
}
