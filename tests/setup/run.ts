import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { aptInstall, findUnpacked, run, unpack } from "./services/apt.ts";
import { findChromium } from "./services/find-chromium.ts";
import { findNginx } from "./services/nginx.ts";
import { findPostgres } from "./services/postgres-server.ts";
import { findPromtool } from "./services/promtool.ts";
import { isWhole } from "./whole.ts";

// `npm test`: installs the programs that the tests need, builds the site and runs the tests. Arguments are those of `tap run`.

interface Program {
  name: string;
  /** Matches the paths of the tests that need the program. */
  neededBy: RegExp;
  find: () => string | null;
  install: () => unknown;
  /** Advice for those who install the program themselves. */
  advice: string;
  /** Without the program, its tests are skipped on a developer's machine, though not in CI. */
  isOptional?: true;
}

/** Installs Debian's headless shell where apt exists, otherwise Playwright's download of the same program. */
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
  fatal.length > 0
    ? "The tests need programs that are missing"
    : "Skipping the tests of missing programs";
if (named.length > 0) process.stderr.write(`${what}: ${named.join("; ")}.\n`);
if (fatal.length > 0) process.exit(1);

/** Runs a command, showing its errors, and exits if the command fails. */
function show(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) process.exit(status ?? 1);
}
show("sh", "server/build/build-when-needed.sh");
// Generates the test runner's own modules for the plugins named in .taprc.
show("tap", "build");

if (args.includes("--shuffle")) {
  process.env.TEST_SHUFFLE ??= String(Date.now());
  process.stderr.write(`shuffled with TEST_SHUFFLE=${process.env.TEST_SHUFFLE}\n`);
}
// Each test process loads hundreds of modules, so a compile cache saves time.
process.env.NODE_COMPILE_CACHE ??= resolve(".tap/compiled");
const { status } = spawnSync("tap", ["run", "--reporter=./tests/setup/reporter.mjs", ...args], {
  stdio: "inherit",
});
process.exit(status ?? 1);
