import sharp from "sharp";
import t from "tap";
import { createLetters } from "../../../../server/social-cards/card-glyphs.ts";
import { cardSvg } from "../../../../server/social-cards/card-svg.ts";
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

t.test("a title without a readable letter gives way to the name of the foundation", async (t) => {
  const card = {
    section: "News",
    theme: "wash",
    siteName: "Jua Jipya Foundation",
    picture: null,
  } as const;
  t.equal(
    cardSvg({ ...card, title: "🎉🎉" }, letters),
    cardSvg({ ...card, title: "Jua Jipya Foundation" }, letters),
  );
});
