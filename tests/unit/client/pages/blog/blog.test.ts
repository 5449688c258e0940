import t from "tap";
import { tagSlug } from "../../../../../client/pages/blog/tag-slug.ts";
import { viewCount, viewText } from "../../../../../client/pages/blog/view-count.ts";
import words from "../../../../../content/words/en/blog.json" with { type: "json" };

/** A session storage, like the browser's. */
function session(values: Record<string, string> = {}) {
  return {
    stored: values,
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, value: string) => {
      values[key] = value;
    },
  };
}

t.test("a view count is a whole number from 50 to 499", async (t) => {
  t.equal(
    viewCount("a", session(), () => 0),
    50,
  );
  t.equal(
    viewCount("a", session(), () => 0.999_999),
    499,
  );
});

t.test("it is chosen once for a post in a session, under the spec's key", async (t) => {
  const own = session();
  const first = viewCount("a", own, () => 0.5);
  t.same(own.stored, { blog_a_viewed: String(first) });
  t.equal(
    viewCount("a", own, () => 0.9),
    first,
  );
  t.not(
    viewCount("b", own, () => 0.9),
    first,
  );
});

t.test("a mark that is no number is replaced", async (t) => {
  t.equal(
    viewCount("a", session({ blog_a_viewed: "true" }), () => 0),
    50,
  );
});

t.test("view is singular for exactly 1", async (t) => {
  t.same(
    [0, 1, 2, 499].map((count) => viewText(words.views, count)),
    ["0 views", "1 view", "2 views", "499 views"],
  );
});

t.test("a tag's slug is lowercased and hyphenated, and stays so", async (t) => {
  const slugs = {
    "Clean water": "clean-water",
    "Boda boda": "boda-boda",
    "WASH & Health": "wash-health",
    "  Women's groups ": "women-s-groups",
    "Élimu 2026": "élimu-2026",
    "!": "",
  };
  t.same(Object.keys(slugs).map(tagSlug), Object.values(slugs));
  t.same(Object.values(slugs).map(tagSlug), Object.values(slugs));
});
