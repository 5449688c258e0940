import t from "tap";
import { createPageCache } from "../../../../server/ssr/page-cache.ts";

const page = (words: string, tags: readonly ("news" | "events")[], purgesBefore: number) => ({
  ...{ bytes: Buffer.from(words), headers: [], freshForMs: 60_000 },
  ...{ tags, purgesBefore, route: "/", data: null },
});

t.test("a purge takes the pages that show such data, and no other", async (t) => {
  const pages = createPageCache({ maxBytes: 1_000_000, now: () => 0 });
  await pages.keep("/events/a", page("an event", ["events"], 0));
  await pages.keep("/news-events", page("the feed", ["news", "events"], 0));
  await pages.keep("/news-events/news/a", page("an article", ["news"], 0));
  await pages.keep("/about-us", page("our own words", [], 0));
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
  const late = await pages.keep("/events/a", page("as it was", ["events"], purgesBefore));
  t.equal(late.bodies.identity.toString(), "as it was");
  t.equal(pages.get("/events/a"), undefined);
});
