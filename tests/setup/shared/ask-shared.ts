import { readFileSync } from "node:fs";

/** Where the process of `serve-shared.ts` is found: `{ url, pid }`. */
export const SHARED_FILE = ".tap/shared.json";

/** What all test files share, by name. */
export interface Shared {
  browser: { endpoint: string };
  sites: SharedSites;
}

export interface SharedSites {
  /** Over the samples, at their time, with the search. `addresses` are those of its pages. */
  samples: { url: string; addresses: string[] };
  /** Over a source without news and events. */
  empty: { url: string };
}

/** Starts it when it is asked for first. @throws with the reason when it cannot be started */
export async function askShared<Name extends keyof Shared>(name: Name): Promise<Shared[Name]> {
  const { url }: { url: string } = JSON.parse(readFileSync(SHARED_FILE, "utf8"));
  const response = await fetch(`${url}/${name}`);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
