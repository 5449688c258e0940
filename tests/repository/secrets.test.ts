import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";

/** Every file of a folder that people write. */
const sources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(ts|tsx|mjs|json|md|conf)$/.test(path))
    .map((path) => join(folder, path));

/** A comparison that ends at the first letter that differs tells a patient guesser how far he got. */
const COMPARED =
  /\b(?:\w*(?:token|secret|signature|digest|password))\s*[!=]==\s*(?!null\b|undefined\b|"")\w/i;

t.test("no secret is compared letter by letter", async (t) => {
  for (const file of sources("server").filter((path) => path.endsWith(".ts"))) {
    for (const line of readFileSync(file, "utf8").split("\n")) t.notMatch(line, COMPARED, file);
  }
  for (const file of ["server/routes/staff/staff-guard.ts", "server/submissions/spam-check.ts"])
    t.match(readFileSync(file, "utf8"), "timingSafeEqual(", file);
});

t.test("no policy of ours lets in what is written into a page", async (t) => {
  for (const file of [...sources("server"), ...sources("client")]) {
    const text = readFileSync(file, "utf8");
    t.notMatch(text, /unsafe-(?:inline|eval)/, file);
    // The try-it page has one style attribute, named by its hash.
    if (!file.endsWith("openapi/docs-site.ts")) t.notMatch(text, /unsafe-hashes/, file);
  }
});

t.test("no key stands in the repository", async (t) => {
  for (const folder of ["server", "client", "shared", "content", "tests"]) {
    for (const file of sources(folder))
      t.notMatch(readFileSync(file, "utf8"), /-----BEGIN [A-Z ]*PRIVATE KEY|AKIA[A-Z\d]{16}/, file);
  }
});
