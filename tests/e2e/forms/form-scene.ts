import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import t, { type Test } from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { launchBrowser } from "../../setup/services/browser.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { startSite } from "../../setup/site/site.ts";

let browser: Browser;
t.before(async () => {
  browser = await launchBrowser();
});
t.teardown(() => browser.close());

export interface SceneOptions extends BrowserContextOptions {
  env?: Record<string, string>;
  /** Waits until the content is indexed. */
  isSearched?: boolean;
  content?: Parameters<typeof startFakeContentApi>[0];
}

/** A fresh source, site and browser window; `said` is what the console said, `posts` what was sent. */
export async function formScene(
  t: Test,
  { env = {}, isSearched = false, content = {}, ...options }: SceneOptions = {},
) {
  const source = await startFakeContentApi(content);
  const site = await startSite({
    contentApiUrl: source.url,
    env: { FORM_RATE_MAX: "100", ...env },
    isSearched,
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const output: string[] = [];
  const posts: string[] = [];
  const loads: string[] = [];
  page.on("console", (message) => output.push(message.text()));
  page.on("pageerror", (error) => output.push(error.message));
  page.on("request", (request) => {
    const path = request.url().replace(site.url, "");
    if (request.method() === "POST") posts.push(path);
    if (request.isNavigationRequest()) loads.push(path);
  });
  t.teardown(async () => {
    await context.close();
    await site.close();
    await source.close();
  });
  const open = async (path: string) => {
    await page.goto(site.url + path, { waitUntil: "networkidle" });
    if (options.javaScriptEnabled !== false) await hydrated(page);
    output.length = 0;
  };
  /** What stands in the form that is seen, by name. */
  const values = () =>
    page.evaluate(() => {
      const form = [...document.querySelectorAll<HTMLFormElement>("main form")].find((one) =>
        one.checkVisibility(),
      );
      return Object.fromEntries(form ? new FormData(form) : []);
    });
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  return { source, site, page, output, posts, loads, open, values, focused };
}

const CONTACT = [
  ["Full Name", "Asha Juma"],
  ["Email Address", "asha@example.org"],
  ["Subject", "A question"],
  ["Message", "Habari za leo?"],
] as const;

export async function fillContact(page: Page): Promise<void> {
  for (const [label, text] of CONTACT) await page.getByLabel(label).fill(text);
}

export async function fillVolunteer(page: Page): Promise<void> {
  for (const [label, text] of [
    ...([
      ["First Name", "Asha"],
      ["Last Name", "Juma"],
      ["Location", "Dodoma, Tanzania"],
    ] as const),
    ...([
      ["Email Address", "asha@example.org"],
      ["Skills", "Sewing"],
    ] as const),
    ...([["Motivation", "To help"]] as const),
  ])
    await page.getByLabel(label).fill(text);
  await page.getByLabel("Availability").selectOption("flexible");
}
