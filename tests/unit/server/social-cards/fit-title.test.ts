import t from "tap";
import { fitTitle } from "../../../../server/social-cards/fit-title.ts";

const box = { width: 700, height: 344 };
/** Every letter half as wide as it is high. */
const measure = (text: string, size: number) => [...text].length * size * 0.5;
const fit = (title: string) => fitTitle(title, box, measure);

t.test("few words are large, many are small, all of them fit", async (t) => {
  const titles = [
    "Donate",
    "Girls on the pitch",
    "Emergency store packed and checked before the long rains",
    "One long headline that says what was done, by whom, where, and what it has changed",
  ];
  const fitted = titles.map(fit);
  const sizes = fitted.map(({ size }) => size);
  t.same(
    sizes,
    [...sizes].sort((a, b) => b - a),
  );
  for (const [index, { lines, size, leading }] of fitted.entries()) {
    t.equal(lines.join(" "), titles[index], "no word is lost");
    t.ok(lines.every((line) => measure(line, size) <= box.width));
    t.ok(lines.length * leading <= box.height);
  }
});

t.test("lines are even, and no little word is left hanging", async (t) => {
  t.same(fit("Office closed from 24 December to 2 January").lines, [
    "Office closed",
    "from 24 December",
    "to 2 January",
  ]);
});

t.test("what no size holds ends in an ellipsis, at a word and not after a comma", async (t) => {
  const { lines, size } = fit("many words, and more, ".repeat(40));
  t.ok(lines.length <= 5);
  t.match(lines.at(-1), /\w…$/);
  t.ok(lines.every((line) => measure(line, size) <= box.width));
});

t.test("a word wider than the card is cut; nothing at all is nothing", async (t) => {
  const { lines, size } = fit("x".repeat(300));
  t.ok(lines.length <= 5);
  t.ok(lines.every((line) => measure(line, size) <= box.width));
  t.match(lines.at(-1), /x…$/);
  t.same(fit("").lines, []);
});
