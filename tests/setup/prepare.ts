import { aptInstall, run } from "./services/apt.ts";
import { findChromium } from "./services/find-chromium.ts";
import { findRedisServer } from "./services/find-redis-server.ts";
import { findNginx } from "./services/nginx.ts";
import { findPromtool, unpackPromtool } from "./services/promtool.ts";

const log = (line: string) => process.stderr.write(`${line}\n`);
/** Gets Chromium through apt where it may, else by playwright's own download. */
function installChromium(): void {
  if (aptInstall("chromium") && findChromium()) return;
  log("getting Chromium with playwright");
  run(
    process.execPath,
    "node_modules/playwright-core/cli.js",
    "install",
    "chromium-headless-shell",
  );
}

if (!findChromium()) installChromium();
if (!findChromium()) {
  log(
    "The browser tests need Chromium: install the package chromium, or set CHROMIUM_PATH to its program.",
  );
  process.exit(1);
}
if (!findRedisServer()) aptInstall("redis-server");
if (!findRedisServer()) {
  log(
    "The tests need redis-server: install the package redis-server, or set REDIS_SERVER_PATH to its program.",
  );
  process.exit(1);
}
// The proxy's test is left out where there is no nginx.
if (!findNginx()) aptInstall("nginx-light");
// So are those of the alert rules without promtool.
if (!findPromtool()) unpackPromtool();
if (!run("sh", "server/build/build-when-needed.sh")) process.exit(1);
// Writes the test runner's own modules for the plugins named in .taprc.
if (!run("tap", "build")) process.exit(1);
