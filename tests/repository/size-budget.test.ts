import { readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";

// Compressed as they are sent: brotli 11, bytes.
const FIRST_LOAD = 80_000;
const ROUTE_CHUNK = 6_000;
const PAGE_STYLES = 12_000;
const FONTS = 24_000;

const DIST = "dist/client";
const ENTRY = "client/entry-browser.ts";
const HYDRATION = "client/hydrate.tsx";

interface Built {
  file: string;
  imports?: string[];
  assets?: string[];
}
const manifest: Record<string, Built> = JSON.parse(
  readFileSync(join(DIST, ".vite/manifest.json"), "utf8"),
);
const { folder }: { folder: string } = JSON.parse(
  readFileSync(join(DIST, ".vite/page-styles.json"), "utf8"),
);

/** Files below the worth of a content encoding are sent as they are. */
function sentBytes(file: string): number {
  try {
    return readFileSync(join(DIST, `${file}.br`)).length;
  } catch {
    return readFileSync(join(DIST, file)).length;
  }
}

function chunksOf(source: string, seen = new Set<string>()): Set<string> {
  if (seen.has(source) || !manifest[source]) return seen;
  seen.add(source);
  for (const next of manifest[source].imports ?? []) chunksOf(next, seen);
  return seen;
}

/** What stands over its budget, by name and by how much. */
function over(budget: number, sizes: readonly (readonly [string, number])[]): string[] {
  return sizes
    .filter(([, bytes]) => bytes > budget)
    .map(([name, bytes]) => `${name}: ${bytes} bytes, ${bytes - budget} over`);
}

// The table is JSX to Node: its lines are read as text.
const table = readFileSync("client/routes.tsx", "utf8");
const pages = [...table.matchAll(/path: "([^"]+)",\s+file: "([^"]+)"/g)]
  .map(([, path = "", file = ""]) => ({ path, source: `client/pages/${file}` }))
  // The server renders these alone: no script, and the stylesheet of another page.
  .filter(({ path, source }) => path !== "/styleguide" && !source.includes(".server-page."));

t.test("every page's first JavaScript is 80 kB at most, all together", async (t) => {
  const sizes = pages.map(({ path, source }) => {
    const chunks = new Set([ENTRY, HYDRATION, source].flatMap((part) => [...chunksOf(part)]));
    const bytes = [...chunks].reduce((sum, key) => sum + sentBytes(manifest[key]?.file ?? ""), 0);
    return [path, bytes] as const;
  });
  t.ok(sizes.length > 30, "the table was read");
  t.same(over(FIRST_LOAD, sizes), []);
});

t.test(
  "no schema library is in the browser's scripts: clean shapes travel as types alone",
  async (t) => {
    for (const { file } of Object.values(manifest)) {
      if (file.endsWith(".js"))
        t.notMatch(readFileSync(join(DIST, file), "utf8"), /_zod|ZodError/, file);
    }
  },
);

t.test("a route's own chunk is 6 kB at most", async (t) => {
  const sizes = pages.map(({ path, source }) => {
    t.ok(manifest[source], `${source} has a chunk of its own`);
    return [path, sentBytes(manifest[source]?.file ?? "")] as const;
  });
  t.same(over(ROUTE_CHUNK, sizes), []);
});

t.test(
  "a page's stylesheets, and the font of its first paint, keep within their budgets",
  async (t) => {
    const base = sentBytes(`${folder}/base.css`);
    const sizes = pages.map(({ path, source }) => {
      const own = source.replace(/^client\/pages\/|\.tsx$/g, "");
      return [path, base + sentBytes(`${folder}/${own}.css`)] as const;
    });
    t.same(over(PAGE_STYLES, sizes), []);
    const fonts = (manifest[HYDRATION]?.assets ?? []).filter((file) => file.endsWith(".woff2"));
    const preloaded = fonts.filter((file) => !file.includes("-rest"));
    t.equal(preloaded.length, 1);
    t.same(
      over(
        FONTS,
        preloaded.map((file) => [file, sentBytes(file)]),
      ),
      [],
    );
  },
);
