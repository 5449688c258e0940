import { existsSync } from "node:fs";
import { chromium, type LaunchOptions } from "playwright-core";
import { BROWSER } from "../site/browser-headers.ts";

/** Debian's headless shell first: the same engine without a window, at half the CPU. */
const KNOWN_PLACES = [
  "/usr/bin/chromium-headless-shell",
  chromium.executablePath(),
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Where Chromium stands on this machine; null when it is missing. `CHROMIUM_PATH` goes before all. */
export function findChromium(): string | null {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : null;
  return KNOWN_PLACES.find((path) => existsSync(path)) ?? null;
}

/** How Chromium is started: without a window, without requests of its own. `more` are further switches. */
export function launchOptions(more: readonly string[] = []): LaunchOptions {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("Chromium is missing; `npm test` installs it");
  return {
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--user-agent=${BROWSER["user-agent"]}`,
      // A third of a page's CPU on two cores: fewer processes, none kept in reserve, no helper threads of V8.
      "--in-process-gpu",
      "--renderer-process-limit=1",
      "--js-flags=--single-threaded",
      ...more,
    ],
  };
}
