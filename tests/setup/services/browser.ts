import { type Browser, chromium } from "playwright-core";
import { findChromium } from "./find-chromium.ts";

/** A headless Chromium that requests nothing from outside. `more` are switches of its own. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("Chromium is missing; `npm test` installs it");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...more,
    ],
  });
}
