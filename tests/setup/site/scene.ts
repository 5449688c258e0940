import supertest from "supertest";
import type { Test } from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { fullRows, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { type SiteOptions, startSite } from "./site.ts";

type Given = Parameters<typeof startFakeContentApi>[0] & Omit<SiteOptions, "contentApiUrl">;

/** Returns all samples, with a clock set to their time. */
export const samples = () => ({
  news: fullRows("news"),
  events: fullRows("events"),
  now: () => SAMPLE_CLOCK,
});

/** Starts a site over its own source, which is empty unless rows are given; both end with the test. */
export async function startScene(t: Test, { news = [], events = [], ...options }: Given = {}) {
  const source = await startFakeContentApi({ news, events });
  const start = () => startSite({ contentApiUrl: source.url, ...options });
  let site = await start();
  t.teardown(async () => {
    await site.close();
    await source.close();
  });
  return {
    source,
    /** The site that is running now. */
    get site() {
      return site;
    },
    get: (path: string) => supertest(site.url).get(path),
    /** Stops the site, and starts another with the same settings. */
    restart: async (meanwhile = () => {}) => {
      await site.close();
      meanwhile();
      site = await start();
    },
  };
}
