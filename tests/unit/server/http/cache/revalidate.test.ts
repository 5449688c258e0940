import t from "tap";
import { createResponseCache } from "../../../../../server/http/cache/response-cache.ts";
import { revalidate } from "../../../../../server/http/cache/revalidate.ts";

function scene() {
  const cache = createResponseCache({ maxBytes: 1_000_000, now: () => 0, isImproved: false });
  const store = (text: string) =>
    cache.store("/", {
      bytes: Buffer.from(text),
      headers: [],
      freshForMs: 0,
      tags: [],
      purgesBefore: 0,
      route: "/",
      data: null,
    });
  return { cache, store };
}

t.test("concurrent requests share one render", async (t) => {
  const { cache, store } = scene();
  const old = store("before");
  let renders = 0;
  const render = async () => {
    renders += 1;
    await null;
    return store("after");
  };
  const both = await Promise.all([
    revalidate(cache, "/", old, render),
    revalidate(cache, "/", old, render),
  ]);
  t.equal(renders, 1);
  t.equal(both[0]?.bodies.identity.toString(), "after");
  t.equal(both[0], both[1]);
});

t.test("the old response is served when the render fails", async (t) => {
  const { cache, store } = scene();
  const old = store("before");
  const failing = () => Promise.reject(new Error("render failed"));
  t.equal(await revalidate(cache, "/", old, failing), old);
  t.equal(cache.get("/"), old);
});

t.test("a key without a page any more loses its entry", async (t) => {
  const { cache, store } = scene();
  const old = store("before");
  t.equal(await revalidate(cache, "/", old, async () => null), null);
  t.equal(cache.get("/"), undefined);
});
