import type { Asker } from "../../shared/contract/api-data.ts";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import type {
  EventWrites,
  WriteOutcome,
  WrittenEvent,
} from "../../shared/contract/event-writes.ts";
import type { EventItem } from "../../shared/model/event-item.ts";
import type { HttpAnswer } from "../upstream/http-client.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { eventBody, eventInAnswer } from "./event-body.ts";
import type { SourceCall } from "./read-through.ts";

/** The writing half of the source, as this service needs it. */
export interface EventWriteSource {
  /** The event and its version as the source has them now, past every copy of ours. */
  eventVersion(
    id: string,
    call: SourceCall,
  ): Promise<{ item: EventItem; version: string | null } | null>;
  createEvent(
    body: unknown,
    call: SourceCall & { headers?: Readonly<Record<string, string>> },
  ): Promise<HttpAnswer>;
  updateEvent(
    id: string,
    body: unknown,
    call: SourceCall & { headers?: Readonly<Record<string, string>> },
  ): Promise<HttpAnswer>;
  deleteEvent(
    id: string,
    call: SourceCall & { headers?: Readonly<Record<string, string>> },
  ): Promise<HttpAnswer>;
}

interface Deps {
  source: EventWriteSource;
  /** The source's address: picture paths belong to its host. */
  baseUrl: string;
  /** Told which kinds of data are out of date after a change; the writer waits for it. Never rejects. */
  purge: (tags: readonly DataTag[]) => Promise<void>;
}

/** Titles of events stand in related lists of news too. */
const CHANGED = ["events", "news"] as const;
const RETRY_AFTER_SECONDS = 30;
/** How many creations are remembered by their key. */
const REMEMBERED = 200;

/** A change that was begun is finished though its writer has left: who knows how far it came. */
const unhurried = ({ requestId, traceparent, onSource }: Asker): SourceCall => ({
  ...{ requestId, traceparent, onSource },
  signal: new AbortController().signal,
});

function failed(fault: unknown, asker: Asker): WriteOutcome<never> {
  const { kind, status, sourceMessage, retryAfterSeconds } =
    fault instanceof UpstreamError
      ? fault
      : { kind: "network", status: null, sourceMessage: null, retryAfterSeconds: null };
  if (status === 404 || status === 410) return { kind: "not-found" };
  if (status === 409 || status === 412) return { kind: "conflict" };
  if (status === 400 || status === 422) return { kind: "refused", message: sourceMessage };
  asker.onFault(fault);
  const isNonsense = kind === "shape" || kind === "size";
  return {
    kind: "unavailable",
    status: isNonsense ? 502 : 503,
    retryAfterSeconds: retryAfterSeconds ?? RETRY_AFTER_SECONDS,
  };
}

/** Changes events at the source. */
export function createEventWrites({ source, baseUrl, purge }: Deps): EventWrites {
  const created = new Map<string, WriteOutcome<WrittenEvent>>();

  const written = (answer: HttpAnswer, id: string | null): WriteOutcome<WrittenEvent> => {
    const item = eventInAnswer(answer.json, baseUrl);
    return { kind: "done", value: { id: item?.id ?? id, item } };
  };

  /** Does a change to an event that is still as the writer knew it. */
  async function change<T>(
    id: string,
    options: { asker: Asker; isExpected: (item: EventItem) => boolean },
    send: (call: SourceCall & { headers?: Readonly<Record<string, string>> }) => Promise<T>,
  ): Promise<WriteOutcome<T>> {
    const call = unhurried(options.asker);
    try {
      const now = await source.eventVersion(id, call);
      if (now === null) return { kind: "not-found" };
      if (!options.isExpected(now.item)) {
        await purge(CHANGED);
        return { kind: "conflict" };
      }
      // The source compares once more: between our question and our change another may come.
      const headers = now.version === null ? {} : { "if-match": now.version };
      const value = await send({ ...call, headers });
      await purge(CHANGED);
      return { kind: "done", value };
    } catch (fault) {
      await purge(CHANGED);
      return failed(fault, options.asker);
    }
  }

  return {
    preview: (draft) =>
      eventInAnswer({ id: "preview", slug: "preview", ...eventBody(draft, baseUrl) }, baseUrl),

    async create(draft, { asker, idempotencyKey }) {
      const before = idempotencyKey === null ? undefined : created.get(idempotencyKey);
      if (before) return before;
      const headers = idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey };
      try {
        const call = { ...unhurried(asker), headers };
        const outcome = written(await source.createEvent(eventBody(draft, baseUrl), call), null);
        if (created.size >= REMEMBERED) created.delete(created.keys().next().value ?? "");
        if (idempotencyKey !== null) created.set(idempotencyKey, outcome);
        return outcome;
      } catch (fault) {
        return failed(fault, asker);
      } finally {
        await purge(CHANGED);
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
