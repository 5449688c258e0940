import type { BrowserContext, Page } from "playwright-core";
import t from "tap";
import { type Payload, sampledPayloads } from "../../fixtures/hostile/payloads.ts";
import { interactWithAll } from "../../setup/hostile/hostile-interactions.ts";
import { watchedBrowser } from "../../setup/hostile/hostile-watch.ts";
import { until } from "../../setup/until.ts";

/** The places where a careless page would print a text. A payload that fires in none of them proves nothing. */
const places: Record<string, (html: string) => string> = {
  body: (html) => html,
  "double quotes": (html) => `<p title="${html}">x</p>`,
  "single quotes": (html) => `<p title='${html}'>x</p>`,
  "a title": (html) => `<title>${html}</title>`,
  "a text area": (html) => `<textarea>${html}</textarea>`,
  "a block of JSON": (html) => `<script type="application/json">{"a":"${html}"}</script>`,
  "a literal": (html) => `<script>const a = \`${html}\`;</script>`,
  "cleaned by hand, twice": (html) =>
    `<template>${html}</template><div id=out></div><script>out.innerHTML = document.querySelector("template").innerHTML; out.innerHTML = out.innerHTML</script>`,
};
const BATCH = 24;
const ORIGIN = "http://control.test";

/** Opens a page that prints each of the batch as it is, in a frame of its own, and tells which did something. */
async function print(
  context: BrowserContext,
  documents: readonly { name: string; html: string }[],
  onFired: (name: string) => void,
) {
  const mark = (text: string) => {
    const index = /p(\d+)\.(?:target|control)\.test/.exec(text)?.[1];
    const name = index && documents[Number(index)]?.name;
    if (name) onFired(name);
  };
  await context.exposeBinding("hostileCodeRan", ({ frame }) => {
    for (let one: typeof frame | null = frame; one; one = one.parentFrame()) mark(one.url());
  });
  await context.addInitScript(() => {
    const report = () => Reflect.get(window, "hostileCodeRan")();
    for (const name of ["alert", "confirm", "prompt"])
      Object.defineProperty(window, name, { value: report });
  });
  await context.route("**/*", (route) => {
    const url = new URL(route.request().url());
    const index = /^p(\d+)\.control\.test$/.exec(url.hostname)?.[1];
    const contentType = "text/html; charset=utf-8";
    if (url.href === `${ORIGIN}/`) {
      const frames = documents.map(
        (_, at) => `<iframe src="http://p${at}.control.test/"></iframe>`,
      );
      return route.fulfill({ contentType, body: frames.join("") });
    }
    if (index && url.pathname === "/") {
      // The sites' tests watch for canary.test in the same browser.
      const html = documents[Number(index)]?.html.replaceAll(
        "canary.test",
        `p${index}.target.test`,
      );
      return route.fulfill({ contentType, body: html ?? "" });
    }
    mark(route.request().url());
    return route.abort();
  });
  context.on("request", (request) => {
    if (request.url().includes("target.test")) mark(request.url());
  });
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/`, { waitUntil: "domcontentloaded" });
  return page;
}

t.test("without cleaning, most payloads of each technique do what they are for", async (t) => {
  const { browser } = await watchedBrowser();
  const documents = Object.entries(places).flatMap(([place, print]) =>
    sampledPayloads
      .filter(({ name }) => place === "body" || name.startsWith("breakouts"))
      .map(({ name, html }: Payload) => ({ name, html: print(html) })),
  );
  const fired = new Set<string>();
  const contexts: BrowserContext[] = [];
  t.teardown(() => Promise.all(contexts.map((context) => context.close())));
  const pages: Page[] = [];
  for (let from = 0; from < documents.length; from += BATCH) {
    const context = await browser.newContext();
    contexts.push(context);
    const batch = documents.slice(from, from + BATCH);
    pages.push(await print(context, batch, (name) => fired.add(name)));
  }
  const poke = () =>
    Promise.all(
      pages
        .flatMap((page) => page.frames())
        .map((frame) =>
          frame.evaluate(interactWithAll, { root: "body", clickable: "*" }).catch(() => undefined),
        ),
    );
  const techniqueOf = (name: string) => name.split(" ", 1)[0];
  const isEnough = () =>
    fired.size >= sampledPayloads.length * 0.7 &&
    sampledPayloads.every(({ name }) =>
      [...fired].some((one) => techniqueOf(one) === techniqueOf(name)),
    );
  await until(async () => {
    await poke();
    return isEnough();
  });
  t.comment(`${fired.size} of ${sampledPayloads.length} fired`);
});
