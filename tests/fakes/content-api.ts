import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

type Row = Record<string, unknown>;

/** How the source behaves until told otherwise. `hang` never answers. */
export type Mood = "well" | "hang" | "error" | "nonsense" | "refuse" | "busy";

export interface FakeContentApi {
  url: string;
  /** Milliseconds before each answer. */
  delayMs: number;
  mood: Mood;
  /** Paths asked for, in order. */
  readonly asked: string[];
  /** Requests that the caller gave up. */
  readonly abandoned: string[];
  news: Row[];
  events: Row[];
  close: () => Promise<void>;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function find(rows: Row[], path: string): Row | undefined {
  const [, , , first = "", second] = path.split("/").map(decodeURIComponent);
  return first === "id" && second !== undefined
    ? rows.find((row) => String(row.id) === second)
    : rows.find((row) => row.slug === first);
}

/** A real HTTP server that answers as the content API does, in any mood the test sets. */
export async function startFakeContentApi(rows: {
  news?: Row[];
  events?: Row[];
}): Promise<FakeContentApi> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "";
    fake.asked.push(path);
    response.once("close", () => {
      if (!response.writableFinished) fake.abandoned.push(path);
    });
    await wait(fake.delayMs);
    if (fake.mood === "hang") return;
    if (fake.mood === "refuse") return void request.socket.destroy();
    if (fake.mood === "error") return send(response, 500, { message: "secret-of-the-source" });
    if (fake.mood === "busy") {
      response.setHeader("retry-after", "20");
      return send(response, 429, { message: "secret-of-the-source" });
    }
    if (fake.mood === "nonsense") return void response.end("<html>secret-of-the-source</html>");
    if (path === "/api/news/") return send(response, 200, { items: fake.news });
    if (path === "/api/events/") return send(response, 200, { items: fake.events });
    const found = find(path.startsWith("/api/news/") ? fake.news : fake.events, path);
    return found ? send(response, 200, found) : send(response, 404, { message: "not found" });
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const fake: FakeContentApi = {
    url: `http://127.0.0.1:${port}`,
    delayMs: 0,
    mood: "well",
    asked: [],
    abandoned: [],
    news: rows.news ?? [],
    events: rows.events ?? [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}
