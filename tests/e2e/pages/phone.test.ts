import type { Locator } from "playwright-core";
import t from "tap";
import { launchBrowser } from "../../setup/services/browser.ts";
import { clipped } from "../../setup/site/clipped.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { sharedSites } from "../../setup/site/shared-sites.ts";
import { content, pageScene, sampleScene } from "./page-scene.ts";

const PHONE = { viewport: { width: 375, height: 740 } };

t.test("the first project is in the first screen; a filter scrolls to its results", async (t) => {
  const { page, open } = await sampleScene(t, PHONE);
  await open("/projects");
  const first = await page.locator("main article").first().boundingBox();
  t.ok(first && first.y < 640, `the first card begins at ${first?.y} px`);
  for (const label of ["Status", "Category"]) {
    const row = await page.getByRole("navigation", { name: label }).boundingBox();
    t.ok(row && row.height < 60, `${label} is one row`);
  }
  await page.getByRole("link", { name: /^Past Projects/ }).click();
  await page.waitForURL("**/projects?status=past#filters");
  await page.waitForFunction(() => window.scrollY > 50);
  t.match(
    await page.getByRole("status").first().textContent(),
    /^Showing 2 of 3 featured projects/,
  );
});

t.test("a card named after one project leads to its card, which is marked", async (t) => {
  const { page, open } = await sampleScene(t, PHONE);
  await open("/");
  await page.getByRole("link", { name: /^Learn more.*Mtambani WASH/ }).click();
  await page.waitForFunction(() => document.activeElement?.tagName === "ARTICLE");
  const card = page.locator("article:focus");
  t.match(await card.textContent(), "Mtambani");
  t.equal(await card.evaluate((element) => getComputedStyle(element).outlineStyle), "solid");
  const box = await card.boundingBox();
  t.ok(box && box.y > 0 && box.y < 400, `it begins at ${box?.y} px`);
});

t.test("Back from a part of the page leads to the link that led there", async (t) => {
  const { page, open } = await sampleScene(t, PHONE);
  await open("/blog");
  await page.locator("[href='/contact-us']").first().dispatchEvent("click");
  const link = page.getByRole("link", { name: "Send us a message" });
  for (const times of [1, 2]) {
    await link.click();
    await page.waitForFunction(() => window.scrollY > 500);
    await page.goBack();
    await page.waitForFunction(() => window.scrollY === 0);
    t.ok(await link.isVisible(), `${times}`);
  }
});

t.test("a link that stands alone can be touched", async (t) => {
  const [event = {}] = content.events;
  const { page, open } = await pageScene(t, {
    content: {
      events: [
        {
          ...event,
          slug: "touched",
          contact_info: '<p>Asha: <a href="mailto:asha@example.org">asha@example.org</a></p>',
          map_embed_url: "https://www.openstreetmap.org/export/embed.html?bbox=1",
        },
      ],
      news: content.news,
    },
    ...PHONE,
  });
  const [{ slug = "" } = {}] = content.news;
  for (const [path, selector] of [
    ["/contact-us", "main :is([href^='tel:'], [href^='mailto:'], [target=_blank])"],
    ["/events/touched", "main article :is([href^='mailto:a'], [href*=openstreetmap])"],
    [`/news-events/news/${slug}`, "main nav a, main header p a"],
    ["/our-impact", "main [href*='#claim-']"],
    ["/our-work", "main [href^='/our-work/']"],
    ["/search", "main .links a"],
  ] as const) {
    await open(path);
    const heights = await page
      .locator(selector)
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    t.ok(heights.length > 0 && heights.every((height) => height >= 44), `${path}: ${heights}`);
  }
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    const group = page
      .locator("footer .footer-group")
      .filter({ has: page.locator("[href^='tel:']") });
    if (width < 768) await group.locator("summary").click();
    const heights = await group
      .locator("a:visible")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    t.ok(heights.length > 3 && heights.every((height) => height >= 44), `${width}: ${heights}`);
  }
});

t.test("figures of money stand at the end of their rows", async (t) => {
  const { page, open } = await sampleScene(t, PHONE);
  await open("/sw/where-the-money-goes");
  const rows = await page.locator("#projects dl > div").evaluateAll((all) =>
    all.map((row) => {
      const [name, figure] = [...row.children].map((part) => part.getBoundingClientRect());
      const end = row.getBoundingClientRect().right;
      return name && figure && figure.top < name.bottom && Math.abs(figure.right - end) < 1;
    }),
  );
  t.ok(rows.length >= 8 && rows.every(Boolean), rows.join());
});

t.test("what nothing is recorded for takes no space", async (t) => {
  const { page, open } = await sampleScene(t, { viewport: { width: 1440, height: 900 } });
  await open("/your-data");
  const button = await page.getByRole("button", { name: "Export as a file" }).boundingBox();
  const next = await page.getByRole("heading", { name: "Saved for when" }).boundingBox();
  const gap = (next?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0);
  t.ok(gap > 0 && gap < 240, `${gap} px`);
});

t.test("pagination is one row", async (t) => {
  const { page, open } = await sampleScene(t, { viewport: { width: 320, height: 740 } });
  for (const path of ["/news-events?type=news&page=2", "/news-events/announcements"])
    for (const prefix of ["", "/sw"]) {
      await open(prefix + path);
      const row = await page.locator("nav:has(> [rel=next])").boundingBox();
      t.ok(row && row.height < 50 && row.x + row.width <= 320, JSON.stringify([path, row]));
      t.same(await clipped(page), [], prefix + path);
    }
});

t.test("each button of the carousel is as wide as a finger", async (t) => {
  const { page, open } = await sampleScene(t, { viewport: { width: 320, height: 740 } });
  await open("/");
  const widths = await page
    .locator("[aria-roledescription] > div > button")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  t.ok(widths.length > 3 && widths.every((width) => width >= 44), JSON.stringify(widths));
});

t.test("with text of twice the size nothing but the end of a typed text is cut off", async (t) => {
  const { samples } = await sharedSites();
  const browser = await launchBrowser(["--blink-settings=defaultFontSize=32"]);
  t.teardown(() => browser.close());
  const page = await browser.newPage(PHONE);
  for (const prefix of ["", "/sw"])
    for (const path of [
      "/",
      "/news-events?type=news",
      "/our-impact",
      "/get-involved",
      "/contact-us",
      "/testimonials",
      "/faq",
      "/where-the-money-goes",
      "/donate",
      "/search?q=maji",
    ]) {
      await page.goto(samples.url + prefix + path);
      await hydrated(page);
      const cut = (await clipped(page)).filter((what) => !what.startsWith("input"));
      t.same(cut, [], prefix + path);
    }
});

/** The words of an element that do not stand in one line. */
const brokenWords = (element: Locator) =>
  element.evaluate((part) => {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode())
      for (const { index, 0: word } of texts.currentNode.textContent?.matchAll(/\S+/g) ?? []) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (range.getClientRects().length > 1) found.push(word);
      }
    return found;
  });

const HEADS =
  "Kindergarten Neighbourhood Responsibilities Transportation Uthibitishaji Mwanachama Education Water".split(
    " ",
  );
const row = (cell: string, words: readonly string[]) =>
  `<tr>${words.map((word) => `<${cell}>${word}</${cell}>`).join("")}</tr>`;
const table = (columns: number, caption = "") => {
  const heads = HEADS.slice(0, columns);
  return `<p>Before it stands a paragraph that fills more than one line.</p><table>${caption}${row("th", heads)}${row("td", heads)}</table>`;
};

for (const width of [320, 375, 390])
  t.test(`at ${width} px a table scrolls in a region of its own, its words whole`, async (t) => {
    const [news = {}] = content.news;
    const [event = {}] = content.events;
    const named = table(6, '<caption>Who "does" <em>what</em> &amp; when</caption>');
    const { page, open } = await pageScene(t, {
      content: {
        news: [
          { ...news, slug: "a-table", content: [5, 8, 2].map((n) => table(n)).join("") + named },
        ],
        events: [{ ...event, slug: "a-plan", description: named, venue_details: table(7) }],
      },
      viewport: { width, height: 740 },
    });
    const caption = 'Who "does" what & when';
    for (const [path, names] of [
      ["/news-events/news/a-table", ["Table 1", "Table 2", "Table 3", caption]],
      ["/sw/news-events/news/a-table", ["Jedwali la 1", caption]],
      ["/events/a-plan", [caption, "Table 1"]],
    ] as const) {
      await open(path);
      for (const name of names) {
        const region = page.getByRole("region", { name, exact: true });
        t.equal(await region.getAttribute("tabindex"), "0", name);
        t.same(await brokenWords(region), [], name);
      }
      t.same(await clipped(page), [], path);
    }
    await open("/news-events/news/a-table");
    await page.getByRole("region", { name: "Table 2" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => (document.activeElement?.scrollLeft ?? 0) > 0);
  });

const ADDRESS = `https://www.example.org/${"reports_of_2025_".repeat(9)}/index.html`;
const RELATED = [{ id: "7", slug: "seven", title: ADDRESS }];
/** Rows of which each of these fields is one long address. */
const longRows = (rows: readonly object[], fields: string) =>
  rows.slice(0, 4).map((row, index) => ({
    ...row,
    ...Object.fromEntries(fields.split(" ").map((name) => [name, ADDRESS])),
    slug: `long-${index}`,
    categories: [ADDRESS],
    tags: [ADDRESS],
    related_news: RELATED,
    related_events: RELATED,
  }));

for (const width of [320, 1280])
  t.test(`at ${width} px a long address wraps wherever the source puts it`, async (t) => {
    const { page, open } = await pageScene(t, {
      content: {
        news: longRows(content.news, "title excerpt summary category author source"),
        events: longRows(
          content.events,
          "title excerpt location venue_details ticket_price contact_info",
        ),
      },
      isSearched: true,
      viewport: { width, height: 740 },
    });
    for (const path of [
      "/",
      "/news-events",
      "/news-events?type=events&past=1",
      "/search?q=reports",
      "/news-events/news/long-0",
      "/events/long-0",
      `/news-events?tag=${encodeURIComponent(ADDRESS)}`,
    ]) {
      await open(path);
      t.same(await clipped(page), [], path);
    }
  });

t.test("a filter beside the screen is seen when it takes the focus", async (t) => {
  const { page, open } = await sampleScene(t, PHONE);
  await open("/testimonials");
  const last = page.locator("main nav a").last();
  await last.focus();
  await page.waitForFunction(
    (it) => it && it.getBoundingClientRect().right <= innerWidth,
    await last.elementHandle(),
  );
});

t.test("in forced colors what is chosen differs from what is not", async (t) => {
  const { page, open } = await sampleScene(t, { forcedColors: "active", javaScriptEnabled: false });
  const background = (selector: string) =>
    page
      .locator(`main ${selector}`)
      .first()
      .evaluate((it) => getComputedStyle(it).backgroundColor);
  for (const [path, chosen, other] of [
    ["/donate", "label:has(:checked)", "label:has([type=radio]:not(:checked))"],
    ["/projects", "[aria-current]", "nav a:not([aria-current])"],
  ] as const) {
    await open(path);
    t.not(await background(chosen), await background(other), path);
  }
});
