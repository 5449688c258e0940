import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "../setup/listen.ts";
import { isWhole } from "../setup/whole.ts";

/** The failures a call can meet on its way. A `lost` call arrives, but its response does not. */
const FAILURES = ["refused", "busy", "hangs", "lost", "lost by timeout", "fault"] as const;
/** When only a sample runs, more calls succeed: frequent failures mean long waits for the next retry. */
const FATES = [...Array.from({ length: isWhole ? 1 : 4 }, () => "well" as const), ...FAILURES];

/** Returns a generator of numbers from 0 to 1, the same in every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Yields every fate once, in one order after another, so that even a short run meets them all. */
function* shuffledFates(): Generator<string, never> {
  const next = numbers(20_260_617);
  const ordered = () => FATES.map((fate) => ({ fate, at: next() })).sort((a, b) => a.at - b.at);
  for (;;) for (const { fate } of ordered()) yield fate;
}

/** Starts a gate in front of a real source that fails, hangs, and drops connections before and after the call. */
export async function startChaoticGate(target: string) {
  const fates = shuffledFates();
  const met = new Set<string>();
  let isCalm = false;

  async function passOn(request: IncomingMessage, body: string): Promise<Response> {
    const key = request.headers["idempotency-key"];
    const isPost = request.method === "POST";
    return fetch(target + request.url, {
      method: request.method ?? "GET",
      headers: { "content-type": "application/json", "idempotency-key": String(key) },
      body: isPost ? body : null,
    });
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const isSpared = isCalm || request.method !== "POST";
    const fate = isSpared ? "well" : fates.next().value;
    met.add(fate);
    if (fate === "refused") return void request.socket.destroy();
    if (fate === "busy") return void response.writeHead(503, { "retry-after": "1" }).end();
    if (fate === "fault") return void response.writeHead(502).end("<html>");
    if (fate === "hangs") return;
    const responded = await passOn(request, body);
    if (fate === "lost") return void request.socket.destroy();
    if (fate !== "well") return;
    response.writeHead(responded.status, { "content-type": "application/json" });
    response.end(await responded.text());
  }

  const server = createServer((request, response) => void respond(request, response));
  server.on("connection", (socket) => socket.on("error", () => {}));
  const { url, close } = await listen(server);
  return {
    url,
    /** From now on lets every call through. */
    calm: () => {
      isCalm = true;
    },
    met,
    close,
  };
}
