import { readFileSync } from "node:fs";
import t from "tap";
import { importsOf, sourceFiles } from "./source-files.ts";

/** The imports that a folder may not have, besides the order that `folder-graph.test.ts` checks. */
const FORBIDDEN: readonly [folder: string, forbidden: RegExp][] = [
  ["shared", /^(server|client|tests)\/|^node:|^react|^fastify/],
  ["client", /^(server|tests)\/|^node:|^fastify|^undici|^pino|^zod/],
  ["server", /^(client|tests)\/|^react/],
  // Raw responses stay behind `source/site-data.ts`.
  ["server/pages", /^server\/source\/(?:fields|html|text|[\w-]+\.normalise)/],
  ["server/bff", /^server\/source\/(?:fields|html|text|[\w-]+\.normalise)/],
  ["client/components", /^client\/(pages|layout|router|entry)/],
];

const files = sourceFiles("server", "client", "shared");
const texts = new Map(files.map((file) => [file, readFileSync(file, "utf8")]));
const imports = files.flatMap((file) => importsOf(file).map((name) => ({ file, name })));
const filesWith = (pattern: RegExp) => files.filter((file) => pattern.test(texts.get(file) ?? ""));

t.test("no folder imports what is forbidden to it", async (t) => {
  const wrong = FORBIDDEN.flatMap(([folder, forbidden]) =>
    imports.filter(({ file, name }) => file.startsWith(`${folder}/`) && forbidden.test(name)),
  );
  t.same(wrong, []);
});

t.test("one section of pages never imports another's parts", async (t) => {
  const sectionOf = (path: string) => /^client\/pages\/([^/]+)\//.exec(path)?.[1];
  const wrong = imports.filter(({ file, name }) => {
    const [from, to] = [sectionOf(file), sectionOf(name)];
    return from && to && from !== to && !name.endsWith(".queries.ts");
  });
  t.same(wrong, []);
});

t.test("only the named files read the environment, fetch or render raw HTML", async (t) => {
  t.same(filesWith(/process\.env/), [
    "server/build/build-server.ts",
    "server/build/release.ts",
    "server/dev.ts",
    "server/embedded-api/serve.ts",
    "server/ops/content-pull.ts",
    "server/ops/doctor/cli.ts",
    // The commit, which the build fills in.
    "server/ops/metrics.ts",
    "server/ops/staff-command/backup.ts",
    "server/ops/staff-command/cli.ts",
    "server/site.ts",
  ]);
  t.same(filesWith(/[^.\w]fetch\(/), [
    "client/data/fetch-json.ts",
    "client/data/kept-pages.ts",
    "client/entry-desk.ts",
    // The sample code that this page shows.
    "client/pages/developers/developers.server-page.tsx",
    "client/pages/developers/mirror-example.ts",
    "client/service-worker/worker.ts",
  ]);
  t.same(filesWith(/dangerouslySetInnerHTML={/), ["client/components/article/rich-text.tsx"]);
});

t.test("every page file has a route, and every route has its file", async (t) => {
  const table = texts.get("client/routes.tsx") ?? "";
  const named = [...table.matchAll(/\bfile: "([^"]+)"/g)].map(([, file]) => `client/pages/${file}`);
  t.same(
    [...new Set(named)].sort(),
    files.filter((file) => /\.(?:server-)?page\.tsx$/.test(file)),
  );
});
