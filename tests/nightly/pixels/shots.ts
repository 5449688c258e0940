import type { Browser } from "playwright-core";
import sharp from "sharp";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startEveryPage } from "../../setup/site/every-page.ts";

/** Twelve pages with different layouts. */
const PAGES = {
  home: "/",
  about: "/about-us",
  "our-work": "/our-work",
  projects: "/projects",
  feed: "/news-events",
  article: "/news-events/news/tree-day",
  events: "/news-events?type=events",
  blog: "/blog",
  contact: "/contact-us",
  donate: "/donate",
  faq: "/faq",
  missing: "/no/such/page",
};
const WIDTHS = [375, 1280];
const SCHEMES = ["light", "dark"] as const;
/** The divisor of the baselines' width: they show where things are, not the edges of letters. */
const SCALE = 4;

/** A screenshot named `{page}-{width}-{scheme}`, a quarter as wide as the page. */
export interface Shot {
  name: string;
  picture: Buffer;
}

async function smaller(png: Buffer, width: number): Promise<Buffer> {
  const target = Math.round(width / SCALE);
  return sharp(png).resize({ width: target }).flatten().webp({ quality: 60, effort: 6 }).toBuffer();
}

/** Takes a screenshot of every page in every width and colour scheme, without motion, in East Africa Time. */
export async function* shootPages(browser: Browser): AsyncGenerator<Shot> {
  const { site, close } = await startEveryPage();
  try {
    for (const width of WIDTHS)
      for (const colorScheme of SCHEMES) {
        const context = await browser.newContext({
          viewport: { width, height: 900 },
          colorScheme,
          reducedMotion: "reduce",
          timezoneId: "Africa/Dar_es_Salaam",
          locale: "en-GB",
        });
        const page = await context.newPage();
        await page.clock.setFixedTime(SAMPLE_CLOCK);
        for (const [name, path] of Object.entries(PAGES)) {
          await page.goto(site.url + path, { waitUntil: "load" });
          await page.evaluate(async () => {
            for (const image of document.images) image.loading = "eager";
            await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
            await document.fonts.ready;
            // Later styles load after the main picture (client/entry-browser.ts).
            while (document.querySelector("[media=print]"))
              await new Promise((resolve) => requestAnimationFrame(resolve));
          });
          const png = await page.screenshot({ fullPage: true, animations: "disabled" });
          yield { name: `${name}-${width}-${colorScheme}`, picture: await smaller(png, width) };
        }
        await context.close();
      }
  } finally {
    await close();
  }
}
