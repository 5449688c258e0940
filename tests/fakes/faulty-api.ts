import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";

type Row = Record<string, unknown>;

/** Everything a source has ever done wrong, by name. `well` is none of it. */
export const FAULTS = [
  "slow",
  "hang",
  "drip",
  "reset mid-body",
  "truncated JSON",
  "HTML with 200",
  "wrong type",
  "empty body",
  "status 500",
  "status 503",
  "huge body",
  "gzip bomb",
  "redirect loop",
  "items null",
  "null",
  "every field of a wrong type",
  "refused",
] as const;

export type Fault = (typeof FAULTS)[number] | "well";

export interface FaultyApi {
  url: string;
  fault: Fault;
  close: () => Promise<void>;
}

const SECRET = "words-of-the-source";
const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, " "));
const huge = Buffer.alloc(1024 * 1024, "x");

const asJson = { "content-type": "application/json" };
const mangled = (row: Row): Row =>
  Object.fromEntries(Object.keys(row).map((key) => [key, { nested: [SECRET] }]));

async function misbehave(fault: Fault, answer: unknown, response: ServerResponse): Promise<void> {
  const good = JSON.stringify(answer);
  if (fault === "slow") {
    await wait(3_500);
    response.writeHead(200, asJson).end(good);
  } else if (fault === "hang") return;
  else if (fault === "drip") {
    response.writeHead(200, asJson);
    for (const letter of good) {
      if (response.destroyed) return;
      response.write(letter);
      await wait(50);
    }
  } else if (fault === "reset mid-body") {
    response.writeHead(200, { ...asJson, "content-length": good.length });
    response.write(good.slice(0, good.length / 2));
    await wait(20);
    response.destroy();
  } else if (fault === "truncated JSON") {
    response.writeHead(200, asJson).end(good.slice(0, good.length / 2));
  } else if (fault === "HTML with 200") {
    response.writeHead(200, { "content-type": "text/html" }).end(`<h1>${SECRET}</h1>`);
  } else if (fault === "wrong type") {
    response.writeHead(200, { "content-type": "text/plain" }).end(good);
  } else if (fault === "empty body") response.writeHead(200, asJson).end();
  else if (fault === "status 500" || fault === "status 503") {
    response.writeHead(Number(fault.slice(-3)), asJson).end(JSON.stringify({ message: SECRET }));
  } else if (fault === "huge body") {
    response.writeHead(200, asJson);
    for (let megabyte = 0; megabyte < 50 && !response.destroyed; megabyte += 1) {
      response.write(huge);
      await wait(1);
    }
    response.end();
  } else if (fault === "gzip bomb") {
    response.writeHead(200, { ...asJson, "content-encoding": "gzip" }).end(bomb);
  } else if (fault === "redirect loop") {
    response.writeHead(302, { location: "/api/news/" }).end();
  } else if (fault === "items null") response.writeHead(200, asJson).end('{"items":null}');
  else if (fault === "null") response.writeHead(200, asJson).end("null");
  else if (fault === "every field of a wrong type") {
    const { items } = answer as { items?: Row[] };
    const wrong = items ? { items: items.map(mangled) } : mangled(answer as Row);
    response.writeHead(200, asJson).end(JSON.stringify(wrong));
  } else response.socket?.destroy();
}

/** A real HTTP server over the given rows that commits one fault at a time. */
export async function startFaultyApi(rows: { news: Row[]; events: Row[] }): Promise<FaultyApi> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const list = path.startsWith("/api/news/") ? rows.news : rows.events;
    const last = path.split("/").at(-1) ?? "";
    const answer = last === "" ? { items: list } : list.find((row) => row.slug === last);
    response.on("error", () => {});
    if (api.fault !== "well") return void misbehave(api.fault, answer ?? {}, response);
    response.writeHead(answer ? 200 : 404, asJson);
    response.end(JSON.stringify(answer ?? { message: "not found" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const api: FaultyApi = {
    url: `http://127.0.0.1:${port}`,
    fault: "well",
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return api;
}

/** No answer of the site may hold any of these. */
export const NEVER_SHOWN =
  /words-of-the-source|\[object Object\]|\bNaN\b|ECONN|undici|UpstreamError/;
