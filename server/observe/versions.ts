import { readFileSync } from "node:fs";

/** What runs, for the first line of the log and `site_build_info`. */
export interface Versions {
  site: string;
  node: string;
  fastify: string;
  react: string;
}

let known: Versions | null = null;

/** Exact versions: every dependency is pinned in package.json. */
export function versions(): Versions {
  if (known !== null) return known;
  const { version, dependencies }: { version: string; dependencies: Record<string, string> } =
    JSON.parse(readFileSync("package.json", "utf8"));
  const { fastify = "", react = "" } = dependencies;
  known = { site: version, node: process.version, fastify, react };
  return known;
}
