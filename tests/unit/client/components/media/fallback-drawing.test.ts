import t from "tap";
import { fallbackDrawing } from "../../../../../client/components/media/fallback-drawing.ts";

const IDS = Array.from({ length: 60 }, (_, index) => `66f0c2d1a4b5e6f7089a1b${index}`);

t.test("the first telling word chooses the subject, the id the drawing", async (t) => {
  const subjects = [
    [["WASH"], "wash"],
    [["Youth Development", "New taps"], "youth"],
    [["Girls’ football festival"], "youth"],
    [["Education"], "education"],
    [["Emergency response"], "emergency"],
    [["Annual report", "School roof"], "education"],
    [["Figures"], "general"],
    [[], "general"],
  ] as const;
  const drawings = subjects.map(([words]) =>
    [...new Set(IDS.map((id) => fallbackDrawing(id, words)))].sort(),
  );
  t.same(
    drawings,
    subjects.map(([, subject]) => [1, 2, 3, 4].map((n) => `images/fallback/${subject}-${n}.svg`)),
  );
});

t.test("an item always has the same drawing", async (t) => {
  t.equal(fallbackDrawing("n-7", ["WASH"]), "images/fallback/wash-3.svg");
});
