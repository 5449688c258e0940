import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { settingsSchema } from "../../server/config.ts";

const read = (path: string) => readFileSync(path, "utf8");
const packageFile: {
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
} = JSON.parse(read("package.json"));

t.test(
  "every setting stands in .env.example and in the operators' table, and no other",
  async (t) => {
    const names = Object.keys(settingsSchema.shape).sort();
    const example = [...read(".env.example").matchAll(/^# ([A-Z_]+)=/gm)].map((match) => match[1]);
    const table = [...read("server/README.md").matchAll(/^\| `([A-Z_]+)` \|/gm)].map(
      (match) => match[1],
    );
    t.same(example.sort(), names);
    t.same(table.sort(), names);
  },
);

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

t.test("the lockfile hashes every package and names no other place to get one", async (t) => {
  const lock: {
    packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>;
  } = JSON.parse(read("package-lock.json"));
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === "") continue;
    t.match(entry.integrity, /^sha512-/, path);
    t.notMatch(entry.resolved ?? "", /^(git|http:)/, path);
  }
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
