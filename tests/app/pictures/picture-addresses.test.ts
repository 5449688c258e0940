import { mkdirSync, renameSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import supertest from "supertest";
import t from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { jpeg, serveBytes } from "../../fakes/pictures.ts";
import { startScene } from "../../setup/site/scene.ts";
import { startSite, type TestSite } from "../../setup/site/site.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { until } from "../../setup/until.ts";

t.test("picture addresses survive a restart, even one without the store", async (t) => {
  const news = [{ id: 1, slug: "a-tap", title: "A tap", image: "/media/tap.jpg" }];
  const source = await startFakeContentApi({ news });
  source.media.set("/media/tap.jpg", serveBytes(await jpeg(400, 300)));
  const dataDir = testFolder(t);
  const start = () => startSite({ contentApiUrl: source.url, env: { DATA_DIR: dataDir } });
  const open: { site?: TestSite } = {};
  const restart = async (meanwhile = () => {}) => {
    await open.site?.close();
    meanwhile();
    open.site = await start();
    return open.site;
  };
  t.teardown(async () => {
    await open.site?.close();
    await source.close();
  });
  let limit = 1;
  /** Returns the address of the first item's picture. Every call uses another URL, so that no response comes from the cache. */
  const addressAt = async ({ url }: TestSite): Promise<string> => {
    limit += 1;
    const { body } = await supertest(url).get(`/bff/news?limit=${limit}`);
    return new URL(body.data[0].image.url, url).pathname;
  };

  const address = await addressAt(await restart());
  t.match(address, /^\/pictures\//);
  t.equal(await addressAt(await restart()), address);

  const file = join(dataDir, "site.sqlite");
  const site = await restart(() => {
    renameSync(file, `${file}.aside`);
    mkdirSync(file);
  });
  const meanwhile = await addressAt(site);
  t.not(meanwhile, address, "the process has a key of its own");
  rmdirSync(file);
  renameSync(`${file}.aside`, file);
  await until(async () => (await addressAt(site)) === address);
  const statuses = [];
  for (const path of [address, meanwhile, `${meanwhile.slice(0, 20)}AAAA${meanwhile.slice(24)}`])
    statuses.push((await supertest(site.url).get(path)).status);
  t.same(statuses, [200, 200, 404], "addresses sent meanwhile are accepted, invented ones are not");
});

t.test("the pictures of the embedded content API are there after a restart", async (t) => {
  const { get, restart } = await startScene(t, {
    env: { CONTENT_API_URL: "embedded", DATA_DIR: testFolder(t) },
  });
  await get("/bff/news?limit=1");
  // The site that ends has fetched no picture, so the next one finds this one at the source, not on disk.
  await restart();
  const { body } = await get("/bff/news?limit=1");
  t.equal((await get(new URL(body.data[0].image.url).pathname)).status, 200);
});
