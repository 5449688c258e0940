import { globSync, readFileSync } from "node:fs";
import t from "tap";

/**
 * Matches comparisons of secrets. A comparison that stops at the first different character tells a patient guesser how far the guess
 * was right.
 */
const COMPARED =
  /\b(?:\w*(?:token|secret|signature|digest|password))\s*[!=]==\s*(?!null\b|undefined\b|"")\w/i;

/** Lists the files with forbidden text, as `file: match`. */
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

t.test("no policy of ours allows inline code", async (t) => {
  const files = written("server", "client");
  t.same(found(files, /unsafe-(?:inline|eval|hashes)/), []);
});

t.test("no private key is in the repository", async (t) => {
  const files = written("server", "client", "shared", "content", "tests");
  t.same(found(files, /-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[A-Z\d]{16}/), []);
});
