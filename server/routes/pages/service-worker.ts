import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { cachePolicy } from "../../http/cache/cache-control.ts";
import { chooseEncoding, type Encoding } from "../../http/cache/content-encoding.ts";
import { matchesIfNoneMatch, weakEtag } from "../../http/cache/etag.ts";

const SERVICE_WORKER = "service-worker.js";

/** In place of the worker: removes what it has kept, and itself. Forms that wait stay, and pages send them. */
const REMOVAL = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => registration.unregister()),
  ),
);
`;

interface Deps {
  isOn: boolean;
  /** The folder of built browser files; null in development, which has no worker. */
  assetsDir: string | null;
}

type Bodies = Readonly<Record<Encoding, Buffer>>;

/** As `server/build/precompress.ts` has written it. */
function builtWorker(assetsDir: string): Bodies {
  const read = (ending: string) => readFileSync(join(assetsDir, SERVICE_WORKER + ending));
  return { br: read(".br"), gzip: read(".gz"), identity: read("") };
}

const removal = (): Bodies => ({
  br: brotliCompressSync(REMOVAL),
  gzip: gzipSync(REMOVAL),
  identity: Buffer.from(REMOVAL),
});

/** The worker of `client/service-worker`, under a name without a hash: each navigation asks for a newer one. */
export async function serviceWorkerRoute(app: FastifyInstance, { isOn, assetsDir }: Deps) {
  const bodies = isOn && assetsDir !== null ? builtWorker(assetsDir) : removal();
  const etag = weakEtag(bodies.identity);

  app.get(`/${SERVICE_WORKER}`, async (request, reply) => {
    const { headers } = request;
    reply.headers({
      etag,
      "cache-control": cachePolicy.revalidated,
      vary: "Accept-Encoding",
      // The worker's own policy, not that of the pages: it fetches pages and sends forms.
      "content-security-policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    });
    if (matchesIfNoneMatch(headers["if-none-match"], etag)) return reply.code(304).send();
    reply.type("text/javascript; charset=utf-8");
    const encoding = chooseEncoding(headers["accept-encoding"]);
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.send(bodies[encoding]);
  });
}
