import { existsSync } from "node:fs";
import t from "tap";
import { fallbackDrawing } from "../../../../../client/components/media/fallback-drawing.ts";

const IDS = Array.from({ length: 60 }, (_, index) => `66f0c2d1a4b5e6f7089a1b${index}`);

t.test("the first telling word chooses the subject, the id the drawing", async (t) => {
  for (const [words, subject] of [
    [["WASH"], "wash"],
    [["Youth Development", "New taps"], "youth"],
    [["Gender"], "gender"],
    [["Girls’ football festival"], "youth"],
    [["Livelihoods"], "livelihoods"],
    [["Health"], "health"],
    [["Education"], "education"],
    [["Environment"], "environment"],
    [["Community"], "community"],
    [["Emergency response"], "emergency"],
    [["Annual report", "School roof"], "education"],
    [["Figures"], "general"],
    [[], "general"],
  ] as const) {
    const drawings = new Set(IDS.map((id) => fallbackDrawing(id, words)));
    t.same(
      [...drawings].sort(),
      [1, 2, 3, 4].map((variant) => `images/fallback/${subject}-${variant}.svg`),
      words.join(),
    );
    for (const image of drawings) t.ok(existsSync(`content/${image}`), image);
  }
});

t.test("an item always has the same drawing", async (t) => {
  t.equal(fallbackDrawing("n-7", ["WASH"]), "images/fallback/wash-3.svg");
});
