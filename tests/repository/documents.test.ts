import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import t from "tap";
import { settingsSchema } from "../../server/config.ts";
import { entryFolders } from "../../server/content/source.ts";

const read = (path: string) => readFileSync(path, "utf8");

const TREES = ["server", "client", "shared", "content", "tests", "docs"];
const IS_OURS = new RegExp(`^(?:${TREES.join("|")})/`);
const HAS_EXTENSION = /\.(?:tsx?|mjs|json|md|css|yaml|conf)$/;
const SPEC = "docs/spec.md";

const files = TREES.flatMap((tree) => globSync(`${tree}/**`))
  .filter((file) => !file.includes("node_modules/"))
  .concat(globSync("*.*"));
const fileNames = new Set(files.map((path) => basename(path)));
const entries = new RegExp(`^(?:tests/fixtures/)?content/(?:${entryFolders.join("|")})/`);
const documents = files.filter((path) => path.endsWith(".md") && !entries.test(path));

/** File names that a document gives as examples. */
const EXAMPLES = ["index.ts"];

const withoutFences = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, "");

/** Returns the code in a Markdown text, both inline and in blocks. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) =>
    block.split("\n"),
  );
  const spans = [...withoutFences(text).matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
  return [...blocks, ...spans];
}

/** Returns the anchor that a heading gets where people read the documents. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

const anchorsOf = (path: string) =>
  [...withoutFences(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    anchorOf(heading),
  );

t.test("every link of a document leads to a file, and to a heading in it", async (t) => {
  const wrong = documents.flatMap((path) =>
    [...withoutFences(read(path)).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => {
        if (/^[a-z]+:/.test(target)) return false;
        const [file = "", anchor] = target.split("#");
        const leadsTo = file === "" ? path : normalize(join(dirname(path), file));
        if (!existsSync(leadsTo)) return true;
        return anchor !== undefined && !anchorsOf(leadsTo).includes(anchor);
      })
      .map((target) => `${path}: ${target}`),
  );
  t.same(wrong, []);
});

/** Tells whether a path exists, from the root or from the document's folder; a name alone may be that of any file. */
function isThere(document: string, path: string): boolean {
  if (EXAMPLES.includes(path)) return true;
  if (!path.includes("/")) return fileNames.has(path);
  return existsSync(path) || existsSync(join(dirname(document), path));
}

/** Matches words that are not paths: patterns, URLs, suffixes, build output, and citations, which have their own test. */
const IS_NO_PATH = /[<>{}*?$…#|:()"']|^[/.@]|^(?:dist|node_modules)\/|^docs\/decisions\/\d{4}$/;

t.test("every path and every command that a document names exists", async (t) => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));
  const wrong = documents.flatMap((path) => {
    const text = read(path);
    const commands = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => name);
    const paths = codeOf(path === SPEC ? "" : text).flatMap((code) => {
      const words = code.split(/[\s=]+/).map((word) => word.replace(/[,.:;]$/, ""));
      const isPath = (word: string) =>
        IS_OURS.test(word) ||
        (words.length === 1 && (HAS_EXTENSION.test(word) || /\w\/$/.test(word)));
      return words.filter((word) => !IS_NO_PATH.test(word) && isPath(word));
    });
    return [
      ...commands.filter((name) => !(name in scripts)),
      ...paths.filter((word) => !isThere(path, word)),
    ].map((name) => `${path}: ${name}`);
  });
  t.same(wrong, []);
});

t.test("every setting is in .env.example and in the operators' table, and no other", async (t) => {
  const names = Object.keys(settingsSchema.shape).sort();
  const namesIn = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name = ""]) => name).sort();
  t.same(namesIn(read(".env.example"), /^# ([A-Z_]+)=/gm), names);
  t.same(namesIn(read("docs/reference/settings.md"), /^\| `(\w+)` \|/gm), names);
});

t.test("the newest release matches package.json; each says what one must do", async (t) => {
  const [, newest = "", ...others] = read("CHANGELOG.md").split(/^## /m);
  const { version } = JSON.parse(read("package.json"));
  t.ok(newest.startsWith(`${version},`), version);
  for (const release of [newest, ...others]) {
    t.match(release, /^\d+\.\d+\.\d+, (?:not released yet|\d{4}-\d\d-\d\d)\n/);
    t.match(release, "**What you must do**", release.slice(0, 20));
  }
});
