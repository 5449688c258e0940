import type { BrowserContextOptions, Page } from "playwright-core";
import t from "tap";
import { LANGUAGES, PREFIXES } from "../../../shared/languages.ts";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { startSite } from "../../setup/site/site.ts";
import { until } from "../../setup/until.ts";
import { kept, offlineWindow } from "./offline-scene.ts";
import { content, openWindow } from "./page-scene.ts";

// The main journeys in each language, in each way that a page is read. Fields and links are found by their
// names and addresses, so that the same steps hold in every language.
const WAYS: Record<string, BrowserContextOptions> = {
  "with scripts": {},
  "without scripts": { javaScriptEnabled: false },
  "under data saver": { extraHTTPHeaders: { "save-data": "on" }, javaScriptEnabled: false },
};
const CONTACT = {
  name: "Asha Juma",
  email: "asha@example.org",
  subject: "Swali",
  message: "Habari za leo?",
};
const PLEDGE = {
  amount: "50000",
  firstName: "Asha",
  lastName: "Juma",
  email: "asha@example.org",
  phone: "+255 754 000 000",
};

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await page.locator(`main form [name=${name}]:visible`).fill(value);
}

const send = (page: Page) => page.locator("main form [type=submit]:visible").first().click();
const heading = async (page: Page) => (await page.locator("main h1").textContent()) ?? "";

const source = await startFakeContentApi(content);
const site = await startSite({
  contentApiUrl: source.url,
  // Pages wait for the source, which is there.
  env: { HEAD_START_MS: "10000", FORM_RATE_MAX: "100" },
  now: () => SAMPLE_CLOCK,
  isSearched: true,
});
t.teardown(async () => {
  await site.close();
  await source.close();
});

for (const language of LANGUAGES) {
  const prefix = PREFIXES[language];
  for (const [way, options] of Object.entries(WAYS))
    t.test(`${language}, ${way}: read, search, write, give`, async (t) => {
      const { page, open, url } = await openWindow(t, site.url, options);
      source.contacts.clear();
      const isIn = async (what: string) =>
        t.equal(await page.getAttribute("html", "lang"), language, what);

      await open(prefix || "/");
      await isIn("Home");
      await page.locator(`main a[href^="${prefix}/news-events/news/"]`).first().click();
      await page.locator("main article h1").waitFor();
      t.match(new URL(page.url()).pathname, new RegExp(`^${prefix}/news-events/news/`));
      await isIn("an article");

      await page.goto(url(`${prefix}/search`));
      await fill(page, { q: "mtambani" });
      await page.keyboard.press("Enter");
      await page.locator("main mark").first().waitFor();
      await isIn("what was found");

      await open(`${prefix}/contact-us`);
      // The same words would be the same message.
      await fill(page, { ...CONTACT, subject: `${language} ${way}` });
      await send(page);
      await page.getByText(/C-.{4}-.{4}/).waitFor();
      await isIn("thanks for a message");
      t.match([...source.contacts.values()], [{ message: CONTACT.message }]);

      await page.goto(url(`${prefix}/donate/pledge`));
      await fill(page, PLEDGE);
      await send(page);
      await page.waitForURL(`**${prefix}/donate/thanks/**`);
      await isIn("thanks for a pledge");
      t.not(await heading(page), "");
    });

  t.test(`${language}, without a network: read, search, write`, async (t) => {
    const { page, read, offline, open } = await offlineWindow(t, site.url);
    source.contacts.clear();
    await read(prefix || "/");
    const href = await page
      .locator(`main a[href^="${prefix}/news-events/news/"]`)
      .first()
      .getAttribute("href");
    await open(String(href));
    const title = await heading(page);
    await kept(page, site.url + href);
    await open(`${prefix}/contact-us`);
    await kept(page, `${site.url}${prefix}/contact-us`);

    await offline();
    await page.goto(site.url + href);
    t.equal(await heading(page), title);
    await page.goto(`${site.url}${prefix}/search?q=maji`);
    t.equal(await page.getAttribute("html", "lang"), language, "the list of kept pages");
    await page.locator("#kept-pages a", { hasText: title }).waitFor();

    await page.goto(`${site.url}${prefix}/contact-us`);
    await hydrated(page);
    await fill(page, { ...CONTACT, subject: `${language} later` });
    await send(page);
    await page.waitForFunction(() =>
      [...document.querySelectorAll("main [role=status], main [role=alert]")].some(
        ({ textContent }) => textContent !== "",
      ),
    );
    t.equal(source.contacts.size, 0);
    await offline(false);
    await until(() => source.contacts.size > 0);
    t.match([...source.contacts.values()], [{ message: CONTACT.message }]);
  });
}
