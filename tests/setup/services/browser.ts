import { type Browser, chromium } from "playwright-core";
import t from "tap";
import { askShared } from "../shared/ask-shared.ts";
import { launchOptions } from "./find-chromium.ts";

/** Launches a separate Chromium, for a test that needs other switches. */
export const launchBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch(launchOptions(more));

let connected: Promise<Browser> | null = null;

async function connect(): Promise<Browser> {
  const { endpoint } = await askShared("browser");
  const browser = await chromium.connect(endpoint);
  t.teardown(() => browser.close());
  return browser;
}

/** Returns the Chromium that all test files share. A test closes each context that it opens. */
export function sharedBrowser(): Promise<Browser> {
  connected ??= connect();
  return connected;
}
