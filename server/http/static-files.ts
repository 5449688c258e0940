import { readdirSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, onRequestHookHandler, onSendHookHandler } from "fastify";
import { tagsIn } from "./etag.ts";
import { asFile } from "./finish-response.ts";
import { cachePolicy } from "./headers.ts";

/**
 * Paths that are not served: folders, Vite's manifests, precompressed variants, and the service worker, which has its own
 * route. Examples: `assets`, `.vite/manifest.en.json`, `assets/index.js.br`.
 */
const NOT_SERVED = /^[^.]*$|^\.|\.(?:br|gz)$|^service-worker\.js$/;

/** The options for files whose content never changes under their name: validators and ranges would be of no use. */
const HASHED = { etag: false, lastModified: false, acceptRanges: false };

/** Sets the type of scripts: RFC 9239 obsoletes the type that the library sends. */
const textJavaScript: onSendHookHandler = (request, reply, _payload, done) => {
  if (request.url.endsWith(".js") && reply.statusCode === 200)
    reply.header("content-type", "text/javascript; charset=utf-8");
  done();
};

/** Removes the suffixes of proxies from tags, which the library would compare as received. */
const readTags: onRequestHookHandler = ({ headers }, _reply, done) => {
  const tags = headers["if-none-match"];
  if (tags !== undefined)
    headers["if-none-match"] = tags.trim() === "*" ? "*" : tagsIn(tags).join(", ");
  done();
};

/** Serves the files of the build. The folder is listed once, at the start, and no other file is sent. */
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
      // Other sites show these pictures in link previews.
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
