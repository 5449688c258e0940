import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** How the source behaves: `well` forwards to the real one, `hang` never responds. */
export type SourceMode = "well" | "error" | "busy" | "nonsense" | "refuse" | "hang";

export interface SourceProxy {
  url: string;
  mode: SourceMode;
  /** Milliseconds before a response to this path. */
  delayOf: (path: string) => number;
  /** Every call since the last look, one text for each. */
  takeCalls: () => string[];
  close: () => Promise<void>;
}

/** What the site sends to its source on purpose; the rest belongs to the connection. */
const RECORDED = ["accept", "content-type", "user-agent", "idempotency-key", "if-match"];

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text;
}

function describe({ method, url, headers }: IncomingMessage, body: string): string {
  const sent = RECORDED.filter((name) => headers[name] !== undefined).map(
    (name) => `  ${name}: ${headers[name]}`,
  );
  return [`${method} ${url}`, ...sent, ...(body === "" ? [] : [`  ${body}`])].join("\n");
}

async function forward(request: IncomingMessage, body: string, target: string) {
  const names = ["content-type", "idempotency-key"];
  const headers = names.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === "string" ? [[name, value] as [string, string]] : [];
  });
  const init = body === "" ? {} : { body };
  return fetch(target + request.url, { method: request.method ?? "GET", headers, ...init });
}

/** A proxy before a content API that delays, fails and notes the calls it gets. */
export async function startSourceProxy(target: string): Promise<SourceProxy> {
  let calls: string[] = [];

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "" } = request;
    const body = await bodyOf(request);
    calls.push(describe(request, body));
    await wait(proxy.delayOf(url));
    switch (proxy.mode) {
      case "hang":
        return;
      case "refuse":
        return void request.socket.destroy();
      case "error":
        return void response.writeHead(500).end("{}");
      case "busy":
        return void response.writeHead(429, { "retry-after": "20" }).end("{}");
      case "nonsense":
        return void response.end("<html>");
      case "well": {
        const forwarded = await forward(request, body, target);
        const type = forwarded.headers.get("content-type") ?? "application/json";
        response.writeHead(forwarded.status, { "content-type": type });
        response.end(Buffer.from(await forwarded.arrayBuffer()));
      }
    }
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: SourceProxy = {
    url: `http://127.0.0.1:${port}`,
    mode: "well",
    delayOf: () => 0,
    takeCalls: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
