import type { Page } from "playwright-core";
import type { Test } from "tap";
import { until } from "../../setup/until.ts";
import { formPageScene } from "../forms/form-scene.ts";
import { openWindow, type SceneOptions, sampleScene } from "./page-scene.ts";

/** Waits until the worker has kept the page of this URL, and the list of all. */
export const kept = (page: Page, url: string) =>
  until(() =>
    page.evaluate(async (href) => {
      const list = `${document.documentElement.lang === "sw" ? "/sw" : ""}/offline`;
      const isKept = (await caches.match(href)) && (await caches.match(list));
      return Boolean(isKept) && navigator.serviceWorker.controller !== null;
    }, url),
  );

type Window = Pick<Awaited<ReturnType<typeof openWindow>>, "page" | "url"> & {
  open: (path: string) => Promise<unknown>;
};

/** The window of a visitor who gets a worker; `read` opens a page and waits until it is kept. */
function withWorker<Scene extends Window>(scene: Scene) {
  const { page, open, url } = scene;
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) violations.push(message.text());
  });
  const read = async (path: string) => {
    await open(path);
    // The first click starts it; from then on there is a worker.
    await page.locator("footer").click({ position: { x: 1, y: 1 } });
    await kept(page, url(path));
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

/** On the site over the samples that all tests read. */
export const sampleOfflineScene = async (t: Test) => withWorker(await sampleScene(t));

/** On a site and a source of its own. */
export const offlineScene = async (t: Test, options: SceneOptions = {}) =>
  withWorker(await formPageScene(t, options));

/** On a site that is there already. */
export const offlineWindow = async (t: Test, siteUrl: string) =>
  withWorker(await openWindow(t, siteUrl));
