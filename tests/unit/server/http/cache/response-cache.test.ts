import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import t from "tap";
import {
  addEncoding,
  type CachedResponse,
} from "../../../../../server/http/cache/cached-response.ts";
import { createResponseCache } from "../../../../../server/http/cache/response-cache.ts";

const page = (text: string, tags: readonly ("news" | "events")[], purgesBefore: number) => ({
  bytes: Buffer.from(text),
  headers: [],
  freshForMs: 60_000,
  tags,
  purgesBefore,
  route: "/",
  data: null,
});

t.test("a purge removes the pages that show such data, and no other", async (t) => {
  const pages = createResponseCache({ maxBytes: 1_000_000, now: () => 0 });
  pages.store("/events/a", page("an event", ["events"], 0));
  pages.store("/news-events", page("the feed", ["news", "events"], 0));
  pages.store("/news-events/news/a", page("an article", ["news"], 0));
  pages.store("/about-us", page("static content", [], 0));
  pages.purge(["events"]);
  t.same(
    ["/events/a", "/news-events", "/news-events/news/a", "/about-us"].map((key) =>
      Boolean(pages.get(key)),
    ),
    [false, false, true, true],
  );
});

t.test("a page rendered before a purge is returned but not stored", async (t) => {
  const pages = createResponseCache({ maxBytes: 1_000_000, now: () => 0 });
  const purgesBefore = pages.purges();
  pages.purge(["events"]);
  const late = pages.store("/events/a", page("as it was", ["events"], purgesBefore));
  t.equal(late.bodies.identity.toString(), "as it was");
  t.equal(pages.get("/events/a"), undefined);
});

t.test("an equal page renews the entry in place, with the encodings it has", async (t) => {
  let nowMs = 0;
  const pages = createResponseCache({ maxBytes: 1_000_000, now: () => nowMs, isImproved: false });
  const first = pages.store("/about-us", page("static content", [], 0));
  await addEncoding(first, "gzip");
  nowMs = 30_000;
  const second = pages.store("/about-us", page("static content", [], 0));
  t.equal(second, first);
  t.equal(second.freshUntilMs, 90_000);
  t.ok(second.bodies.gzip);
});

const LONG = "Clean water for every child in Kibaoni. ".repeat(200);

t.test("an encoding is made on its first request, and once for concurrent requests", async (t) => {
  const pages = createResponseCache({ maxBytes: 1_000_000, now: () => 0, isImproved: false });
  const stored = pages.store("/about-us", page(LONG, [], 0));
  t.same(Object.keys(stored.bodies), ["identity"]);
  const [first, second] = [addEncoding(stored, "br"), addEncoding(stored, "br")];
  t.equal(first, second);
  await first;
  t.same(Object.keys(stored.bodies), ["identity", "br"]);
  t.equal(brotliDecompressSync(stored.bodies.br ?? "").toString(), LONG);
  t.same(stored.headers.br?.slice(-4), [
    ...["content-length", String(stored.bodies.br?.length)],
    ...["content-encoding", "br"],
  ]);
});

t.test("in a flood only a page that is requested again gets its best encodings", async (t) => {
  const pages = createResponseCache({ maxBytes: 10_000_000, now: () => 0 });
  const isBest = ({ bodies }: CachedResponse) =>
    bodies.br !== undefined && bodies.gzip !== undefined;
  const first = pages.store("/our-work", page(LONG, [], 0));
  for (let n = 0; n < 20; n += 1) pages.store(`/?n=${n}`, page(LONG, [], 0));
  const once = pages.store("/donate", page(LONG, [], 0));
  const again = pages.store("/about-us", page(LONG, [], 0));
  pages.get("/about-us");
  for (let n = 0; n < 300 && !isBest(again); n += 1) await wait(10);
  t.same([first, again, once].map(isBest), [true, true, false]);
});

t.test("the size is bounded, with space for the encodings", async (t) => {
  const maxBytes = LONG.length * 10;
  const pages = createResponseCache({ maxBytes, now: () => 0, isImproved: false });
  for (let n = 0; n < 20; n += 1) {
    pages.store(`/blog/${n}`, page(LONG, [], 0));
    pages.get(`/blog/${n}`);
    t.ok(pages.size().bytes <= maxBytes);
  }
  t.ok(pages.size().pages >= 3);
});

t.test("a flood of pages that are requested once evicts no protected page", async (t) => {
  const maxBytes = LONG.length * 10;
  const pages = createResponseCache({ maxBytes, now: () => 0, isImproved: false });
  pages.store("/about-us", page(LONG, [], 0));
  pages.get("/about-us");
  for (let n = 0; n < 100; n += 1) pages.store(`/news-events?tag=${n}`, page(LONG, [], 0));
  t.ok(pages.get("/about-us"));
  t.notOk(pages.get("/news-events?tag=1"));
  t.ok(pages.size().bytes <= maxBytes);
});
