import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { cachePolicy } from "../ssr/cache-policy.ts";

/** The built browser files. Those under `/assets/` carry a hash in their name and never change. */
export async function addStaticFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    globIgnore: ["**/.vite/**", "**/*.br", "**/*.gz"],
    setHeaders: (response, path) => {
      const isHashed = path.includes("/assets/");
      response.header("cache-control", isHashed ? cachePolicy.hashedAsset : cachePolicy.plainAsset);
    },
  });
}
