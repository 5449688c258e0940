import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import t from "tap";
import type {
  HttpClient,
  HttpClientOptions,
  HttpRequest,
} from "../../../../../server/upstream/http/http-client.ts";
import { createHttpClient } from "../../../../../server/upstream/http/http-client.ts";
import { UpstreamError } from "../../../../../server/upstream/upstream-error.ts";
import type { MisbehavingServer } from "./misbehaving-server.ts";
import { sendJson, startServer } from "./misbehaving-server.ts";

type JsonResponse = (request: IncomingMessage, response: ServerResponse, attempt: number) => void;

interface Scene {
  http: HttpClient;
  server: MisbehavingServer;
  get: (details?: Partial<HttpRequest>) => ReturnType<HttpClient["request"]>;
}

async function scene(
  test: { teardown: (done: () => Promise<void>) => void },
  respond: JsonResponse,
  options: Partial<HttpClientOptions> = {},
): Promise<Scene> {
  const server = await startServer(respond);
  const limits = { headersTimeoutMs: 1000, totalTimeoutMs: 1500, retryDelayMs: 5 };
  const http = createHttpClient({ source: "api", baseUrl: server.url, ...limits, ...options });
  test.teardown(async () => {
    await server.close();
    await http.close();
  });
  return {
    http,
    server,
    get: (details) => http.request({ path: "/x", requestId: "r1", ...details }),
  };
}

async function errorOf(response: Promise<unknown>): Promise<UpstreamError> {
  try {
    await response;
  } catch (error) {
    if (error instanceof UpstreamError) return error;
    throw error;
  }
  throw new Error("no error");
}

const json: JsonResponse = (_request, response) => sendJson(response, 200, { ok: true });

t.test("a response has its status, some headers and the parsed body", async (t) => {
  const { get } = await scene(t, (_request, response) => {
    response.writeHead(200, {
      "content-type": "application/problem+json; charset=utf-8",
      etag: '"1"',
      "x-secret": "1",
    });
    response.end('\uFEFF{"a":"é"}');
  });
  const response = await get();
  t.match(response, { status: 200, json: { a: "é" }, attempts: 1, headers: { etag: '"1"' } });
  t.notOk("x-secret" in response.headers);
  t.ok(response.durationMs >= 0);
});

t.test("request id and trace context are sent on, ill-formed ones are not", async (t) => {
  const { get, server } = await scene(t, json);
  const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  await get({ traceparent });
  await get({ requestId: "bad\r\nid", traceparent: "nonsense" });
  t.match(server.requests[0]?.headers, {
    "x-request-id": "r1",
    traceparent,
    accept: "application/json",
  });
  t.equal(server.requests[1]?.headers["x-request-id"], undefined);
  t.equal(server.requests[1]?.headers.traceparent, undefined);
});

t.test("the path of the base URL goes before the path of every request", async (t) => {
  const server = await startServer(json);
  const http = createHttpClient({ source: "api", baseUrl: `${server.url}/v2/cms/` });
  t.teardown(async () => {
    await http.close();
    await server.close();
  });
  await http.request({ path: "/api/news/", requestId: "r1" });
  t.equal(server.requests[0]?.url, "/v2/cms/api/news/");
});

t.test("compressed responses are decompressed", async (t) => {
  for (const [encoding, pack] of [
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
  ] as const) {
    const { get } = await scene(t, (_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding });
      response.end(pack('{"packed":true}'));
    });
    t.same((await get()).json, { packed: true }, encoding);
  }
});

t.test("a small body that expands to a huge one is aborted at the limit", async (t) => {
  for (const [encoding, pack] of [
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
  ] as const) {
    const bomb = pack(Buffer.alloc(50 * 1024 * 1024, 0x20));
    const { get, server } = await scene(t, (_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": encoding });
      response.end(bomb);
    });
    const error = await errorOf(get());
    t.match(error, { kind: "size", attempts: 1, source: "api", status: null }, encoding);
    t.equal(server.requests.length, 1);
  }
});

t.test("an endless body is aborted at the limit and its socket closed", async (t) => {
  const { get, server } = await scene(
    t,
    (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        while (!response.destroyed && response.write(" ".repeat(10_000)));
      };
      response.on("drain", more);
      more();
    },
    { maxBytes: 100_000 },
  );
  t.equal((await errorOf(get())).kind, "size");
  for (let tries = 0; server.sockets.size > 0 && tries < 100; tries += 1) await wait(20);
  t.equal(server.sockets.size, 0);
});

t.test("a body with too large a content-length is not read", async (t) => {
  const { get } = await scene(t, (_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": 3_000_000 });
    response.flushHeaders();
  });
  t.equal((await errorOf(get())).kind, "size");
});

t.test("a body of exactly the limit is read", async (t) => {
  const text = JSON.stringify("x".repeat(998));
  const respond: JsonResponse = (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write(text.slice(0, 10));
    response.end(text.slice(10));
  };
  const exact = await scene(t, respond, { maxBytes: 1000 });
  t.equal((await exact.get()).status, 200);
  const short = await scene(t, respond, { maxBytes: 999 });
  t.equal((await errorOf(short.get())).kind, "size");
});

t.test("a body that is not JSON is an error of shape", async (t) => {
  const cases: Record<string, { headers: Record<string, string>; body: string | Buffer }> = {
    "an HTML page": { headers: { "content-type": "text/html" }, body: "<h1>hello</h1>" },
    "an HTML page without a type": { headers: {}, body: "<h1>hello</h1>" },
    "a look-alike type": { headers: { "content-type": "application/jsonp" }, body: "{}" },
    "cut JSON": { headers: { "content-type": "application/json" }, body: '{"secret": "abc' },
    "an empty body": { headers: { "content-type": "application/json" }, body: "" },
    "wrong UTF-8": {
      headers: { "content-type": "application/json" },
      body: Buffer.from([0x22, 0xc3, 0x28, 0x22]),
    },
    "gzip that is none": {
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      body: "{}",
    },
    "an encoding that was not requested": {
      headers: { "content-type": "application/json", "content-encoding": "compress" },
      body: "{}",
    },
  };
  for (const [name, { headers, body }] of Object.entries(cases)) {
    const { get, server } = await scene(t, (_request, response) => {
      response.writeHead(200, headers).end(body);
    });
    const error = await errorOf(get());
    t.equal(error.kind, "shape", name);
    t.notMatch(JSON.stringify([error.message, String(error.cause)]), /secret|hello/, name);
    t.equal(server.requests.length, 1, `${name}: no retry`);
  }
});

t.test("JSON without a content type is read", async (t) => {
  for (const headers of [{}, { "content-type": " " }]) {
    const { get } = await scene(t, (_request, response) => {
      response.writeHead(200, headers).end('{"items": []}');
    });
    t.match(await get(), { attempts: 1, json: { items: [] } });
  }
});

t.test("a connection that ends at its second request costs no response", async (t) => {
  const used = new WeakSet<object>();
  const { get, server } = await scene(t, ({ socket }, response) => {
    if (used.has(socket)) return socket.resetAndDestroy();
    used.add(socket);
    return sendJson(response, 200, { well: true });
  });
  // Ten connections are kept alive, and every one would be reset.
  await Promise.all(Array.from({ length: 10 }, get));
  for (let n = 0; n < 10; n += 1) t.match(await get(), { json: { well: true } });
  const attempts = (await Promise.all(Array.from({ length: 10 }, get))).map((one) => one.attempts);
  t.ok(attempts.every((count) => count <= 2));
  t.ok(server.requests.length > 30, "some were sent twice");
});

t.test("an error response has its status and a bounded message of the source", async (t) => {
  const message = `Please\u202e wait\n${"x".repeat(500)}`;
  const { get, server } = await scene(t, (_request, response) => {
    response.writeHead(500, { "content-type": "application/json", "retry-after": "7" });
    response.end(JSON.stringify({ message, stack: "at /srv" }));
  });
  const error = await errorOf(get());
  t.match(error, { kind: "status", status: 500, retryAfterSeconds: 7, attempts: 1 });
  t.match(error.sourceMessage, /^Please wait x+$/);
  t.equal(error.sourceMessage?.length, 200);
  t.equal(error.message, "api: status 500 (refused)");
  t.equal(server.requests.length, 1);
});

t.test("a missing item is recognised by its status, with or without JSON", async (t) => {
  const plain = await scene(t, (_request, response) => response.writeHead(404).end("Not here"));
  t.match(await errorOf(plain.get()), { kind: "status", status: 404, sourceMessage: null });
  const asJson = await scene(t, (_request, response) =>
    sendJson(response, 404, { message: "gone" }),
  );
  t.match(await errorOf(asJson.get()), { kind: "status", status: 404, sourceMessage: "gone" });
});

t.test("a redirect is not followed", async (t) => {
  const { get, server } = await scene(t, (_request, response) => {
    response.writeHead(302, { location: "/elsewhere" }).end();
  });
  t.match(await errorOf(get()), { kind: "status", status: 302 });
  t.same(
    server.requests.map(({ url }) => url),
    ["/x"],
  );
});

t.test("502 to 504 are retried once, and the second response counts", async (t) => {
  for (const status of [502, 503, 504]) {
    const { get, server } = await scene(t, (_request, response, attempt) => {
      sendJson(response, attempt === 1 ? status : 200, { attempt });
    });
    const response = await get();
    t.match(response, { attempts: 2, json: { attempt: 2 } });
    t.equal(server.requests.length, 2);
  }
});

t.test("a Retry-After prevents the retry and is passed on", async (t) => {
  const { get, server } = await scene(t, (_request, response) => {
    response.writeHead(503, { "retry-after": "120" }).end();
  });
  t.match(await errorOf(get()), { status: 503, retryAfterSeconds: 120, attempts: 1 });
  t.equal(server.requests.length, 1);
});

t.test("a failing source gets two requests and no more", async (t) => {
  const { get, server } = await scene(t, (_request, response) => response.writeHead(502).end());
  t.match(await errorOf(get()), { kind: "status", status: 502, attempts: 2 });
  t.equal(server.requests.length, 2);
});

t.test(
  "a connection closed before the headers or within the body is a network error, retried once",
  async (t) => {
    const before = await scene(t, (request) => request.socket.destroy());
    t.match(await errorOf(before.get()), { kind: "network", attempts: 2 });
    for (const headers of [{ "content-length": "100" }, {}]) {
      const within = await scene(t, (request, response) => {
        response.writeHead(200, { "content-type": "application/json", ...headers });
        response.write('{"half":', () => setTimeout(() => request.socket.destroy(), 20));
      });
      t.match(await errorOf(within.get()), { kind: "network", attempts: 2 });
    }
  },
);

t.test("compressed data that ends early is a network error", async (t) => {
  const whole = gzipSync(JSON.stringify({ text: "x".repeat(5000) }));
  const { get } = await scene(t, (_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(whole.subarray(0, 20));
  });
  t.equal((await errorOf(get())).kind, "network");
});

t.test("a retry makes up for a closed connection", async (t) => {
  const { get } = await scene(t, (request, response, attempt) => {
    if (attempt === 1) request.socket.destroy();
    else sendJson(response, 200, {});
  });
  t.equal((await get()).attempts, 2);
});

t.test("an unreachable server is a network error", async (t) => {
  const server = await startServer(json);
  await server.close();
  const http = createHttpClient({ source: "api", baseUrl: server.url, retryDelayMs: 1 });
  t.teardown(() => http.close());
  const error = await errorOf(http.request({ path: "/", requestId: "r" }));
  t.match(error, {
    kind: "network",
    attempts: 2,
    fault: "refused",
    message: "api: refused (ECONNREFUSED)",
  });
  t.ok(error.cause instanceof Error);
});

t.test(
  "a server that does not speak HTTP is a network error whose cause holds none of its bytes",
  async (t) => {
    const { get } = await scene(t, (request) => request.socket.end("SECRET nonsense\r\n\r\n"));
    const error = await errorOf(get());
    t.equal(error.kind, "network");
    t.notMatch(JSON.stringify(error.cause, Object.getOwnPropertyNames(error.cause)), /SECRET/);
  },
);

t.test("no head in time is a timeout and is not tried again", async (t) => {
  const { get, server } = await scene(t, () => {}, { headersTimeoutMs: 50 });
  t.match(await errorOf(get()), {
    kind: "timeout",
    attempts: 1,
    message: "api: timeout (headers)",
  });
  t.equal(server.requests.length, 1);
});

t.test("a slow body is aborted at the deadline of the whole call", async (t) => {
  const { get } = await scene(
    t,
    (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const timer = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(timer));
    },
    { totalTimeoutMs: 150 },
  );
  t.match(await errorOf(get()), { kind: "timeout", message: "api: timeout (whole call)" });
});

t.test("both attempts share one deadline", async (t) => {
  const { get, server } = await scene(
    t,
    (request, _response, attempt) => {
      if (attempt === 1) setTimeout(() => request.socket.destroy(), 200);
    },
    { totalTimeoutMs: 500, headersTimeoutMs: 10_000 },
  );
  const error = await errorOf(get());
  t.match(error, { kind: "timeout", attempts: 2 });
  t.equal(server.requests.length, 2);
});

t.test("an error is not retried without time left", async (t) => {
  const { get, server } = await scene(t, (_request, response) => response.writeHead(502).end(), {
    totalTimeoutMs: 5_000,
    headersTimeoutMs: 10_000,
    retryDelayMs: 5_000,
  });
  t.match(await errorOf(get()), { kind: "status", attempts: 1 });
  t.equal(server.requests.length, 1);
});

t.test(
  "an aborted call rejects with the signal's reason, not with an error of the source",
  async (t) => {
    const { get, server } = await scene(t, () => {});
    const reason = new Error("client disconnected");
    await t.rejects(get({ signal: AbortSignal.abort(reason) }), reason);
    t.equal(server.requests.length, 0, "nothing was requested");
    const controller = new AbortController();
    const pending = get({
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(reason), 30);
    t.equal(await pending.catch((error: unknown) => error), reason);
    const plain = new AbortController();
    setTimeout(() => plain.abort(), 30);
    t.match(await get({ signal: plain.signal }).catch((error: unknown) => error), {
      name: "AbortError",
    });
  },
);

t.test(
  "a call aborted within the body or the pause rejects with the signal's reason",
  async (t) => {
    const reason = new Error("client disconnected");
    const slow = await scene(t, (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("[1,");
    });
    t.equal(
      await slow.get({ signal: abortIn(50, reason) }).catch((error: unknown) => error),
      reason,
    );
    const broken = await scene(t, (_request, response) => response.writeHead(502).end(), {
      retryDelayMs: 400,
    });
    t.equal(
      await broken.get({ signal: abortIn(100, reason) }).catch((error: unknown) => error),
      reason,
    );
    t.equal(broken.server.requests.length, 1);
  },
);

function abortIn(ms: number, reason: Error): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), ms);
  return controller.signal;
}

t.test("a signal used for many calls has no listener left", async (t) => {
  const { get } = await scene(t, json);
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    listeners += 1;
    addEventListener.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    listeners -= 1;
    removeEventListener.apply(signal, given);
  };
  for (let call = 0; call < 5; call += 1) await get({ signal });
  t.equal(listeners, 0);
});

t.test("writes carry JSON and headers, and are sent once", async (t) => {
  const { get, server } = await scene(t, (_request, response) => response.writeHead(503).end());
  for (const method of ["POST", "PUT", "DELETE"] as const) {
    const body = method === "DELETE" ? undefined : { name: "Asha" };
    const headers = { "Idempotency-Key": "k1", "if-match": '"3"' };
    t.match(await errorOf(get({ method, body, headers })), { status: 503, attempts: 1 });
  }
  t.same(
    server.requests.map(({ method }) => method),
    ["POST", "PUT", "DELETE"],
  );
  t.match(server.requests[0], {
    body: '{"name":"Asha"}',
    headers: { "content-type": "application/json", "idempotency-key": "k1", "if-match": '"3"' },
  });
  t.equal(server.requests[2]?.headers["content-type"], undefined);
});

t.test("a write is retried when the caller allows it", async (t) => {
  const { get } = await scene(t, (_request, response, attempt) => {
    sendJson(response, attempt === 1 ? 503 : 201, {});
  });
  t.match(await get({ method: "POST", body: {}, isRetried: true }), { status: 201, attempts: 2 });
});

t.test("a write with a success status succeeds, whatever its body is", async (t) => {
  const bodies: JsonResponse[] = [
    (_request, response) => response.writeHead(204).end(),
    (_request, response) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<p>Thanks"),
    (_request, response) =>
      response.writeHead(201, { "content-type": "application/json" }).end("{"),
    (_request, response) => response.writeHead(200).end(),
  ];
  for (const respond of bodies) {
    const { get } = await scene(t, respond);
    t.match(await get({ method: "POST", body: {} }), { json: null, attempts: 1 });
  }
});

t.test("a response without content is null, for a read as well", async (t) => {
  const { get } = await scene(t, (_request, response) => response.writeHead(204).end());
  t.match(await get(), { status: 204, json: null });
});

t.test("sockets stay open and are shared, short refusals included", async (t) => {
  const ports = new Set<number | undefined>();
  const { get } = await scene(t, (request, response, attempt) => {
    ports.add(request.socket.remotePort);
    if (attempt % 2 === 0) response.writeHead(404, { "content-length": 4 }).end("gone");
    else sendJson(response, 200, {});
  });
  for (let call = 0; call < 6; call += 1) await get().catch(() => null);
  t.ok(ports.size < 4, `${ports.size} sockets for six calls`);
});

t.test("Retry-After as a date is read as seconds from now", async (t) => {
  const { get } = await scene(t, (_request, response) => {
    const at = new Date(Date.now() + 60_000).toUTCString();
    response.writeHead(429, { "retry-after": at }).end();
  });
  const error = await errorOf(get());
  t.ok((error.retryAfterSeconds ?? 0) > 30 && (error.retryAfterSeconds ?? 0) <= 60);
});
