import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the paths of the route table, which is read as text, since Node cannot import JSX. */
export function routesInSources(): string[] {
  const table = readFileSync(join(import.meta.dirname, "../../client/routes.tsx"), "utf8");
  return [...table.matchAll(/path: "(\/[^"]*)"/g)].map(([, path = ""]) => path);
}
