import type { Browser } from "playwright-core";
import t from "tap";
import { type Payload, payloads } from "../../fixtures/hostile/payloads.ts";
import { interactWithAll } from "../../setup/hostile/hostile-interactions.ts";
import { launchBrowser } from "../../setup/services/browser.ts";

let browser: Browser;
t.before(async () => {
  browser = await launchBrowser();
});
t.teardown(() => browser.close());

/** Where a careless page would print a text: each payload fires in some of these, or it proves nothing. */
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

/** The names of those that did something, in a page that prints them as they are. */
async function firing(batch: readonly Payload[], place: (html: string) => string) {
  const context = await browser.newContext();
  const fired = new Set<string>();
  const mark = (text: string) => {
    const index = /p(\d+)\.(?:canary|control)\.test/.exec(text)?.[1];
    const name = index && batch[Number(index)]?.name;
    if (name) fired.add(name);
  };
  const documents = batch.map(({ html }, index) =>
    place(html.replaceAll("canary.test", `p${index}.canary.test`)),
  );
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
      const frames = batch.map((_, at) => `<iframe src="http://p${at}.control.test/"></iframe>`);
      return route.fulfill({ contentType, body: frames.join("") });
    }
    if (index && url.pathname === "/") {
      return route.fulfill({ contentType, body: documents[Number(index)] ?? "" });
    }
    mark(route.request().url());
    return route.abort();
  });
  context.on("request", (request) => {
    if (request.url().includes("canary.test")) mark(request.url());
  });
  const page = await context.newPage();
  await page.goto(`${ORIGIN}/`, { waitUntil: "load", timeout: 3_000 }).catch(() => undefined);
  const all = { root: "body", clickable: "*" };
  await Promise.all(
    page.frames().map((frame) => frame.evaluate(interactWithAll, all).catch(() => undefined)),
  );
  await page.waitForTimeout(100);
  await context.close();
  return fired;
}

t.test("without cleaning, most payloads do what they were written for", async (t) => {
  const fired = new Set<string>();
  for (const place of Object.values(places)) {
    const rest = payloads.filter(
      ({ name }) => !fired.has(name) && (place === places.body || name.startsWith("breakouts")),
    );
    for (let from = 0; from < rest.length; from += BATCH) {
      for (const name of await firing(rest.slice(from, from + BATCH), place)) fired.add(name);
    }
  }
  t.ok(fired.size >= 300, `${fired.size} of ${payloads.length} fired`);
});
