import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { listen } from "../setup/listen.ts";

type Row = Record<string, unknown>;
type Rows = Record<"news" | "events", Row[]>;

/** The source's behaviour until the test changes it. `hang` never responds. */
type Mode = "well" | "hang" | "error" | "nonsense" | "refuse" | "busy";

/** The response to contact calls, which are then not stored. */
interface ContactResponse {
  status: number;
  body: Row;
  headers?: Record<string, string>;
}

/** Cast, because the compiler's library does not know `rawJSON` yet. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };
/** Writes a bigint as a plain number. */
const numbers = (_name: string, value: unknown) =>
  typeof value === "bigint" ? rawJSON(String(value)) : value;

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body, numbers));
}

function find(rows: Row[], path: string): Row | undefined {
  const [, , , first = "", second] = path.split("/").map(decodeURIComponent);
  return first === "id" && second !== undefined
    ? rows.find((row) => String(row.id) === second)
    : rows.find((row) => row.slug === first);
}

export type FakeContentApi = Awaited<ReturnType<typeof startFakeContentApi>>;

/** Starts a real HTTP server that responds like the content API, in whatever mode the test sets. */
export async function startFakeContentApi({ news = [], events = [] }: Partial<Rows>) {
  let held: Promise<void> | null = null;
  const fake = {
    /** The delay before each response, in milliseconds. */
    delayMs: 0,
    /** Holds every response from now on until the returned function is called. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = null;
        resolve();
      };
    },
    mode: "well" as Mode,
    /** The requested paths, in order. */
    requests: [] as string[],
    /** The paths of requests that the caller aborted. */
    abandoned: [] as string[],
    news,
    events,
    /** The rows of the lists, where they differ from the rows of the items. */
    lists: {} as Partial<Rows>,
    /** The contact messages accepted, by idempotency key: a repeated key changes nothing. */
    contacts: new Map<string, Row>(),
    /** All contact calls, whether accepted or not. */
    contactCalls: [] as { key: string; headers: IncomingHttpHeaders; body: Row }[],
    contactResponse: null as ContactResponse | null,
    /** The response to new events, sent with 201; by default the first event. Changes get this response only if it is set. */
    eventResponse: null as unknown,
    /** The handlers for paths under `/media/`, in every mode but `refuse`; a path without a handler gets 404. */
    media: new Map<string, (request: IncomingMessage, response: ServerResponse) => void>(),
  };
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    fake.requests.push(path);
    response.once("close", () => {
      if (!response.writableFinished) fake.abandoned.push(path);
    });
    const isContact = request.method === "POST" && path === "/api/contacts/";
    const key = String(request.headers["idempotency-key"]);
    const body = isContact ? ((await json(request)) as Row) : {};
    if (isContact) fake.contactCalls.push({ key, headers: request.headers, body });
    if (fake.delayMs > 0) await wait(fake.delayMs);
    await held;
    if (fake.mode !== "refuse" && path.startsWith("/media/")) {
      const serve = fake.media.get(path.split("?", 1)[0] ?? "");
      return serve ? serve(request, response) : send(response, 404, { message: "not found" });
    }
    if (fake.mode === "hang") return;
    if (fake.mode === "refuse") return void request.socket.destroy();
    if (fake.mode === "error") return send(response, 500, { message: "secret-of-the-source" });
    if (fake.mode === "busy") {
      response.setHeader("retry-after", "20");
      return send(response, 429, { message: "secret-of-the-source" });
    }
    if (fake.mode === "nonsense") return void response.end("<html>secret-of-the-source</html>");
    if (isContact) {
      const taken: ContactResponse = { status: 201, body: { message: "not to be read" } };
      const { status, body: output, headers = {} } = fake.contactResponse ?? taken;
      if (fake.contactResponse === null && !fake.contacts.has(key)) fake.contacts.set(key, body);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      return send(response, status, output);
    }
    if (request.method === "POST" || (request.method !== "GET" && fake.eventResponse))
      return send(response, 201, fake.eventResponse ?? fake.events[0]);
    if (path === "/api/news/") return send(response, 200, { items: fake.lists.news ?? fake.news });
    if (path === "/api/events/")
      return send(response, 200, { items: fake.lists.events ?? fake.events });
    const found = find(path.startsWith("/api/news/") ? fake.news : fake.events, path);
    return found ? send(response, 200, found) : send(response, 404, { message: "not found" });
  }

  const server = createServer((request, response) => void respond(request, response));
  return Object.assign(fake, await listen(server));
}
