import sharp from "sharp";
import t from "tap";
import { createLetters } from "../../../../server/social-cards/card-glyphs.ts";
import { cardSvg } from "../../../../server/social-cards/card-svg.ts";
import { fitTitle } from "../../../../server/social-cards/fit-title.ts";
import { createBuckets } from "../../../../server/social-cards/token-bucket.ts";
import { themes } from "../../../../shared/contract/social-card.ts";

const letters = createLetters(700);

t.test("what no font has falls away, the rest stays as it was written", async (t) => {
  for (const [given, shown] of [
    ["Maji safi 💧 kwa wote 🇹🇿", "Maji safi kwa wote"],
    ["  two\n\n lines\tand\u0000 control ", "two lines and control"],
    ["Łódź, İzmir, Đà Nẵng", "Łódź, İzmir, Đà Nẵng"],
    ["“quoted” – it’s…", "“quoted” – it’s…"],
    ["\u202Eright to left", "right to left"],
    ["水 water", "water"],
    ["👩🏾‍🌾", ""],
  ] as const)
    t.equal(letters.readable(given), shown);
});

t.test("a card holds shapes alone: no text, no font, nothing from outside", async (t) => {
  for (const theme of themes) {
    const card = {
      title: '"><script>alert(1)</script> & <b>',
      section: "</svg>",
      theme,
      siteName: "Jua Jipya Foundation",
      picture: null,
    };
    const svg = cardSvg(card, letters);
    t.notMatch(svg, /<text|<script|<b>|font-family|https?:\/\/(?!www\.w3\.org)/, theme);
    t.notMatch(svg, /NaN|undefined/, theme);
    const { width, height } = await sharp(Buffer.from(svg)).metadata();
    t.same([width, height], [1200, 630]);
  }
});

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
    sizes.toSorted((a, b) => b - a),
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

t.test("an allowance is used up, fills again, and is each one's own", async (t) => {
  let nowMs = 0;
  const take = createBuckets({ burst: 2, perSecond: 1, now: () => nowMs });
  t.same([take("a"), take("a"), take("a"), take("b")], [true, true, false, true]);
  nowMs = 1_000;
  t.same([take("a"), take("a")], [true, false]);
  nowMs = 60_000;
  t.same([take("a"), take("a"), take("a")], [true, true, false]);
});
