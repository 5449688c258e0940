import type { Page } from "playwright-core";
import type { Test } from "tap";
import { formScene } from "../forms/form-scene.ts";
import type { SceneOptions } from "./page-scene.ts";

/** Waits until the worker has kept the page of this URL, and the list of all. */
export async function kept(page: Page, url: string): Promise<void> {
  const isKept = () =>
    page.evaluate(async (href) => {
      const list = `${document.documentElement.lang === "sw" ? "/sw" : ""}/offline`;
      const found = await Promise.all([caches.match(href), caches.match(list)]);
      return navigator.serviceWorker.controller !== null && found.every(Boolean);
    }, url);
  while (!(await isKept())) await page.waitForTimeout(50);
}

/** A form scene whose visitor has a worker; `read` opens a page and waits until it is kept. */
export async function offlineScene(t: Test, options: SceneOptions = {}) {
  const scene = await formScene(t, options);
  const { page, open, site } = scene;
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) violations.push(message.text());
  });
  const read = async (path: string) => {
    await open(path);
    // The first click starts it; from then on there is a worker.
    await page.locator("footer").click({ position: { x: 1, y: 1 } });
    await kept(page, site.url + path);
  };
  const offline = (isOffline = true) => page.context().setOffline(isOffline);
  /** The paths of kept pages, the oldest first. */
  const keptPaths = () =>
    page.evaluate(async () => {
      const keys = await (await caches.open("pages")).keys();
      return keys.map(({ url }) => url.replace(location.origin, ""));
    });
  return { ...scene, violations, read, offline, keptPaths };
}
