import { readFileSync } from "node:fs";

/** The file that says where the process of `serve-shared.ts` is: `{ url, pid }`. */
export const SHARED_FILE = ".tap/shared.json";

/** The resources that all test files share, by name. */
export interface Shared {
  browser: { endpoint: string };
  sites: SharedSites;
}

export interface SharedSites {
  /** A site over the samples, at their time, with search. `addresses` are those of its pages. */
  samples: { url: string; addresses: string[] };
  /** A site over a source without news and events. */
  empty: { url: string };
}

/** Returns a shared resource; the first request starts it. @throws with the reason when the resource cannot be started */
export async function askShared<Name extends keyof Shared>(name: Name): Promise<Shared[Name]> {
  const { url }: { url: string } = JSON.parse(readFileSync(SHARED_FILE, "utf8"));
  const response = await fetch(`${url}/${name}`);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
