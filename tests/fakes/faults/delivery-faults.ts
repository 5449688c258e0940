import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { asJson, type Exchange, type Misbehave, SECRET } from "./fault.ts";

const MEGABYTE = 1024 * 1024;
const megabyte = Buffer.alloc(MEGABYTE, "x");
/** Returns a function that compresses the bytes at its first call, because compression takes a second. */
const bomb = (compress: (bytes: Buffer) => Buffer) => {
  let bytes: Buffer | undefined;
  return () => {
    bytes ??= compress(Buffer.alloc(64 * MEGABYTE, " "));
    return bytes;
  };
};
const gzipBomb = bomb(gzipSync);
const brotliBomb = bomb(brotliCompressSync);

const textOf = ({ normal }: Exchange) => JSON.stringify(normal ?? {});

/** Sends the good response's body with other headers. */
const withHeaders =
  (headers: Record<string, string>, change = (text: string): string | Buffer => text): Misbehave =>
  (exchange) =>
    void exchange.response.writeHead(200, { ...asJson, ...headers }).end(change(textOf(exchange)));

const withStatus =
  (status: number, headers: Record<string, string> = {}): Misbehave =>
  ({ response }) =>
    void response
      .writeHead(status, { ...asJson, ...headers })
      .end(JSON.stringify({ message: SECRET }));

/** Sends raw bytes in place of an HTTP response. */
const raw =
  (bytes: (text: string) => string, { isOver = true } = {}): Misbehave =>
  (exchange) => {
    const { socket } = exchange.request;
    socket.write(bytes(textOf(exchange)));
    if (isOver) socket.end();
  };

const head = (...lines: string[]) =>
  ["HTTP/1.1 200 OK", "content-type: application/json", ...lines, "", ""].join("\r\n");

const afterHead = async (
  { response }: Exchange,
  send: (write: (part: string | Buffer) => boolean) => Promise<void>,
) => {
  response.writeHead(200, asJson);
  await send((part) => !response.destroyed && response.write(part));
};

/** Faults in a response's delivery: nothing that arrives can be used. */
export const deliveryFaults: Readonly<Record<string, Misbehave>> = {
  slow: async (exchange) => {
    await wait(3_500);
    exchange.response.writeHead(200, asJson).end(textOf(exchange));
  },
  hang: () => {},
  "hang mid-body": (exchange) =>
    afterHead(exchange, async (write) => void write(textOf(exchange).slice(0, 20))),
  drip: (exchange) =>
    afterHead(exchange, async (write) => {
      for (const letter of textOf(exchange)) {
        if (!write(letter) && exchange.response.destroyed) return;
        await wait(50);
      }
    }),
  "reset mid-body": async (exchange) => {
    const text = textOf(exchange);
    exchange.response.writeHead(200, { ...asJson, "content-length": text.length });
    exchange.response.write(text.slice(0, text.length / 2));
    await wait(20);
    exchange.response.destroy();
  },
  "reset mid-head": raw(() => "HTTP/1.1 200 OK\r\ncontent-ty"),
  reset: ({ request }) => void request.socket.resetAndDestroy(),
  closed: ({ request }) => void request.socket.destroy(),
  "50 MB body": (exchange) =>
    afterHead(exchange, async (write) => {
      for (let sent = 0; sent < 50 && !exchange.response.destroyed; sent += 1) {
        write(megabyte);
        await wait(1);
      }
      exchange.response.end();
    }),
  "50 MB announced": ({ response }) =>
    void response.writeHead(200, { ...asJson, "content-length": 50 * MEGABYTE }).write(megabyte),
  "huge head": raw(() => `${head(`x-pad: ${"y".repeat(100_000)}`, "content-length: 2")}{}`),
  "gzip bomb": ({ response }) =>
    void response.writeHead(200, { ...asJson, "content-encoding": "gzip" }).end(gzipBomb()),
  "brotli bomb": ({ response }) =>
    void response.writeHead(200, { ...asJson, "content-encoding": "br" }).end(brotliBomb()),
  "gzip that is none": withHeaders({ "content-encoding": "gzip" }),
  "gzip unannounced": withHeaders({}, (text) => gzipSync(text)),
  "gzip cut": withHeaders({ "content-encoding": "gzip" }, (text) =>
    gzipSync(text).subarray(0, -12),
  ),
  "encoding nobody requested": withHeaders({ "content-encoding": "zstd" }),
  "length too short": raw((text) => `${head("content-length: 40")}${text}`),
  "length too long": raw((text) => `${head("content-length: 900000")}${text}`, { isOver: false }),
  "two lengths": raw((text) => `${head("content-length: 9", "content-length: 12")}${text}`),
  "chunks of garbage": raw(
    (text) => `${head("transfer-encoding: chunked")}zz\r\n${text}\r\n0\r\n\r\n`,
  ),
  "not HTTP": raw(() => `${SECRET}\n`.repeat(50)),
  "only 100 Continue": raw(() => "HTTP/1.1 100 Continue\r\n\r\n", { isOver: false }),
  "status 101": raw(
    () => "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
    { isOver: false },
  ),
  "status 204": ({ response }) => void response.writeHead(204).end(),
  "status 205": ({ response }) => void response.writeHead(205, asJson).end(),
  "status 206": (exchange) =>
    void exchange.response
      .writeHead(206, { ...asJson, "content-range": "bytes 0-99/900" })
      .end(textOf(exchange)),
  "status 304": ({ response }) => void response.writeHead(304).end(),
  "redirect loop": ({ request, response }) =>
    void response.writeHead(302, { location: request.url ?? "/" }).end(),
  "redirect elsewhere": withStatus(308, { location: "http://127.0.0.1:9/api/news/" }),
  "status 400": withStatus(400),
  "status 401": withStatus(401, { "www-authenticate": "Basic" }),
  "status 403": withStatus(403),
  "status 404": withStatus(404),
  "status 429": withStatus(429, { "retry-after": "1" }),
  "status 429, no date": withStatus(429, { "retry-after": "soon" }),
  "status 500": withStatus(500),
  "status 502": withStatus(502, { "content-type": "text/html" }),
  "status 503": withStatus(503),
  "status 599": withStatus(599),
};

/** Odd deliveries in which the whole response still arrives, so that pages keep their usual content. */
export const oddDeliveries: Readonly<Record<string, Misbehave>> = {
  "byte order mark": withHeaders({}, (text) => `\uFEFF${text}`),
  "charset latin1 over UTF-8": withHeaders({ "content-type": "application/json; charset=latin1" }),
  "clock years off": withHeaders({ date: "Thu, 01 Jan 1970 00:00:00 GMT", age: "999999999999" }),
  "early hints": raw(
    (text) =>
      `HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${head(`content-length: ${Buffer.byteLength(text)}`)}${text}`,
  ),
  "HTTP/1.0 without a length": raw(
    (text) => `HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n${text}`,
  ),
  "sockets closed between questions": async (exchange) => {
    const text = textOf(exchange);
    const { socket } = exchange.request;
    exchange.response.writeHead(200, { ...asJson, "content-length": Buffer.byteLength(text) });
    exchange.response.end(text, () => setTimeout(() => socket.destroy(), 1));
  },
};
