import t from "tap";
import { tagSlug, viewCount, viewText } from "../../../../../client/pages/blog/blog.ts";
import words from "../../../../../content/words/en/blog.json" with { type: "json" };

/** A session that keeps nothing. */
const session = { getItem: () => null, setItem: () => {} };

t.test("a view count is a whole number from 50 to 499", async (t) => {
  const counts = [0, 0.999_999].map((random) => viewCount("a", session, () => random));
  t.same(counts, [50, 499]);
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
