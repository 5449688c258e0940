import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import t from "tap";

const ROOT = resolve(import.meta.dirname, "../..");

/** Every source file below a folder. */
function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(ts|tsx)$/.test(path))
    .map((path) => join(folder, path));
}

/** What a file imports: repository paths for its own, names for packages. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const named = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(
    (match) => match[1] ?? "",
  );
  return named.map((name) =>
    name.startsWith(".") ? relative(ROOT, resolve(ROOT, file, "..", name)) : name,
  );
}

/** Which imports a room may not have. `content-modules.d.ts` declares types of compiled content. */
const FENCES: readonly [room: string, forbidden: RegExp][] = [
  ["shared", /^(server|client|tests)\/|^node:|^react|^fastify/],
  ["client", /^(server|tests)\/|^node:|^fastify|^undici|^pino|^zod/],
  ["server", /^(client|tests)\/|^react/],
  ["server/upstream", /^server\/(bff|routes|ssr|plugins|app|config|composition)/],
  ["server/bff", /^server\/(routes|ssr|plugins|app|config|composition)/],
  ["server/ssr", /^server\/(bff|upstream|app|config|composition)/],
  ["server/routes", /^server\/(bff|upstream|app|config|composition)/],
  ["client/components", /^client\/(pages|layout|entry)/],
];
const EXCEPTIONS = ["client/content-modules.d.ts"];

t.test("no room imports what is above or beside it", async (t) => {
  for (const [room, forbidden] of FENCES) {
    for (const file of sources(room).filter((path) => !EXCEPTIONS.includes(path))) {
      const wrong = importsOf(file).filter((name) => forbidden.test(name));
      t.same(wrong, [], file);
    }
  }
});

t.test("one section of pages never imports another's parts", async (t) => {
  for (const file of sources("client/pages")) {
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
  // Drawings are coordinates: long, but nothing to read.
  const drawings = "server/build/illustration/";
  const files = ["server", "client", "shared"].flatMap(sources);
  for (const file of files.filter((path) => !path.startsWith(drawings))) {
    const lines = readFileSync(join(ROOT, file), "utf8").split("\n").length;
    t.ok(lines <= 251, `${file} has ${lines} lines`);
  }
});

t.test("only the named files read the environment or fetch", async (t) => {
  const mayRead = [
    ...["server/site.ts", "server/embedded-api/serve.ts"],
    ...["server/inbox/cli.ts", "server/doctor/cli.ts"],
  ];
  const mayFetch = [
    "client/data/browser-site-data.ts",
    "client/data/event-writes.ts",
    "client/data/site-actions.ts",
  ];
  for (const file of ["server", "client", "shared"].flatMap(sources)) {
    const text = readFileSync(join(ROOT, file), "utf8");
    if (!mayRead.includes(file)) t.notMatch(text, /process\.env/, file);
    if (!mayFetch.includes(file)) t.notMatch(text, /[^.\w]fetch\(/, file);
  }
});

t.test("raw HTML is printed by one component", async (t) => {
  const printers = sources("client").filter((file) =>
    readFileSync(join(ROOT, file), "utf8").includes("dangerouslySetInnerHTML={"),
  );
  t.same(printers, ["client/components/rich-text.tsx"]);
});
