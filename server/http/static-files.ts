import { readdirSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyReply } from "fastify";
import fp from "fastify-plugin";
import { cachePolicy } from "./cache/cache-control.ts";

/** Vite's manifests, and the precompressed variants that are sent under the URL of their file. */
const NOT_SERVED = /^\.|\.(?:br|gz)$/;

/** The files under `root` as paths without a leading slash. */
function filesIn(root: string): Set<string> {
  const found = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(root.length + 1))
    .filter((path) => !NOT_SERVED.test(path));
  return new Set(found.map((path) => path.replaceAll("\\", "/")));
}

/**
 * The built browser files. Those under `/assets/` have a hash in their name and never change. One route for
 * each folder, not for each file: hundreds of routes take a tenth of the start. Only listed files are sent.
 */
export const staticFilesPlugin = fp<{ root: string }>(
  async (app, { root }) => {
    await app.register(fastifyStatic, {
      root,
      serve: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (response, path) => {
        const isHashed = path.includes("/assets/");
        const policy = isHashed ? cachePolicy.hashedAsset : cachePolicy.plainAsset;
        response.header("cache-control", policy);
      },
    });
    const files = filesIn(root);
    const send = (reply: FastifyReply, file: string) =>
      files.has(file) ? reply.sendFile(file) : reply.callNotFound();
    const folders = [...files].filter((file) => file.includes("/"));
    for (const folder of new Set(folders.map((file) => file.split("/", 1)[0])))
      app.get<{ Params: { "*": string } }>(`/${folder}/*`, (request, reply) =>
        send(reply, `${folder}/${request.params["*"]}`),
      );
    for (const file of [...files].filter((name) => !name.includes("/")))
      app.get(`/${file}`, (_request, reply) => send(reply, file));
  },
  { name: "static-files", dependencies: ["error-pages"] },
);
