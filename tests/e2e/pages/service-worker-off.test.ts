import supertest from "supertest";
import t from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { startFront } from "../../setup/site/front.ts";
import { startSite } from "../../setup/site/site.ts";
import { until } from "../../setup/until.ts";
import { offlineWindow } from "./offline-scene.ts";

t.test("SERVICE_WORKER=off removes the worker and its copies, and leaves what waits", async (t) => {
  const source = await startFakeContentApi({});
  const front = await startFront(t);
  const begin = async (env: Record<string, string>) => {
    const site = await startSite({ contentApiUrl: source.url, env });
    t.teardown(() => site.close());
    front.leadTo(site.url);
  };
  t.teardown(() => source.close());
  await begin({});
  const { page, read } = await offlineWindow(t, front.url);
  await read("/faq");
  await begin({ SERVICE_WORKER: "off" });
  await page.reload();
  const left = () =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: await caches.keys(),
      databases: (await indexedDB.databases()).map(({ name }) => name),
    }));
  await until(async () => (await left()).workers === 0);
  await page.reload();
  t.match(await left(), { caches: [], databases: ["outbox"] });
});

t.test("the worker is asked for at each visit, with a policy of its own", async (t) => {
  const source = await startFakeContentApi({});
  t.teardown(() => source.close());
  for (const state of ["on", "off"]) {
    const site = await startSite({ contentApiUrl: source.url, env: { SERVICE_WORKER: state } });
    t.teardown(() => site.close());
    const response = await fetch(`${site.url}/service-worker.js`);
    t.equal(response.status, 200);
    t.match(Object.fromEntries(response.headers), {
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    });
    t.equal((await response.text()).includes("unregister"), state === "off");
    const etag = response.headers.get("etag") ?? "";
    await supertest(site.url).get("/service-worker.js").set("if-none-match", etag).expect(304);
  }
});
