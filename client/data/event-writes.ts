import type { EventDraft } from "../../shared/contract/event-writes.ts";
import type { EventItem } from "../../shared/model/event-item.ts";

/** What a call of the staff came back with. `errors` are sentences by field. */
export type WriteAnswer<T> =
  | { kind: "ok"; value: T }
  | { kind: "failed"; status: number; message: string; errors: Readonly<Record<string, string>> };

/** An event and the tag that says which version of it was read. */
export interface EventVersion {
  item: EventItem;
  etag: string;
}

/** What a form sends: the draft, with a price in words. */
export type EventForm = Partial<Record<keyof EventDraft, unknown>>;

const UNKNOWN = "Unknown error";
/** Spec section 7: "mutations retried once". */
const TRIES = 2;

const isWorthAnother = (status: number) => status === 0 || (status >= 502 && status <= 504);

async function once(path: string, init: RequestInit): Promise<Response | null> {
  return fetch(path, { cache: "no-store", ...init }).catch(() => null);
}

async function failure(response: Response | null): Promise<WriteAnswer<never>> {
  const status = response?.status ?? 0;
  // Our own server wrote it: a problem with a message, and sentences by field.
  const problem = await response?.json().catch(() => null);
  const message = response === null ? "The network does not answer" : (problem?.message ?? UNKNOWN);
  return { kind: "failed", status, message, errors: problem?.errors ?? {} };
}

/** A name for an event that is being made. `crypto.randomUUID` exists on https alone. */
export const makeEventKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");

/** The writing half of `/bff/events`, with the token that is kept nowhere else. */
export function eventWrites(token: string) {
  async function write(
    method: string,
    path: string,
    given: RequestInit = {},
  ): Promise<Response | null> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(given.body ? { "content-type": "application/json" } : {}),
      ...Object.fromEntries(new Headers(given.headers)),
    };
    for (let attempt = 1; ; attempt += 1) {
      const response = await once(path, { ...given, method, headers });
      if (attempt >= TRIES || !isWorthAnother(response?.status ?? 0)) return response;
    }
  }

  const byId = (id: string) => `/bff/events/${encodeURIComponent(id)}`;
  const bodyOf = (form: EventForm) => JSON.stringify(form);

  return {
    async preview(form: EventForm): Promise<WriteAnswer<EventItem | null>> {
      const response = await write("POST", "/bff/events/preview", { body: bodyOf(form) });
      return response?.ok ? { kind: "ok", value: (await response.json()).data } : failure(response);
    },
    /** Sent again under the same key it makes no second event. */
    async create(form: EventForm, key: string): Promise<WriteAnswer<null>> {
      const headers = { "idempotency-key": key };
      const response = await write("POST", "/bff/events", { body: bodyOf(form), headers });
      return response?.ok ? { kind: "ok", value: null } : failure(response);
    },
    async update(form: EventForm, { item, etag }: EventVersion): Promise<WriteAnswer<null>> {
      const headers = { "if-match": etag };
      const response = await write("PUT", byId(item.id), { body: bodyOf(form), headers });
      return response?.ok ? { kind: "ok", value: null } : failure(response);
    },
    async remove({ item, etag }: EventVersion): Promise<WriteAnswer<null>> {
      const response = await write("DELETE", byId(item.id), { headers: { "if-match": etag } });
      return response?.ok ? { kind: "ok", value: null } : failure(response);
    },
  };
}

/** One event with its version, past every copy in the browser. */
export async function readEventVersion(id: string): Promise<WriteAnswer<EventVersion>> {
  const response = await once(`/bff/events/id/${encodeURIComponent(id)}`, {});
  if (!response?.ok) return failure(response);
  const etag = response.headers.get("etag") ?? "";
  return { kind: "ok", value: { item: (await response.json()).data, etag } };
}

/** All events in the source's order, page after page. */
export async function readAllEvents(): Promise<WriteAnswer<EventItem[]>> {
  const items: EventItem[] = [];
  let path: string | null = "/bff/events?when=all&limit=100";
  while (path !== null) {
    const response: Response | null = await once(path, {});
    if (!response?.ok) return failure(response);
    const { data, links }: { data: EventItem[]; links: { next: string | null } } =
      await response.json();
    items.push(...data);
    path = links.next;
  }
  return { kind: "ok", value: items };
}
