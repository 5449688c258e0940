import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import en from "../../content/words/en/language.json" with { type: "json" };
import sw from "../../content/words/sw/language.json" with { type: "json" };

// Sizes in bytes, compressed as they are sent (brotli 11).
const FIRST_LOAD = 80_000;
/** The budgets of pages that load no code for components without behaviour, which stay as the server's HTML. */
const LIGHT_LOADS: Record<string, number> = {
  "/": 74_500,
  "/news-events": 75_000,
  "/news-events/news/:slug": 73_000,
  "/events/:slug": 73_000,
  "/donate": 78_400,
};
const ROUTE_CHUNK = 6_000;
const PAGE_STYLES = 4_800;
/** What all pages load after the first paint. */
const LATER_STYLES = 4_000;
const FONTS = 24_000;
const SERVICE_WORKER = 4_000;

const DIST = "dist/client";
const ENTRY = "client/entry-browser.ts";
const HYDRATION = "client/hydrate.tsx";

interface Built {
  file: string;
  imports?: string[];
  assets?: string[];
}
type Manifest = Record<string, Built>;
const manifestOf = (language: string): Manifest =>
  JSON.parse(readFileSync(join(DIST, `.vite/manifest.${language}.json`), "utf8"));
const manifest = manifestOf("en");
const { folder }: { folder: string } = JSON.parse(
  readFileSync(join(DIST, ".vite/page-styles.en.json"), "utf8"),
);

/** Returns the size of a file as sent: a file too small to be worth compressing is sent as it is. */
function sentBytes(file: string): number {
  try {
    return readFileSync(join(DIST, `${file}.br`)).length;
  } catch {
    return readFileSync(join(DIST, file)).length;
  }
}

function chunksOf(manifest: Manifest, source: string, seen = new Set<string>()): Set<string> {
  if (seen.has(source) || !manifest[source]) return seen;
  seen.add(source);
  for (const next of manifest[source].imports ?? []) chunksOf(manifest, next, seen);
  return seen;
}

/** Lists everything over its budget, with the number of bytes. */
function over(budget: number, sizes: readonly (readonly [string, number])[]): string[] {
  return sizes
    .filter(([, bytes]) => !(bytes <= budget))
    .map(([name, bytes]) => `${name}: ${bytes} bytes, ${bytes - budget} over`);
}

// Node cannot import the table, which is JSX, so its lines are read as text.
const table = readFileSync("client/routes.tsx", "utf8");
const pages = [...table.matchAll(/path: "([^"]+)",\s+file: "([^"]+)"/g)]
  .map(([, path = "", file = ""]) => ({ path, source: `client/pages/${file}` }))
  // Pages that only the server renders have no script, and share the stylesheet of another page.
  .filter(({ source }) => !source.includes(".server-page."));

t.test("every page's first JavaScript is 80 kB at most, all together", async (t) => {
  for (const { code } of [en, sw]) {
    const built = manifestOf(code);
    const sizes = pages.map(({ path, source }) => {
      const parts = [ENTRY, HYDRATION, source];
      const chunks = new Set(parts.flatMap((part) => [...chunksOf(built, part)]));
      const bytes = [...chunks].reduce((sum, key) => sum + sentBytes(built[key]?.file ?? ""), 0);
      return [path, bytes] as const;
    });
    const wrong = sizes.flatMap((size) => over(LIGHT_LOADS[size[0]] ?? FIRST_LOAD, [size]));
    t.same(wrong, [], code);
  }
});

t.test("the browser's scripts hold nothing of the server, and no schema library", async (t) => {
  const foreign =
    /CONTENT_API_URL|node:(?:fs|http|zlib|crypto)|undici|sanitize-html|fastify|_zod|ZodError/;
  const scripts = globSync(`${DIST}/assets/**/*.js`);
  t.same(
    scripts.filter((file) => foreign.test(readFileSync(file, "utf8"))),
    [],
  );
});

t.test("a route's own chunk is 6 kB at most", async (t) => {
  const sizes = pages.map(
    ({ path, source }) =>
      [path, manifest[source] ? sentBytes(manifest[source].file) : Number.NaN] as const,
  );
  t.same(over(ROUTE_CHUNK, sizes), []);
});

t.test("a page's stylesheets and the font of its first paint keep their budgets", async (t) => {
  const base = sentBytes(`${folder}/base.css`);
  const sizes = pages.map(({ path, source }) => {
    const own = source.replace(/^client\/pages\/|\.tsx$/g, "");
    return [path, base + sentBytes(`${folder}/${own}.css`)] as const;
  });
  t.same(over(PAGE_STYLES, sizes), []);
  const later = `${folder}/later.css`;
  t.same(over(LATER_STYLES, [[later, sentBytes(later)]]), []);
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
});

t.test("the service worker is 4 kB at most", async (t) => {
  const file = "service-worker.js";
  t.same(over(SERVICE_WORKER, [[file, sentBytes(file)]]), []);
});
