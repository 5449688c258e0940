import { buildWhenNeeded } from "../../server/build/build-when-needed.ts";
import { aptInstall, run } from "./apt.ts";
import { findChromium } from "./find-chromium.ts";
import { findRedisServer } from "./find-redis-server.ts";
import { findNginx } from "./nginx.ts";

const say = (line: string) => process.stderr.write(`${line}\n`);
/** Gets Chromium through apt where it may, else by playwright's own download. */
function installChromium(): void {
  if (aptInstall("chromium") && findChromium()) return;
  say("getting Chromium with playwright");
  run(
    process.execPath,
    "node_modules/playwright-core/cli.js",
    "install",
    "chromium-headless-shell",
  );
}

if (!findChromium()) installChromium();
if (!findChromium()) {
  say(
    "The browser tests need Chromium: install the package chromium, or set CHROMIUM_PATH to its program.",
  );
  process.exit(1);
}
if (!findRedisServer()) aptInstall("redis-server");
if (!findRedisServer()) {
  say(
    "The tests need redis-server: install the package redis-server, or set REDIS_SERVER_PATH to its program.",
  );
  process.exit(1);
}
// The proxy's test is left out where there is no nginx.
if (!findNginx()) aptInstall("nginx-light");
await buildWhenNeeded(say);
// Writes the test runner's own modules for the plugins named in .taprc.
if (!run("tap", "build")) process.exit(1);
