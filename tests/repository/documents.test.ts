import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import t from "tap";
import { dataFiles, entryFolders } from "../../server/build/content/content-source.ts";

const read = (path: string) => readFileSync(path, "utf8");

const TREES = ["server", "client", "shared", "content", "tests", "docs"];
const IS_OURS = new RegExp(`^(?:${TREES.join("|")})/`);
const HAS_EXTENSION = /\.(?:tsx?|mjs|json|md|css|yaml|conf)$/;
const SPEC = "docs/spec.md";
const DECISIONS = "docs/decisions";

const files = TREES.flatMap((tree) => globSync(`${tree}/**`))
  .filter((file) => !file.includes("node_modules/"))
  .concat(globSync("*.*"));
const fileNames = new Set(files.map((path) => basename(path)));
const entries = new RegExp(`^content/(?:${entryFolders.join("|")})/`);
const documents = files.filter((path) => path.endsWith(".md") && !entries.test(path));
const sources = files.filter((path) => /\.(?:tsx?|mjs|css|yaml|conf)$/.test(path));

/** Names of files that a document gives as examples. */
const EXAMPLES = ["index.ts"];

/** A text on one line: a citation may go over two lines of a comment. */
const onOneLine = (text: string) => text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/|#)?\s*/g, " ");

const withoutFences = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, "");

/** What a Markdown text has as code, in lines and in blocks. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) =>
    block.split("\n"),
  );
  const spans = [...withoutFences(text).matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
  return [...blocks, ...spans];
}

/** The anchor that a heading gets where the documents are read. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

const anchorsOf = (path: string) =>
  [...withoutFences(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    anchorOf(heading),
  );

/** The sections of the specification by number, each on one line. */
const sections = new Map(
  read(SPEC)
    .split(/^## (?=\d+\. )/m)
    .slice(1)
    .map((section) => [Number.parseInt(section, 10), onOneLine(section).toLowerCase()] as const),
);

/** What a citation names behind the number: a quotation, or words that begin with a capital or a figure. */
const NAMED = /^[,:] (?:"([^"]+)"|'([^']+)'|`([^`]+)`|([A-Z\d][^,.:;()"`]*))/;

function unresolved(section: string | undefined, named: string): boolean {
  if (section === undefined) return true;
  // "Shows ... up to 5": both parts, in this order.
  let from = 0;
  for (const part of named.toLowerCase().split(" ... ")) {
    const at = section.indexOf(part.trim(), from);
    if (at === -1) return true;
    from = at + part.length;
  }
  return false;
}

t.test("every citation of the specification names a section, and words of it", async (t) => {
  t.ok(sections.size > 8, "the specification was read");
  let citations = 0;
  for (const path of [...sources, ...documents]) {
    const text = onOneLine(read(path));
    t.notMatch(text, /specification,? sections? \d/i, `${path}: it is cited as "spec section 3"`);
    for (const match of text.matchAll(/\bspec sections? (\d+)(?: and (\d+))?/gi)) {
      citations += 1;
      const [citation, first, second] = match;
      const behind = NAMED.exec(text.slice(match.index + citation.length));
      const [, ...names] = behind ?? [];
      // A sentence that begins behind a colon is the author's own.
      const isOwn = behind?.[4] !== undefined && behind[0].startsWith(":");
      const named = isOwn ? "" : (names.find((name) => name !== undefined) ?? "");
      t.notOk(unresolved(sections.get(Number(first)), named), `${path}: ${citation} ${named}`);
      if (second !== undefined) t.ok(sections.has(Number(second)), `${path}: ${citation}`);
    }
  }
  t.ok(citations > 100, `${citations} citations`);
});

t.test("every link of a document leads to a file, and to a heading in it", async (t) => {
  for (const path of documents) {
    for (const [, target = ""] of withoutFences(read(path)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file = "", anchor] = target.split("#");
      const leadsTo = file === "" ? path : normalize(join(dirname(path), file));
      t.ok(existsSync(leadsTo), `${path}: ${target}`);
      if (anchor !== undefined && existsSync(leadsTo))
        t.ok(anchorsOf(leadsTo).includes(anchor), `${path}: ${target}`);
    }
  }
});

/** True for a path, from the root or from beside the document, or a file's name, that is there. */
function isThere(document: string, path: string): boolean {
  if (EXAMPLES.includes(path)) return true;
  if (!path.includes("/")) return fileNames.has(path);
  return existsSync(path) || existsSync(join(dirname(document), path));
}

t.test("every path that a document names exists", async (t) => {
  for (const path of documents.filter((name) => name !== SPEC)) {
    for (const code of codeOf(read(path))) {
      const words = code.split(/[\s=]+/).map((word) => word.replace(/[,.:;]$/, ""));
      for (const word of words) {
        // A pattern, a URL, a suffix, what a build makes, or a citation, which has a test of its own.
        if (
          /[<>{}*?$…#|:()"']/.test(word) ||
          /^[/.@]|^(?:dist|node_modules)\/|^docs\/decisions\/\d{4}$/.test(word)
        )
          continue;
        const isAlone = words.length === 1;
        const isPath =
          IS_OURS.test(word) || (isAlone && (HAS_EXTENSION.test(word) || /\w\/$/.test(word)));
        if (isPath) t.ok(isThere(path, word), `${path}: ${word}`);
      }
    }
  }
});

t.test("every command that a document names exists", async (t) => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));
  for (const path of documents) {
    for (const [, name = ""] of read(path).matchAll(/\bnpm run ([\w:-]+)/g))
      t.ok(scripts[name], `${path}: npm run ${name}`);
  }
  const named = read("README.md");
  for (const name of Object.keys(scripts).filter((name) => /^(?:bench|api|test:|soak)/.test(name)))
    t.match(named, `npm run ${name}`, `README.md names npm run ${name}`);
});

t.test("the editors' document names every data file and every kind of entry", async (t) => {
  const text = read("content/README.md");
  for (const name of [...dataFiles, ...entryFolders.map((folder) => `${folder}/*.md`)])
    t.match(text, `\`${name}\``, name);
});

interface Decision {
  file: string;
  number: number;
  title: string;
  status: string;
  text: string;
}

const decisions: Decision[] = globSync(`${DECISIONS}/[0-9]*.md`)
  .sort()
  .map((path) => {
    const text = read(path);
    const [, number = "", title = ""] = /^# (\d{4})\. (.+)$/m.exec(text) ?? [];
    const [, status = ""] = /^- Status: (.+)$/m.exec(text) ?? [];
    return { file: basename(path), number: Number(number), title, status, text };
  });
const decisionNumbers = new Set(decisions.map(({ number }) => number));

t.test("decisions are numbered without a gap, and each has the same parts", async (t) => {
  t.ok(decisions.length > 40);
  for (const [index, { file, number, status, text }] of decisions.entries()) {
    t.equal(number, index + 1, file);
    t.match(file, new RegExp(`^${String(number).padStart(4, "0")}-[a-z0-9-]+\\.md$`));
    t.match(status, /^(?:Accepted|Superseded by \[\d{4}\]\([\w.-]+\)$)/, `${file}: ${status}`);
    t.match(text, /^- Date: \d{4}-\d\d-\d\d$/m, file);
    const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    t.same(headings, ["Context", "Decision", "Consequences"], file);
  }
});

t.test("the index lists every decision with its title and its status", async (t) => {
  const rows = [...read(`${DECISIONS}/README.md`).matchAll(/^\| \[\d{4}\].*$/gm)].map(String);
  const expected = decisions.map(({ file, number, title, status }) => {
    const name = String(number).padStart(4, "0");
    return `| [${name}](${file}) | ${title} | ${status} |`;
  });
  t.same(rows, expected);
});

/** The numbers of the decisions that a status names behind some words. */
const namedIn = ({ status }: Decision, words: RegExp) =>
  [...(status.split(words)[1] ?? "").matchAll(/\[(\d{4})\]/g)].map(([, name]) => Number(name));

t.test("a superseded decision and its successor name each other", async (t) => {
  const successors = decisions.flatMap((decision) =>
    namedIn(decision, /Superseded by/).map((by) => `${decision.number} by ${by}`),
  );
  const predecessors = decisions.flatMap((decision) =>
    namedIn(decision, /; supersedes/).map((old) => `${old} by ${decision.number}`),
  );
  t.ok(successors.length > 0);
  t.same(successors.sort(), predecessors.sort());
});

t.test("every citation of a decision names one that exists", async (t) => {
  for (const path of [...sources, ...documents]) {
    const text = onOneLine(read(path));
    for (const [citation, file, number] of text.matchAll(
      /docs\/decisions\/(\d{4})|\bdecisions? (\d+)\b/gi,
    ))
      t.ok(decisionNumbers.has(Number(file ?? number)), `${path}: ${citation}`);
  }
});
