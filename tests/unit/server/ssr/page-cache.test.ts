import { setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import t from "tap";
import { createPageCache } from "../../../../server/ssr/page-cache.ts";
import { addCoding, type CachedPage } from "../../../../server/ssr/ready-page.ts";

const page = (words: string, tags: readonly ("news" | "events")[], purgesBefore: number) => ({
  ...{ bytes: Buffer.from(words), headers: [], freshForMs: 60_000 },
  ...{ tags, purgesBefore, route: "/", data: null },
});

t.test("a purge takes the pages that show such data, and no other", async (t) => {
  const pages = createPageCache({ maxBytes: 1_000_000, now: () => 0 });
  pages.keep("/events/a", page("an event", ["events"], 0));
  pages.keep("/news-events", page("the feed", ["news", "events"], 0));
  pages.keep("/news-events/news/a", page("an article", ["news"], 0));
  pages.keep("/about-us", page("our own words", [], 0));
  pages.purge(["events"]);
  t.same(
    ["/events/a", "/news-events", "/news-events/news/a", "/about-us"].map((key) =>
      Boolean(pages.get(key)),
    ),
    [false, false, true, true],
  );
});

t.test("a page drawn before a purge is sent, not kept", async (t) => {
  const pages = createPageCache({ maxBytes: 1_000_000, now: () => 0 });
  const purgesBefore = pages.purges();
  pages.purge(["events"]);
  const late = pages.keep("/events/a", page("as it was", ["events"], purgesBefore));
  t.equal(late.bodies.identity.toString(), "as it was");
  t.equal(pages.get("/events/a"), undefined);
});

const LONG = "Clean water for every child in Kibaoni. ".repeat(200);

t.test("a coding is made when it is asked for first, and once for all who ask", async (t) => {
  const pages = createPageCache({ maxBytes: 1_000_000, now: () => 0, isImproved: false });
  const kept = pages.keep("/about-us", page(LONG, [], 0));
  t.same(Object.keys(kept.bodies), ["identity"]);
  const [first, second] = [addCoding(kept, "br"), addCoding(kept, "br")];
  t.equal(first, second);
  await first;
  t.same(Object.keys(kept.bodies), ["identity", "br"]);
  t.equal(brotliDecompressSync(kept.bodies.br ?? "").toString(), LONG);
  t.same(kept.headers.br?.slice(-4), [
    ...["content-length", String(kept.bodies.br?.length)],
    ...["content-encoding", "br"],
  ]);
});

t.test("in a flood only a page that is asked for again gets its best codings", async (t) => {
  const pages = createPageCache({ maxBytes: 10_000_000, now: () => 0 });
  const isBest = ({ bodies }: CachedPage) => bodies.br !== undefined && bodies.gzip !== undefined;
  const first = pages.keep("/our-work", page(LONG, [], 0));
  for (let n = 0; n < 20; n += 1) pages.keep(`/?n=${n}`, page(LONG, [], 0));
  const once = pages.keep("/donate", page(LONG, [], 0));
  const again = pages.keep("/about-us", page(LONG, [], 0));
  pages.get("/about-us");
  for (let n = 0; n < 300 && !isBest(again); n += 1) await wait(10);
  t.same([first, again, once].map(isBest), [true, true, false]);
});

t.test("what is kept is bounded, room for its codings counted", async (t) => {
  const maxBytes = LONG.length * 10;
  const pages = createPageCache({ maxBytes, now: () => 0, isImproved: false });
  for (let n = 0; n < 20; n += 1) {
    pages.keep(`/blog/${n}`, page(LONG, [], 0));
    pages.get(`/blog/${n}`);
    t.ok(pages.size().bytes <= maxBytes);
  }
  t.ok(pages.size().pages >= 3);
});

t.test(
  "a flood of pages that nobody asks for again drives out none that is asked for",
  async (t) => {
    const maxBytes = LONG.length * 10;
    const pages = createPageCache({ maxBytes, now: () => 0, isImproved: false });
    pages.keep("/about-us", page(LONG, [], 0));
    pages.get("/about-us");
    for (let n = 0; n < 100; n += 1) pages.keep(`/news-events?tag=${n}`, page(LONG, [], 0));
    t.ok(pages.get("/about-us"));
    t.notOk(pages.get("/news-events?tag=1"));
    t.ok(pages.size().bytes <= maxBytes);
  },
);
