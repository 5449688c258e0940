import t from "tap";
import { repairTwiceEncoded } from "../../../../server/source/text/clean-text.ts";

/** Reads UTF-8 as Latin-1, as a program does that encodes a text twice. Some programs keep the control characters. */
const twice = (text: string) => Buffer.from(text).toString("latin1");

t.test("a text that was encoded twice is repaired where that is certain", async (t) => {
  const certain: [given: string, repaired: string][] = [
    ["CafÃ© ya vijana", "Café ya vijana"],
    ["Watotoâ€™s day â€“ 2026", "Watoto’s day – 2026"],
    ["Karibu\u00C2\u00A0wote", "Karibu\u00A0wote"],
    ["Maji ðŸ’§", "Maji 💧"],
    [twice("Don’t “wait”"), "Don’t “wait”"],
    [twice("الماء"), "الماء"],
    [twice("Вода"), "Вода"],
  ];
  for (const [title, repaired] of certain)
    t.same(repairTwiceEncoded({ title, id: title, tags: [{ name: title }], n: 1 }), {
      value: { title: repaired, id: title, tags: [{ name: repaired }], n: 1 },
      isRepaired: true,
    });
});

t.test("a text that may be intended stays", async (t) => {
  const rows = [
    { title: "Don’t “wait” – Café" },
    { title: "Why Ã© stands where é should" },
    { title: "CafÃ©", excerpt: "Café" },
    { title: "CafÃ©", excerpt: "水" },
    { title: "AMANHÃ… ÀS 9" },
    { title: "LE CAFÉ\u00A0!" },
    { title: "Watotoâ€ wote" },
    { title: "CafÃ©", body: JSON.parse("[".repeat(20_000) + "]".repeat(20_000)) },
  ];
  for (const row of rows) t.same(repairTwiceEncoded(row), { value: row, isRepaired: false });
  const nested = JSON.parse("[".repeat(9_000) + "]".repeat(9_000));
  t.equal(repairTwiceEncoded({ title: "Maji", nested }).isRepaired, false);
});
