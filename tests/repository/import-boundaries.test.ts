import { readFileSync } from "node:fs";
import t from "tap";
import { importsOf, sourceFiles } from "./source-files.ts";

/**
 * Which imports a folder may not have, besides the order that `folder-graph.test.ts` checks.
 * `content-modules.d.ts` declares types of compiled content.
 */
const FORBIDDEN: readonly [folder: string, forbidden: RegExp][] = [
  ["shared", /^(server|client|tests)\/|^node:|^react|^fastify/],
  ["client", /^(server|tests)\/|^node:|^fastify|^undici|^pino|^zod/],
  ["server", /^(client|tests)\/|^react/],
  // The order lets routes import submissions, which import upstream.
  ["server/routes", /^server\/upstream/],
  ["client/components", /^client\/(pages|layout|router|entry)/],
];
const EXCEPTIONS = ["client/content-modules.d.ts"];

t.test("no folder imports what is forbidden to it", async (t) => {
  for (const [folder, forbidden] of FORBIDDEN) {
    for (const file of sourceFiles(folder).filter((path) => !EXCEPTIONS.includes(path))) {
      const wrong = importsOf(file).filter((name) => forbidden.test(name));
      t.same(wrong, [], file);
    }
  }
});

t.test("one section of pages never imports another's parts", async (t) => {
  for (const file of sourceFiles("client/pages")) {
    const section = file.split("/")[2];
    const wrong = importsOf(file).filter(
      (name) =>
        name.startsWith("client/pages/") &&
        name.split("/")[2] !== section &&
        !name.endsWith(".queries.ts"),
    );
    t.same(wrong, [], file);
  }
});

t.test("source files stay small enough to read", async (t) => {
  for (const file of sourceFiles("server", "client", "shared")) {
    const lines = readFileSync(file, "utf8").split("\n").length;
    t.ok(lines <= 251, `${file} has ${lines} lines`);
  }
});

t.test("only the named files read the environment or fetch", async (t) => {
  const mayRead = [
    ...["server/site.ts", "server/embedded-api/serve.ts"],
    ...["server/staff-command/run-cli.ts", "server/doctor/cli.ts"],
  ];
  const mayFetch = [
    ...["client/data/fetch-json.ts", "client/service-worker/worker.ts"],
    "client/service-worker/kept-pages.ts",
    // The script of the search page shares nothing with those of the other pages.
    "client/pages/search/live-search.ts",
  ];
  for (const file of sourceFiles("server", "client", "shared")) {
    const text = readFileSync(file, "utf8");
    if (!mayRead.includes(file)) t.notMatch(text, /process\.env/, file);
    if (!mayFetch.includes(file)) t.notMatch(text, /[^.\w]fetch\(/, file);
  }
});

t.test("one component renders raw HTML", async (t) => {
  const users = sourceFiles("client").filter((file) =>
    readFileSync(file, "utf8").includes("dangerouslySetInnerHTML={"),
  );
  t.same(users, ["client/components/article/rich-text.tsx"]);
});
