import { startFakeContentApi } from "../../fakes/content-api.ts";
import { jpeg, serveBytes } from "../../fakes/pictures.ts";
import { fullRows, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startSite } from "./site.ts";

/** The host of the samples' pictures, which does not exist. */
const ELSEWHERE = /(?:https?:)?\/\/media\.example\.org\/([\w/-]+)\.(?:jpe?g|png|svg|webp)/g;

/** The samples without pictures of their own, those in their texts on the source itself. */
const withOwnPictures = (name: "news" | "events") => {
  const rows: Record<string, unknown>[] = JSON.parse(
    JSON.stringify(fullRows(name)).replaceAll(ELSEWHERE, "/media/$1.jpg"),
  );
  return rows.map((row) => ({ ...row, image_url: null, image: null, featured_image: null }));
};

/** A site over the samples, and every URL of it that responds with 200, from its own site map. */
export async function startEveryPage() {
  const source = await startFakeContentApi({
    news: withOwnPictures("news"),
    events: withOwnPictures("events"),
  });
  const bytes = await jpeg(900, 500);
  for (const [path] of JSON.stringify([source.news, source.events]).matchAll(
    /\/media\/[\w/-]+\.jpg/g,
  ))
    source.media.set(path, serveBytes(bytes, { etag: `"${path}"` }));
  const site = await startSite({
    contentApiUrl: source.url,
    env: { HEAD_START_MS: "1000", LOG_LEVEL: "warn", FORM_RATE_MAX: "1000" },
    now: () => SAMPLE_CLOCK,
    isSearched: true,
  });
  const map = await (await fetch(`${site.url}/sitemap.xml`)).text();
  const listed = [...map.matchAll(/<loc>[a-z]+:\/\/[^/]+([^<]*)<\/loc>/g)].map((match) =>
    (match[1] || "/").replaceAll("&amp;", "&"),
  );
  const close = async () => {
    await site.close();
    await source.close();
  };
  return {
    site,
    source,
    addresses: [...listed, "/search?q=water", "/your-data", "/problems/not-found", "/no/such/page"],
    close,
  };
}

/** A site over a source without news and events. */
export async function startEmptySite() {
  const source = await startFakeContentApi({});
  const site = await startSite({ contentApiUrl: source.url, now: () => SAMPLE_CLOCK });
  const close = async () => {
    await site.close();
    await source.close();
  };
  return { url: site.url, close };
}

/** Markup and colours are those of the English pages: tests that take long leave the others out. */
export const inEnglish = (addresses: readonly string[]): string[] =>
  addresses.filter((address) => !/^\/sw(?:\/|$)/.test(address));

/** One URL for each kind of page: entries of a kind share their template. */
export function onePerTemplate(addresses: readonly string[]): string[] {
  const templates = new Map<string, string>();
  for (const address of addresses) {
    const template = address
      .replace(/^((?:\/sw)?\/(?:news-events\/news|events|blog\/category|our-work))\/[^/]+$/, "$1/*")
      .replace(/^((?:\/sw)?\/blog)\/(?!category)[^/]+$/, "$1/*")
      .replace(/^((?:\/sw)?\/(?:news-events\/announcements|projects\/\w+))\/[^/]+$/, "$1/*");
    if (!templates.has(template)) templates.set(template, address);
  }
  return [...templates.values()];
}
