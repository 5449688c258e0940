import t from "tap";
import { tagSlug, viewCount } from "../../../../../client/pages/blog/blog.ts";

/** A session storage that stores nothing. */
const session = { getItem: () => null, setItem: () => {} };

t.test("a view count is a whole number from 50 to 499", async (t) => {
  const counts = [0, 0.999_999].map((random) => viewCount("a", session, () => random));
  t.same(counts, [50, 499]);
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
