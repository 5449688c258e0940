import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { aptInstall, findUnpacked, run, unpack } from "./services/apt.ts";
import { findChromium } from "./services/find-chromium.ts";
import { findNginx } from "./services/nginx.ts";
import { findPostgres } from "./services/postgres-server.ts";
import { findPromtool } from "./services/promtool.ts";
import { isWhole } from "./whole.ts";

// `npm test`: gets the programs that the tests need, builds, and runs them. Arguments are those of `tap run`.

interface Program {
  name: string;
  /** Paths of the tests that need it. */
  neededBy: RegExp;
  find: () => string | null;
  install: () => unknown;
  /** How to get it by hand. */
  advice: string;
  /** Its tests are left out on a developer's machine without it. */
  isOptional?: true;
}

/** Debian's headless shell where there is apt, else playwright's download of the same. */
function installChromium(): void {
  if (aptInstall("chromium-headless-shell") && findChromium()) return;
  run(
    process.execPath,
    "node_modules/playwright-core/cli.js",
    "install",
    "chromium-headless-shell",
  );
}

const PROGRAMS: readonly Program[] = [
  {
    name: "Chromium",
    neededBy: /^tests\/(?:e2e|nightly)\b/,
    find: findChromium,
    install: installChromium,
    advice:
      "install chromium-headless-shell, chromium or Chrome, or set CHROMIUM_PATH to its program",
  },
  {
    name: "PostgreSQL",
    neededBy: /^tests\/process\b/,
    find: findPostgres,
    install: () => aptInstall("postgresql"),
    advice: "install postgresql, or set POSTGRES_PATH to the folder of its programs",
  },
  {
    name: "nginx",
    neededBy: /^tests\/process\b/,
    find: findNginx,
    install: () => aptInstall("nginx-light"),
    advice: "install nginx, or set NGINX_PATH to its program",
    isOptional: true,
  },
  {
    name: "Caddy",
    neededBy: /^tests\/process\b/,
    find: () => findUnpacked("caddy", "caddy"),
    install: () => unpack("caddy"),
    advice: "install caddy",
    isOptional: true,
  },
  {
    name: "promtool",
    neededBy: /^tests\/app\b/,
    find: findPromtool,
    install: () => unpack("prometheus"),
    advice: "install prometheus, or set PROMTOOL_PATH to the program promtool",
    isOptional: true,
  },
];

const args = process.argv.slice(2);
const paths = args.filter((arg) => !arg.startsWith("-"));
const isNeeded = ({ neededBy }: Program) =>
  paths.length === 0 || isWhole || paths.some((path) => neededBy.test(path.replace(/^\.\//, "")));

const wanted = PROGRAMS.filter(isNeeded);
for (const { find, install } of wanted) if (!find()) install();
const missing = wanted.filter(({ find }) => !find());
const fatal = missing.filter(({ isOptional }) => !isOptional || process.env.CI);
const named = (fatal.length > 0 ? fatal : missing).map(({ name, advice }) => `${name} (${advice})`);
const what =
  fatal.length > 0 ? "The tests need what is missing" : "Tests of what is missing are left out";
if (named.length > 0) process.stderr.write(`${what}: ${named.join("; ")}.\n`);
if (fatal.length > 0) process.exit(1);

/** Runs a command with its output shown, and ends with it when it fails. */
function show(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) process.exit(status ?? 1);
}
show("sh", "server/build/build-when-needed.sh");
// Writes the test runner's own modules for the plugins named in .taprc.
show("tap", "build");

if (args.includes("--shuffle")) {
  process.env.TEST_SHUFFLE ??= String(Date.now());
  process.stderr.write(`the order is that of TEST_SHUFFLE=${process.env.TEST_SHUFFLE}\n`);
}
// Each process of tests reads hundreds of modules.
process.env.NODE_COMPILE_CACHE ??= resolve(".tap/compiled");
const { status } = spawnSync("tap", ["run", "--reporter=./tests/setup/reporter.mjs", ...args], {
  stdio: "inherit",
});
process.exit(status ?? 1);
