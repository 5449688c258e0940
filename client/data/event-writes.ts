import { noNetwork, unknown } from "../../content/words/en/failures.json";
import type { EventDraft, EventItem } from "../../shared/model/event-item.schema.ts";
import { fetchJson, type JsonResponse, mutateJson } from "./fetch-json.ts";

/** The result of a staff request. `errors` are sentences by field. */
export type WriteResult<T> =
  | { kind: "ok"; value: T }
  | { kind: "failed"; status: number; message: string; errors: Readonly<Record<string, string>> };

/** An event and the entity tag of the version that was read. */
export interface EventVersion {
  item: EventItem;
  etag: string;
}

/** What the form sends: the draft, with the price as text. */
export type EventForm = Partial<Record<keyof EventDraft, unknown>>;

interface Problem {
  message?: string;
  errors?: Readonly<Record<string, string>>;
}

function failure({ status, body }: JsonResponse<Problem>): WriteResult<never> {
  const message = status === 0 ? noNetwork : (body?.message ?? unknown);
  return { kind: "failed", status, message, errors: body?.errors ?? {} };
}

const done = (response: JsonResponse<Problem>): WriteResult<null> =>
  response.ok ? { kind: "ok", value: null } : failure(response);

const eventPath = (id: string) => `/bff/events/id/${encodeURIComponent(id)}`;

/** Changes to events. The token is stored nowhere else. */
export function eventWrites(token: string) {
  const authorization = `Bearer ${token}`;
  return {
    async preview(form: EventForm): Promise<WriteResult<EventItem | null>> {
      const response = await mutateJson<{ data?: EventItem | null } & Problem>(
        "POST",
        "/bff/events/preview",
        { headers: { authorization }, body: form },
      );
      return response.ok ? { kind: "ok", value: response.body?.data ?? null } : failure(response);
    },
    /** The same key creates no second event. */
    async create(form: EventForm, key: string): Promise<WriteResult<null>> {
      const headers = { authorization, "idempotency-key": key };
      return done(await mutateJson("POST", "/bff/events", { headers, body: form }));
    },
    async update(form: EventForm, { item, etag }: EventVersion): Promise<WriteResult<null>> {
      const headers = { authorization, "if-match": etag };
      return done(await mutateJson("PUT", eventPath(item.id), { headers, body: form }));
    },
    async remove({ item, etag }: EventVersion): Promise<WriteResult<null>> {
      const headers = { authorization, "if-match": etag };
      return done(await mutateJson("DELETE", eventPath(item.id), { headers }));
    },
  };
}

const uncached = { cache: "no-store" } as const;

/** One event with its version, bypassing the browser's cache. */
export async function readEventVersion(id: string): Promise<WriteResult<EventVersion>> {
  const response = await fetchJson<{ data: EventItem } & Problem>(eventPath(id), uncached);
  if (!response.ok || response.body === null) return failure(response);
  return { kind: "ok", value: { item: response.body.data, etag: response.etag ?? "" } };
}

/** All events in the source's order, page after page. */
export async function readAllEvents(): Promise<WriteResult<EventItem[]>> {
  const items: EventItem[] = [];
  let path: string | null = "/bff/events?when=all&limit=100";
  while (path !== null) {
    const response: JsonResponse<{ data: EventItem[]; links: { next: string | null } } & Problem> =
      await fetchJson(path, uncached);
    if (!response.ok || response.body === null) return failure(response);
    items.push(...response.body.data);
    path = response.body.links.next;
  }
  return { kind: "ok", value: items };
}
