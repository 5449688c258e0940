import { readdirSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, onRequestHookHandler, onSendHookHandler } from "fastify";
import { tagsIn } from "./etag.ts";
import { asFile } from "./finish-response.ts";
import { cachePolicy } from "./headers.ts";

/** Folders, Vite's manifests, precompressed variants, and the service worker, which has a route of its own. */
const NOT_SERVED = /^[^.]*$|^\.|\.(?:br|gz)$|^service-worker\.js$/;

/** Of no use where a name has one content for ever. */
const HASHED = { etag: false, lastModified: false, acceptRanges: false };

/** RFC 9239 obsoletes the type that the library sends. */
const textJavaScript: onSendHookHandler = (request, reply, _payload, done) => {
  if (request.url.endsWith(".js") && reply.statusCode === 200)
    reply.header("content-type", "text/javascript; charset=utf-8");
  done();
};

/** The library compares the tags as they come, and knows nothing of proxies. */
const readTags: onRequestHookHandler = ({ headers }, _reply, done) => {
  const tags = headers["if-none-match"];
  if (tags !== undefined)
    headers["if-none-match"] = tags.trim() === "*" ? "*" : tagsIn(tags).join(", ");
  done();
};

/** Listed once: no other file is sent. */
export async function staticFileRoutes(app: FastifyInstance): Promise<void> {
  const root = app.client.assetsDir;
  if (root === null) return;
  await app.register(fastifyStatic, {
    root,
    serve: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (response, path) => {
      const isHashed = path.includes("/assets/");
      const policy = isHashed ? cachePolicy.immutable : cachePolicy.anHour;
      response.header("cache-control", policy);
      // Pages of other sites show them in previews of links.
      if (path.includes("/social/"))
        response.header("cross-origin-resource-policy", "cross-origin");
    },
  });
  const all = readdirSync(root, { recursive: true, encoding: "utf8" });
  const files = new Set(all.filter((path) => !NOT_SERVED.test(path)));
  // A route for each folder, since hundreds of routes slow the start.
  const paths = new Set([...files].map((file) => file.replace(/\/.*/, "/*")));
  for (const path of paths) {
    const isHashed = path === "assets/*";
    const onRequest = isHashed ? [asFile, readTags] : readTags;
    app.get<{ Params: { "*"?: string } }>(
      `/${path}`,
      { onRequest, onSend: textJavaScript },
      ({ params: { "*": rest = "" } }, reply) => {
        const file = path.replace("*", () => rest);
        if (!files.has(file)) return reply.callNotFound();
        return reply.sendFile(file, isHashed ? HASHED : {});
      },
    );
  }
}
