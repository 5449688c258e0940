import { readFileSync } from "node:fs";
import t from "tap";

interface LockEntry {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
}
type Names = Record<string, unknown>;

const read = (path: string) => readFileSync(path, "utf8");
const lock: { lockfileVersion: number; packages: Record<string, LockEntry> } = JSON.parse(
  read("package-lock.json"),
);
const own: Record<"dependencies" | "devDependencies" | "optionalDependencies", Names> & {
  overrides: Names;
} = JSON.parse(read("package.json"));
const entries = Object.entries(lock.packages).filter(([path]) => path !== "");
const scanner: typeof lock = JSON.parse(read("tests/observatory/package-lock.json"));
const everyEntry = [
  ...entries,
  ...Object.entries(scanner.packages)
    .filter(([path]) => path !== "")
    .map(([path, entry]): [string, LockEntry] => [`tests/observatory/${path}`, entry]),
];

/**
 * Packages that run in production, those for one kind of machine left out. The goal of the design is 60;
 * this is what stands today, and it may only fall. What it is made of: Fastify and its parts 48 (JSON
 * schemas, router, log); traces 12; the description of the API with its page 35, of which 6 are here for it
 * alone; the cleaner of foreign HTML 16; Redis and the queue 14; social cards 7; metrics 4; React with its
 * router 6.
 */
const PRODUCTION_BUDGET = 143;

/** Packages that would run code of their own while they are installed. None of them gets to. */
const WITH_INSTALL_SCRIPT = [
  // A faster reader for the queue's messages; the plain one is used.
  "node_modules/msgpackr-extract",
  // Fetches lists of hosts for the scanner; tests/observatory/scan.mjs does without.
  "tests/observatory/node_modules/@mdn/mdn-http-observatory",
  // Fetches certificates for the scanner, which here only meets our own.
  "tests/observatory/node_modules/node_extra_ca_certs_mozilla_bundle",
];

/** Versions we set against a package's own wish, each with its reason. */
const OVERRIDES = {
  "oxc-parser": "the newest version whose platform packages are all published",
  "msgpackr-extract": "the version whose platform packages are all published",
  ink: "the test runner's own React, apart from the site's",
  tshy: "builds the test runner with the compiler of the site, in the place of two more",
  "@tapjs/test": "has that compiler beside it",
  "openapi-typescript": "works on the compiler of the site, so that there is one",
};

t.test("every locked package is hashed, and comes from the registry", async (t) => {
  t.equal(lock.lockfileVersion, 3);
  t.ok(entries.length > 0);
  for (const [path, { integrity, resolved, link, version }] of everyEntry) {
    t.match(integrity, /^sha512-[A-Za-z\d+/]{86}==$/, path);
    t.match(resolved ?? "https://registry.npmjs.org/", /^https:\/\/registry\.npmjs\.org\//, path);
    t.notOk(link, path);
    t.match(version, /^\d+\.\d+\.\d+/, path);
  }
});

t.test("what we depend on is one exact version, from no other place", async (t) => {
  for (const [name, version] of [
    ...Object.entries(own.dependencies),
    ...Object.entries(own.devDependencies),
    ...Object.entries(own.optionalDependencies),
  ]) {
    t.match(version, /^(?:npm:[a-z\d@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/, name);
    const locked = lock.packages[`node_modules/${name}`]?.version;
    t.equal(
      String(version).split("@").at(-1),
      locked,
      `${name} is locked as package.json names it`,
    );
  }
  t.same(Object.keys(own.overrides).sort(), Object.keys(OVERRIDES).sort(), "overrides are listed");
});

t.test("no package runs a script while it is installed", async (t) => {
  for (const file of [".npmrc", "tests/observatory/.npmrc"]) {
    const settings = read(file).split("\n");
    t.ok(settings.includes("ignore-scripts=true"), file);
    t.ok(settings.includes("save-exact=true"), file);
    t.notOk(
      settings.some((line) => /registry|_auth|token/i.test(line)),
      `${file}: no registry of its own, no secret`,
    );
  }
  const scripted = everyEntry.filter(([, entry]) => entry.hasInstallScript).map(([path]) => path);
  t.same(scripted.sort(), WITH_INSTALL_SCRIPT);
});

t.test("the production tree is no larger than it was", async (t) => {
  const production = entries.filter(
    ([, { dev, devOptional, optional }]) => !dev && !devOptional && !optional,
  );
  t.ok(production.length <= PRODUCTION_BUDGET, `${production.length} packages`);
  t.comment(`${production.length} packages in production, the goal is 60`);
});
