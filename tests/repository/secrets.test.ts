import { globSync, readFileSync } from "node:fs";
import t from "tap";

/** A comparison that ends at the first letter that differs tells a patient guesser how far he got. */
const COMPARED =
  /\b(?:\w*(?:token|secret|signature|digest|password))\s*[!=]==\s*(?!null\b|undefined\b|"")\w/i;

/** The files that hold what no line may, as `file: what was found`. */
const found = (files: readonly string[], pattern: RegExp) =>
  files.flatMap((file) => {
    const [match] = pattern.exec(readFileSync(file, "utf8")) ?? [];
    return match === undefined ? [] : [`${file}: ${match}`];
  });
const written = (...folders: string[]) =>
  globSync(folders.map((folder) => `${folder}/**/*.{ts,tsx,mjs,json,md,conf}`)).filter(
    (file) => !file.includes("node_modules/"),
  );

t.test("no secret is compared letter by letter", async (t) => {
  t.same(found(globSync("server/**/*.ts"), COMPARED), []);
});

t.test("no policy of ours lets in what is written into a page", async (t) => {
  const files = written("server", "client");
  t.same(found(files, /unsafe-(?:inline|eval)/), []);
  // The try-it page has one style attribute, named by its hash.
  const others = files.filter((file) => !file.endsWith("bff/docs.ts"));
  t.same(found(others, /unsafe-hashes/), []);
});

t.test("no key stands in the repository", async (t) => {
  const files = written("server", "client", "shared", "content", "tests");
  t.same(found(files, /-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[A-Z\d]{16}/), []);
});
