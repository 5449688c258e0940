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
type Names = Record<string, string>;

const read = (path: string) => readFileSync(path, "utf8");
const SCANNER = "tests/nightly/observatory/";
const lockOf = (folder: string): Record<string, LockEntry> =>
  JSON.parse(read(`${folder}package-lock.json`)).packages;
const locked = lockOf("");
const own: Record<"dependencies" | "devDependencies" | "optionalDependencies", Names> & {
  overrides: Names;
} = JSON.parse(read("package.json"));
const everyEntry = ["", SCANNER].flatMap((folder) =>
  Object.entries(lockOf(folder))
    .filter(([path]) => path !== "")
    .map(([path, entry]) => [folder + path, entry] as const),
);

/**
 * The number of packages that run in production, without those for a single kind of machine. The design aims at 60; the budget is
 * today's number, which may only fall. It consists of Fastify and its plugins 49 (JSON schemas, router, log); tracing 12; the
 * description of the API with its page 35, 6 of them for that purpose alone; the cleaner of foreign HTML 16; PostgreSQL and its queries
 * 15; pictures 3; uploads at the desk 2; Markdown 1; search 1; metrics 4; React with its router 6.
 */
const PRODUCTION_BUDGET = 155;

/** Packages that would run their own code during installation. We let none of them do so. */
const WITH_INSTALL_SCRIPT = [
  // Fetches lists of hosts for the scanner, which works without them.
  `${SCANNER}node_modules/@mdn/mdn-http-observatory`,
  // Fetches certificates for the scanner, which here connects only to our own site.
  `${SCANNER}node_modules/node_extra_ca_certs_mozilla_bundle`,
];

/** Versions that we set against a package's own range, each with the reason. */
const OVERRIDES = {
  "oxc-parser": "the newest version whose platform packages are all published",
  ink: "the test runner's own React, apart from the site's",
  tshy: "builds the test runner with the compiler of the site, in the place of two more",
  "@tapjs/test": "has that compiler beside it",
};

t.test("every locked package is hashed, and comes from the registry", async (t) => {
  const wrong = everyEntry.filter(
    ([, { integrity = "", resolved = "https://registry.npmjs.org/", link, version = "" }]) =>
      !/^sha512-[A-Za-z\d+/]{86}==$/.test(integrity) ||
      !resolved.startsWith("https://registry.npmjs.org/") ||
      link ||
      !/^\d+\.\d+\.\d+/.test(version),
  );
  t.same(wrong, []);
});

t.test("every dependency is one exact version, from the registry", async (t) => {
  const named = { ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies };
  const wrong = Object.entries(named).filter(
    ([name, version]) =>
      !/^(?:npm:[a-z\d@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version) ||
      version.split("@").at(-1) !== locked[`node_modules/${name}`]?.version,
  );
  t.same(wrong, []);
  t.same(Object.keys(own.overrides).sort(), Object.keys(OVERRIDES).sort(), "overrides are listed");
});

t.test("no package runs a script while it is installed", async (t) => {
  for (const file of [".npmrc", `${SCANNER}.npmrc`]) {
    t.match(read(file), /^ignore-scripts=true$/m, file);
    t.match(read(file), /^save-exact=true$/m, file);
    t.notMatch(read(file), /registry|_auth|token/i, `${file}: no registry of its own, no secret`);
  }
  const scripted = everyEntry.filter(([, entry]) => entry.hasInstallScript).map(([path]) => path);
  t.same(scripted, WITH_INSTALL_SCRIPT);
});

t.test("the production tree is no larger than it was", async (t) => {
  const production = Object.entries(locked).filter(
    ([path, { dev, devOptional, optional }]) => path !== "" && !dev && !devOptional && !optional,
  );
  t.ok(production.length <= PRODUCTION_BUDGET, `${production.length} packages, the goal is 60`);
});
