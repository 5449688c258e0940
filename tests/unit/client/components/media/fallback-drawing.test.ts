import { existsSync } from "node:fs";
import t from "tap";
import { fallbackDrawing } from "../../../../../client/components/media/fallback-drawing.ts";

t.test("the first telling word chooses the drawing", async (t) => {
  for (const [words, subject] of [
    [["WASH"], "-wash"],
    [["Youth Development", "New taps"], "-youth"],
    [["Gender"], "-gender"],
    [["Livelihoods"], "-livelihoods"],
    [["Health"], "-health"],
    [["Education"], "-education"],
    [["Environment"], "-environment"],
    [["Community"], "-community"],
    [["Emergency response"], "-emergency"],
    [["Annual report", "School roof"], "-education"],
    [["Figures"], ""],
    [[], ""],
  ] as const) {
    for (const kind of ["news", "event"] as const) {
      const image = fallbackDrawing(kind, words);
      t.equal(image, `images/fallback/${kind}${subject}.svg`, words.join());
      t.ok(existsSync(`content/${image}`));
    }
  }
});
