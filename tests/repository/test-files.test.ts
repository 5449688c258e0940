import { globSync, readFileSync } from "node:fs";
import t from "tap";
import { parse } from "yaml";
import { importsOf } from "./source-files.ts";

type Reasons = Readonly<Record<string, string>>;

const files = globSync("tests/**/*.{ts,mjs}")
  .filter((file) => !/node_modules\/|^tests\/(?:nightly|bench)\//.test(file))
  .sort();

/** Whether a path is listed, or stands below a folder that is. */
const isIn = (listed: Reasons, path: string) =>
  Object.keys(listed).some(
    (name) => path === name || (name.endsWith("/") && path.startsWith(name)),
  );

/** `file:line: text` of the lines that a pattern finds, but in files with a reason. */
const linesWith = (pattern: RegExp, reasons: Reasons) =>
  files
    .filter((file) => file !== "tests/repository/test-files.test.ts" && !isIn(reasons, file))
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line, index) =>
          pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
        ),
    );

t.test("no test sleeps: it waits for the condition itself, or moves a clock", async (t) => {
  const found = linesWith(/\bset(?:Timeout|Interval)\b|timers\/promises|networkidle/, {
    "tests/setup/until.ts": "asks for a condition again and again",
    "tests/setup/shared/serve-shared.ts": "ends when the runner was killed",
    "tests/fakes/": "a source that is late on purpose",
  });
  t.same(found, []);
});

t.test("no test listens on a port that another may have", async (t) => {
  // Nothing listens on ports 1 and 9.
  const pattern =
    /\bfree-?port\b|\blisten\(\s*[1-9]|\b(?:127\.0\.0\.1|localhost):(?![19]\b)\d|PORT: "?[1-9]/i;
  const found = linesWith(pattern, {
    "tests/unit/server/config.test.ts": "values of settings",
    "tests/unit/server/upstream/": "addresses in texts, which nobody asks",
    "tests/repository/compose.test.ts": "values of settings",
  });
  t.same(found, []);
});

t.test("every test file is run, and run once", async (t) => {
  const { include, exclude }: Record<"include" | "exclude", string[]> = parse(
    readFileSync(".taprc", "utf8"),
  );
  const left = new Set(globSync(exclude));
  const started = globSync(include).filter((file) => !left.has(file));
  const runs = started.flatMap((file) => {
    const [, patterns = ""] = /\brunFiles\(([^)]*)\)/.exec(readFileSync(file, "utf8")) ?? [];
    return file.endsWith(".suite.ts")
      ? globSync([...patterns.matchAll(/"([^"]+)"/g)].map(([, pattern = ""]) => pattern))
      : [file];
  });
  const wrong = files
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => `${file}: ${runs.filter((other) => other === file).length}`)
    .filter((line) => !line.endsWith(": 1"));
  t.same(wrong, []);
});

/** What tests may know of the server. The rest they learn over HTTP, so that it can change. */
const KNOWN: Reasons = {
  "server/app.ts": "the application",
  "server/site.ts": "the same with all its parts",
  "server/config.ts": "settings",
  "server/embedded-api/": "the source that comes with the site, itself an HTTP server",
  "server/openapi/examples/": "what the API's document shows",
  "server/contract/": "types and names",
  // Pure functions.
  "server/build/content/": "content to data",
  "server/build/styles/": "styles to styles",
  "server/upstream/content-api/": "rows to items",
  "server/upstream/html/": "foreign HTML to harmless HTML",
  "server/upstream/clean-text.ts": "text to text",
  "server/upstream/web-url.ts": "text to URL",
};

t.test("tests know the server's entry points and its pure functions", async (t) => {
  const found = files
    .filter((file) => !file.startsWith("tests/repository/") && file !== "tests/setup/site/site.ts")
    .flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith("server/") && !name.endsWith(".schema.ts"))
        .filter((name) => !isIn(KNOWN, name))
        .map((name) => `${file}: ${name}`),
    );
  t.same(found, []);
});
