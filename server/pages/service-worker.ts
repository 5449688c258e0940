import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { cachePolicy } from "../http/cache-control.ts";
import { encodeSmall } from "../http/encodings.ts";

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

/** The worker of `client/service-worker`, under a name without a hash: each navigation asks for a newer one. */
export async function serviceWorkerRoute(app: FastifyInstance) {
  // Development has no worker.
  const { assetsDir } = app.client;
  const bytes =
    app.config.SERVICE_WORKER === "on" && assetsDir !== null
      ? readFileSync(join(assetsDir, SERVICE_WORKER))
      : Buffer.from(REMOVAL);
  void encodeSmall(bytes);
  app.get(`/${SERVICE_WORKER}`, (_request, reply) => {
    reply.headers({
      // The worker's own policy, not that of the pages: it fetches pages and sends forms.
      "content-security-policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": cachePolicy.revalidated,
    });
    return reply.send(bytes);
  });
}
