import t from "tap";
import { tagSlug } from "../../../../../client/pages/blog/tag-slug.ts";

t.test("a tag's slug is lowercased and hyphenated", async (t) => {
  for (const [tag, slug] of [
    ["Clean water", "clean-water"],
    ["Boda boda", "boda-boda"],
    ["WASH & Health", "wash-health"],
    ["  Women's groups ", "women-s-groups"],
    ["Élimu 2026", "élimu-2026"],
    ["!", ""],
  ] as const) {
    t.equal(tagSlug(tag), slug);
    t.equal(tagSlug(slug), slug, "and stays so");
  }
});
