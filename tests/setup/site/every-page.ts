import { startFakeContentApi } from "../../fakes/content-api.ts";
import { jpeg, serveBytes } from "../../fakes/pictures.ts";
import { fullRows, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startSite } from "./site.ts";

/** URLs of the samples' pictures, whose host does not exist. */
const ELSEWHERE = /(?:https?:)?\/\/media\.example\.org\/([\w/-]+)\.(?:jpe?g|png|svg|webp)/g;

/** Returns the samples without pictures of their own; pictures inside their texts move to the source itself. */
const withOwnPictures = (name: "news" | "events") => {
  const rows: Record<string, unknown>[] = JSON.parse(
    JSON.stringify(fullRows(name)).replaceAll(ELSEWHERE, "/media/$1.jpg"),
  );
  return rows.map((row) => ({ ...row, image_url: null, image: null, featured_image: null }));
};

/** Starts a site over the samples, and lists every URL from its site map that responds with 200. */
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

/** Starts a site over a source without news and events. */
export async function startEmptySite() {
  const source = await startFakeContentApi({});
  const site = await startSite({ contentApiUrl: source.url, now: () => SAMPLE_CLOCK });
  const close = async () => {
    await site.close();
    await source.close();
  };
  return { url: site.url, close };
}

/** Leaves out the Kiswahili pages, for slow tests: markup and colours are the same as on the English pages. */
export const inEnglish = (addresses: readonly string[]): string[] =>
  addresses.filter((address) => !/^\/sw(?:\/|$)/.test(address));

/** Keeps one URL for each kind of page, since the pages of a kind share their template. */
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
