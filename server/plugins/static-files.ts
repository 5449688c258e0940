import { readdirSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { cachePolicy } from "../ssr/cache-policy.ts";

/** Vite's notes, and the codings that stand beside a file under its own address. */
const NOT_SERVED = /^\.|\.(?:br|gz)$/;

/** The files under `root` as addresses without the first slash. */
function filesIn(root: string): Set<string> {
  const found = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(root.length + 1))
    .filter((path) => !NOT_SERVED.test(path));
  return new Set(found.map((path) => path.replaceAll("\\", "/")));
}

/**
 * The built browser files. Those under `/assets/` carry a hash in their name and never change. A route for
 * each folder, not for each file: hundreds of routes cost a tenth of the start. Only names of the list are sent.
 */
export async function addStaticFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    serve: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (response, path) => {
      const isHashed = path.includes("/assets/");
      response.header("cache-control", isHashed ? cachePolicy.hashedAsset : cachePolicy.plainAsset);
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
}
