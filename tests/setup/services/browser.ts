import { type Browser, chromium } from "playwright-core";
import t from "tap";
import { askShared } from "../shared/ask-shared.ts";
import { launchOptions } from "./find-chromium.ts";

/** A Chromium of its own, for a test that needs other switches. */
export const launchBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch(launchOptions(more));

let connected: Promise<Browser> | null = null;

async function connect(): Promise<Browser> {
  const { endpoint } = await askShared("browser");
  const browser = await chromium.connect(endpoint);
  t.teardown(() => browser.close());
  return browser;
}

/** The Chromium that all test files share. Whoever opens a context closes it. */
export function sharedBrowser(): Promise<Browser> {
  connected ??= connect();
  return connected;
}
