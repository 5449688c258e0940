import type { Page } from "playwright-core";
import type { Test } from "tap";
import { formScene } from "../forms/form-scene.ts";
import type { SceneOptions } from "./page-scene.ts";

const KEPT_MS = 60_000;

/**
 * Waits until the worker has kept the page of this URL, and the list of all.
 *
 * @throws Error what is missing after a minute
 */
export async function kept(page: Page, url: string): Promise<void> {
  const missing = () =>
    page.evaluate(async (href) => {
      const list = `${document.documentElement.lang === "sw" ? "/sw" : ""}/offline`;
      const isMissing = {
        page: !(await caches.match(href)),
        list: !(await caches.match(list)),
        registration: !(await navigator.serviceWorker.getRegistration()),
        controller: navigator.serviceWorker.controller === null,
      };
      return Object.entries(isMissing).flatMap(([name, is]) => (is ? name : []));
    }, url);
  const end = Date.now() + KEPT_MS;
  for (;;) {
    const what = await missing();
    if (what.length === 0) return;
    if (Date.now() > end) throw new Error(`${url} is not kept, without ${what.join(", ")}`);
    await page.waitForTimeout(50);
  }
}

/**
 * A form scene whose visitor has a worker; `read` opens a page and waits until it is kept. A browser on a
 * busy machine may fail to start a worker: the next visit does, as it does for a visitor.
 */
export async function offlineScene(t: Test, options: SceneOptions = {}) {
  const scene = await formScene(t, options);
  const { page, open, site } = scene;
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) violations.push(message.text());
  });
  const visit = async (path: string) => {
    await open(path);
    // The first click starts it; from then on there is a worker.
    await page.locator("footer").click({ position: { x: 1, y: 1 } });
    await kept(page, site.url + path);
  };
  const read = (path: string) =>
    visit(path).catch((error: Error) => {
      if (!/registration|controller/.test(error.message)) throw error;
      t.comment(error.message);
      return visit(path);
    });
  const offline = (isOffline = true) => page.context().setOffline(isOffline);
  /** The paths of kept pages, the oldest first. */
  const keptPaths = () =>
    page.evaluate(async () => {
      const keys = await (await caches.open("pages")).keys();
      return keys.map(({ url }) => url.replace(location.origin, ""));
    });
  return { ...scene, violations, read, offline, keptPaths };
}
