import { globSync, readFileSync, statSync } from "node:fs";
import t from "tap";
import { parse } from "yaml";
import { importsOf } from "./source-files.ts";

const files = globSync("tests/**/*.{ts,mjs}")
  .filter((file) => !/node_modules\/|^tests\/nightly\//.test(file))
  .sort();

/** Tells whether a path is listed, or lies below a listed folder. */
const isIn = (listed: readonly string[], path: string) =>
  listed.some((name) => path === name || (name.endsWith("/") && path.startsWith(name)));

/** Lists the lines that a pattern finds as `file:line: text`, except in files with a reason. */
const linesWith = (pattern: RegExp, reasons: Readonly<Record<string, string>>) =>
  files
    .filter(
      (file) => file !== "tests/repository/test-files.test.ts" && !isIn(Object.keys(reasons), file),
    )
    .flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line, index) =>
          pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
        ),
    );

t.test("no test sleeps: it waits for the condition itself, or moves a clock", async (t) => {
  const found = linesWith(/\bset(?:Timeout|Interval)\b(?!")|networkidle/, {
    "tests/setup/until.ts": "asks for a condition again and again",
    "tests/setup/shared/serve-shared.ts": "ends when the runner was killed",
    "tests/fakes/": "a source that is late on purpose",
    "tests/app/pictures/bad-pictures.test.ts": "a response that never ends",
    "tests/setup/site/raw-request.ts": "a client that sends slowly",
    "tests/process/log-lines.test.ts": "a program that goes on until it is ended",
  });
  t.same(found, []);
});

t.test("no test listens on a port that another may have", async (t) => {
  // Nothing listens on ports 1 and 9.
  const pattern =
    /\bfree-?port\b|\blisten\(\s*[1-9]|\b(?:127\.0\.0\.1|localhost):(?![19]\b)\d|PORT: "?[1-9]/i;
  const found = linesWith(pattern, {
    "tests/unit/server/config.test.ts": "values of settings",
    "tests/unit/server/source/": "addresses in texts, which nobody asks",
    "tests/repository/compose.test.ts": "values of settings",
    "tests/app/operations/metrics.test.ts": "a port that only main.ts would open",
    "tests/app/staff/website.test.ts": "a port at which the doctor finds no site",
  });
  t.same(found, []);
});

t.test("every test file is run, and run once", async (t) => {
  const { include }: { include: string[] } = parse(readFileSync(".taprc", "utf8"));
  const runs = globSync(include).flatMap((file) => {
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

t.test("every test file stands once in the table of promises of tests/README.md", async (t) => {
  const readme = readFileSync("tests/README.md", "utf8");
  const table = readme.slice(readme.indexOf("| promise | files |"));
  const named = [...table.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, name]) => `tests/${name}`);
  t.same(
    named.sort(),
    files.filter((file) => file.endsWith(".test.ts")),
  );
});

t.test("the content of the tests is small: few entries of a kind, simple drawings", async (t) => {
  const folder = "tests/fixtures/content";
  const bytes = globSync(`${folder}/**/*.*`).map((file) => statSync(file).size);
  const all = bytes.reduce((sum, size) => sum + size, 0);
  t.ok(all < 250_000, `${bytes.length} files have ${all} bytes`);
  for (const kind of ["announcements", "blog", "pages", "programmes", "projects"])
    t.ok(globSync(`${folder}/${kind}/*.json`).length <= 5, kind);
});

t.test("only the tests of the real content read the folder that editors change", async (t) => {
  const reads = /(?:Sync|ContentFiles)\(["'`]content(?!\/words\b)|CONTENT_DIR: ["'`]content["'`]/;
  const readers = files.filter((file) => reads.test(readFileSync(file, "utf8")));
  t.same(readers, ["tests/app/pages/real-content.test.ts", "tests/e2e/pages/real-content.test.ts"]);
});

/** The parts of the server that tests may import. Tests use the rest over HTTP, so that it can change. */
const ENTRIES = [
  "app.ts",
  "site.ts",
  "config.ts",
  "embedded-api/",
  "bff/openapi/examples.json",
  "ops/doctor/",
  "pages/built-renderer.ts",
  "pages/dev-renderer.ts",
];
const PURE = [
  "build/page-styles.ts",
  "content/",
  "desk/line-diff.ts",
  "email-address.ts",
  "forms/form-schema.ts",
  "forms/forms.ts",
  "forms/inbox.ts",
  "forms/form-limits.ts",
  "forms/spam-check.ts",
  "forms/spam-score.ts",
  "gifts/gift.ts",
  "store/states.ts",
  "url-signature.ts",
  "http/logger.ts",
  "http/own-bytes.ts",
  "http/request-log.ts",
  "fastify-instance.ts",
  "pages/feeds/calendars.ts",
  "pictures/address-guard.ts",
  "pictures/picture-client.ts",
  "pictures/picture-ids.ts",
  "source/",
];
/** Modules that tests should one day use over HTTP or through a command. This list may only get shorter. */
const STILL = [
  // The tests need the names of files on disk.
  "pictures/picture-files.ts",
  // A payment provider is tried over its fake, without a site.
  "gifts/flutterwave.ts",
  "gifts/payment-provider.ts",
];

t.test("tests know the server's entry points and its pure functions", async (t) => {
  const known = [...ENTRIES, ...PURE, ...STILL].map((name) => `server/${name}`);
  const found = files
    .filter((file) => !/^tests\/(?:repository|setup)\//.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((name) => name.startsWith("server/") && !name.endsWith(".schema.ts"))
        .filter((name) => !isIn(known, name))
        .map((name) => `${file}: ${name}`),
    );
  t.same(found, []);
});
