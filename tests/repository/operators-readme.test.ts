import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { settingsSchema } from "../../server/config.ts";
import { CHECKS } from "../../server/doctor/finding.ts";
import { createMetrics } from "../../server/observability/metrics.ts";
import { createReadiness } from "../../server/observability/readiness.ts";
import { requestLine } from "../../server/observability/request-log-line.schema.ts";

const read = (path: string) => readFileSync(path, "utf8");

/** What the first column of a table in the operators' document names, below a heading that begins so. */
function firstColumn(heading: string, head = "| "): string[] {
  const [, chapter = ""] = read("server/README.md").split(`\n## ${heading}`);
  const ownPart = chapter.split("\n## ")[0] ?? "";
  const table = ownPart.slice(ownPart.indexOf(`\n${head}`)).split("\n\n")[0] ?? "";
  return [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = ""]) => name).sort();
}

const packageFile: {
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
} = JSON.parse(read("package.json"));

t.test(
  "every setting stands in .env.example and in the operators' table, and no other",
  async (t) => {
    const names = Object.keys(settingsSchema.shape).sort();
    const example = [...read(".env.example").matchAll(/^# ([A-Z_]+)=/gm)].map((match) => match[1]);
    const table = firstColumn("Settings");
    t.same(example.sort(), names);
    t.same(table.sort(), names);
  },
);

t.test("the operators' tables name what the site logs, counts, reports and checks", async (t) => {
  t.same(firstColumn("Logs", "| field "), Object.keys(requestLine.shape).sort());
  t.same(firstColumn("Something is wrong"), [...CHECKS].sort());
  const metrics = createMetrics();
  const { text } = await metrics.print();
  metrics.close();
  const own = [...text.matchAll(/^# TYPE ((?:http|site)_\S+)/gm)].map(([, name = ""]) => name);
  t.same(firstColumn("Metrics"), own.sort());
  const readiness = createReadiness({
    dataDir: ".",
    breaker: () => "closed",
    now: Date.now,
    isBuildPresent: () => true,
    isOverloaded: () => false,
    cacheEntries: () => ({ cacheEntries: 0 }),
    sourceHealth: () => [],
    redisIsUp: () => true,
    redisGap: () => null,
  });
  t.same(firstColumn("Health"), Object.keys(readiness().checks).sort());
});

t.test("every command that a document names exists", async (t) => {
  const documents = [
    "README.md",
    "CONTRIBUTING.md",
    "server/README.md",
    "content/README.md",
    "tests/README.md",
  ];
  for (const path of documents) {
    for (const [, name = ""] of read(path).matchAll(/npm run ([\w:-]+)/g))
      t.ok(packageFile.scripts[name], `${path}: npm run ${name}`);
  }
});

t.test("the README's own commands are what CI runs", async (t) => {
  t.match(read("README.md"), "npm ci && npm start");
  t.match(read("README.md"), "npm ci && npm test");
  t.match(read(".ci/run"), /npm ci\n[\s\S]*npm test/);
});

t.test("the browser's files hold nothing of the server", async (t) => {
  const folder = "dist/client/assets";
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".js"))) {
    const text = read(join(folder, file));
    t.notMatch(
      text,
      /CONTENT_API_URL|node:(fs|http|zlib|crypto)|undici|sanitize-html|fastify|ZodError/,
      file,
    );
  }
});

t.test("the process runs on the Node that the packages bring", async (t) => {
  t.match(process.version, /^v2[4-9]\./);
  for (const version of Object.values(packageFile.optionalDependencies)) t.match(version, /^24\./);
});
