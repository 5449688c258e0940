import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const KNOWN_PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Where Chromium stands on this machine; null when it is missing. `CHROMIUM_PATH` goes before all. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : null;
  return [...KNOWN_PLACES, chromium.executablePath()].find((path) => existsSync(path)) ?? null;
}
