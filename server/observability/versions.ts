import { readFileSync } from "node:fs";

/** For the first log line and `site_build_info`. */
export interface Versions {
  site: string;
  node: string;
  fastify: string;
  react: string;
}

let known: Versions | null = null;

/** Read from package.json, where every dependency is pinned. */
export function versions(): Versions {
  if (known !== null) return known;
  const { version, dependencies }: { version: string; dependencies: Record<string, string> } =
    JSON.parse(readFileSync("package.json", "utf8"));
  const { fastify = "", react = "" } = dependencies;
  known = { site: version, node: process.version, fastify, react };
  return known;
}
