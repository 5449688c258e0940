import { picture } from "../document.ts";
import { field, type Inks, type Motif, motif } from "../kitenge.ts";
import { color, mix, shade, tint } from "../palette.ts";
import { bench, coins, crate, football, openBook } from "../props/objects.ts";
import { baobab, seedling } from "../props/trees.ts";
import { basket, bucket, fruit } from "../props/water.ts";
import {
  at,
  circle,
  ellipse,
  group,
  join,
  line,
  lit,
  path,
  poly,
  rect,
  shape,
  veil,
} from "../svg.ts";

const {
  primary,
  gold,
  paper,
  terracotta,
  laterite,
  forest,
  acacia,
  accent,
  deep,
  ochre,
  primaryDark,
  sand,
  ink,
  white,
} = color;

export function helmetMark(x: number, y: number, s: number, fill: string): string {
  return at(
    x,
    y,
    s,
    join(
      lit(
        [
          [-92, 40, 1],
          [-100, -20],
          [-70, -84],
          [0, -108],
          [70, -84],
          [98, -30],
          [96, 20, 1],
          [60, 28],
          [40, 66, 1],
          [-60, 66],
          [-86, 56],
        ],
        fill,
        { depth: 0.34 },
      ),
      shape(
        [
          [8, -52, 1],
          [70, -56],
          [100, -30],
          [102, 8, 1],
          [60, 18],
          [10, 10, 1],
        ],
        ink,
      ),
      shape(
        [
          [20, -44, 1],
          [60, -46],
          [52, -10],
          [24, -6, 1],
        ],
        mix(ink, accent, 0.5),
      ),
      line(
        [
          [-92, 30],
          [-40, 44],
          [36, 60],
        ],
        paper,
        7,
      ),
      line(
        [
          [-60, -70],
          [-20, -92],
          [30, -96],
        ],
        tint(fill, 0.5),
        8,
      ),
    ),
  );
}

const tapMark = (x: number, y: number, s: number): string =>
  at(
    x,
    y,
    s,
    join(
      rect(-90, -120, 24, 60, color.metal),
      lit(
        [
          [-90, -96, 1],
          [-10, -96],
          [34, -70],
          [36, -34, 1],
          [4, -34, 1],
          [0, -58],
          [-90, -62, 1],
        ],
        color.metal,
      ),
      rect(-34, -124, 60, 12, terracotta, 6),
      rect(-8, -118, 8, 24, shade(color.metal, 0.4)),
      shape(
        [
          [8, -34, 1],
          [6, 10],
          [2, 30, 1],
          [38, 30, 1],
          [34, 10],
          [32, -34, 1],
        ],
        accent,
      ),
      at(20, 112, 1.5, bucket(0, 0, 1, gold, true)),
    ),
  );

/** A round medallion on printed cloth. */
function medallion(id: string, kind: Motif, inks: Inks, disc: string, content: string): string {
  return picture(
    400,
    400,
    join(
      field({ id, kind, lattice: "brick", inks, seed: 4 }, 400, 400, 100),
      circle(200, 200, 146, inks[2]),
      circle(200, 200, 134, disc),
      content,
    ),
  );
}

export const testimonials: Record<string, () => string> = {
  "boda-boda-rider": () =>
    medallion(
      "t-rider",
      "chevrons",
      [gold, terracotta, paper, deep],
      "#F7E3B0",
      helmetMark(200, 220, 0.92, primary),
    ),
  "mtambani-resident": () =>
    medallion(
      "t-resident",
      "drops",
      [primary, deep, paper, gold],
      "#DDF1F4",
      tapMark(196, 196, 0.84),
    ),
  "young-footballer": () =>
    medallion(
      "t-footballer",
      "rays",
      [terracotta, laterite, sand, gold],
      "#D7E3B6",
      veil(ellipse(212, 282, 84, 12, ink), 0.25) + football(200, 200, 84),
    ),
  "savings-group-member": () =>
    medallion(
      "t-saver",
      "baskets",
      [forest, acacia, sand, gold],
      "#F6E5C4",
      at(200, 280, 2.1, basket(0, 0, 1, ochre, fruit(70, gold, 2, 12))),
    ),
  "school-partner": () =>
    medallion(
      "t-school",
      "leaves",
      [deep, primary, paper, gold],
      "#FBEBC8",
      openBook(200, 220, 96, terracotta) +
        poly(
          [
            [250, 128],
            [262, 134],
            [214, 196],
            [202, 188],
          ],
          gold,
        ) +
        poly(
          [
            [202, 188],
            [214, 196],
            [196, 208],
          ],
          ink,
        ),
    ),
  "district-partner": () =>
    medallion(
      "t-district",
      "rings",
      [ochre, laterite, paper, terracotta],
      "#DCEBD9",
      at(200, 296, 0.46, baobab(0, 0, 1, { leaf: acacia })) +
        shape(
          [
            [84, 270],
            [200, 290],
            [316, 270],
            [270, 316],
            [200, 334],
            [130, 316],
          ],
          "#C99A60",
        ),
    ),
};

const strokes = {
  E: "M46-60h-70v120h70M-24 0h58",
  C: "M44-38a60 60 0 1 0 0 76",
  S: "M36-42c-16-24-68-22-68 10 0 40 72 22 72 62 0 34-62 38-80 8",
  G: "M44-40a60 60 0 1 0 6 62v-22h-40",
} as const;

const letter = (kind: keyof typeof strokes, x: number, fill: string): string =>
  `<path transform="translate(${x} 200)" fill="none" stroke="${fill.toLowerCase()}" stroke-width="19" d="${strokes[kind]}"/>`;

function monogram(
  id: string,
  kind: Motif,
  inks: Inks,
  pair: readonly [keyof typeof strokes, keyof typeof strokes],
): string {
  return picture(
    400,
    400,
    join(
      field({ id, kind, lattice: "brick", inks, seed: 7 }, 400, 400, 134),
      rect(52, 92, 296, 216, inks[2]),
      rect(62, 102, 276, 196, inks[0]),
      letter(pair[0], 132, inks[2]),
      letter(pair[1], 260, inks[2]),
    ),
  );
}

export const leaders: Record<string, () => string> = {
  "executive-chairperson": () =>
    monogram("leader-ec", "rays", [deep, terracotta, paper, gold], ["E", "C"]),
  "secretary-general": () =>
    monogram("leader-sg", "leaves", [forest, acacia, paper, gold], ["S", "G"]),
};

const logo = (content: string): string => picture(400, 200, group(content, "translate(200 100)"));
const gear = Array.from(
  { length: 10 },
  (_, i) =>
    `<path fill="${primaryDark.toLowerCase()}" transform="rotate(${i * 36})" d="M-13-82h26l5 26h-36z"/>`,
).join("");

export const partners: Record<string, () => string> = {
  "youth-sport-fund": () =>
    logo(
      `<path fill="none" stroke="${terracotta.toLowerCase()}" stroke-width="15" stroke-linecap="round" d="M-96 62q80 6 132-104"/>` +
        poly(
          [
            [58, -84],
            [66, -24],
            [10, -48],
          ],
          terracotta,
        ) +
        football(-20, 22, 44, white),
    ),
  "safe-water-engineers": () =>
    logo(
      join(
        gear,
        circle(0, 0, 64, primaryDark),
        circle(0, 0, 47, white),
        shape(
          [
            [0, -44, 1],
            [24, -4],
            [26, 18],
            [0, 38],
            [-26, 18],
            [-24, -4],
          ],
          accent,
        ),
      ),
    ),
  "vocational-college": () =>
    logo(
      join(
        group(
          poly(
            [
              [-9, -84],
              [9, -84],
              [9, 62],
              [-9, 62],
            ],
            gold,
          ) +
            poly(
              [
                [-9, 62],
                [9, 62],
                [0, 84],
              ],
              ink,
            ) +
            rect(-9, -84, 18, 18, terracotta),
          "rotate(40)",
        ),
        group(
          rect(-9, -52, 18, 118, forest, 8) +
            `<path fill="none" stroke="${forest.toLowerCase()}" stroke-width="17" d="M-20-84a27 27 0 1 0 40 0"/>`,
          "rotate(-40)",
        ),
      ),
    ),
  "riders-union": () =>
    logo(
      join(
        `<path fill="none" stroke="${ink.toLowerCase()}" stroke-width="15" stroke-linecap="round" stroke-linejoin="round" d="M-84 26l44-62h76l48 62M36-36l-12-26h-22"/>`,
        [-84, 84]
          .map(
            (x) => circle(x, 26, 50, primary) + circle(x, 26, 32, white) + circle(x, 26, 11, gold),
          )
          .join(""),
      ),
    ),
  "rural-health-network": () =>
    logo(
      [0, 90, 180, 270]
        .map((angle, i) =>
          group(
            shape(
              [
                [0, -8, 1],
                [26, -42],
                [0, -88, 1],
                [-26, -42],
              ],
              i % 2 ? acacia : forest,
            ) +
              line(
                [
                  [0, -18, 1],
                  [0, -64, 1],
                ],
                paper,
                4,
              ),
            `rotate(${angle})`,
          ),
        )
        .join("") + circle(0, 0, 10, gold),
    ),
  "savings-cooperative": () =>
    logo(
      Array.from({ length: 12 }, (_, i) =>
        circle(
          Math.round(82 * Math.sin((i * Math.PI) / 6)),
          Math.round(-82 * Math.cos((i * Math.PI) / 6)),
          12,
          i % 2 ? gold : terracotta,
        ),
      ).join("") +
        shape(
          [
            [-20, -46, 1],
            [-14, -32],
            [-42, -8],
            [-36, 30],
            [-18, 44, 1],
            [18, 44, 1],
            [36, 30],
            [42, -8],
            [14, -32],
            [20, -46, 1],
          ],
          laterite,
        ) +
        path(
          "M-40 0l10 10 10-10 10 10 10-10 10 10 10-10 10 10 10-10v9l-10 10-10-10-10 10-10-10-10 10-10-10-10 10-10-10z",
          gold,
        ),
    ),
};

const stroked = (d: string, stroke: string, width: number): string =>
  `<path fill="none" stroke="${stroke.toLowerCase()}" stroke-width="${width}" stroke-linecap="round" d="${d}"/>`;

/** The mark: half a sun over two waves; it still reads at 16 pixels. */
export const brand: Record<string, () => string> = {
  mark: () =>
    picture(64, 64, join(
      path("M16 36a16 16 0 0 1 32 0z", gold), stroked("M32 13V7M17.5 18.5l-4-4M46.5 18.5l4-4M10 30l-5-2M54 30l5-2", gold, 4),
      path("M4 41q7-6 14 0t14 0 14 0 14 0v7q-7 6-14 0t-14 0-14 0-14 0z", primary), path("M8 53q6-5 12 0t12 0 12 0 12 0v5q-6 5-12 0t-12 0-12 0-12 0z", primaryDark),
    )),
  "logo-mark": () =>
    picture(64, 64, join(
      circle(32, 32, 32, deep), path("M18 35a14 14 0 0 1 28 0z", gold), stroked("M32 15v-5M19.5 20l-3.5-3.5M44.5 20l3.5-3.5", gold, 3.5),
      path("M9 40q6-5 11.5 0t11.5 0 11.5 0 11.5 0v6q-6 5-11.5 0t-11.5 0-11.5 0-11.5 0z", accent), path("M17 51q3.75-3.5 7.5 0t7.5 0 7.5 0 7.5 0v4q-3.75 3.5-7.5 0t-7.5 0-7.5 0-7.5 0z", primary),
    )),
  logo: () =>
    picture(256, 64, join(
      path("M16 36a16 16 0 0 1 32 0z", gold), stroked("M32 13V7M17.5 18.5l-4-4M46.5 18.5l4-4M10 30l-5-2M54 30l5-2", gold, 4),
      path("M4 41q7-6 14 0t14 0 14 0 14 0v7q-7 6-14 0t-14 0-14 0-14 0z", primary), path("M8 53q6-5 12 0t12 0 12 0 12 0v5q-6 5-12 0t-12 0-12 0-12 0z", primaryDark),
      wordmark(80, 20, primary),
    )),
  favicon: () =>
    picture(32, 32, join(
      rect(0, 0, 32, 32, deep, 7), path("M8 18a8 8 0 0 1 16 0z", gold), stroked("M16 6.5v-2M9 9.5l-1.5-1.5M23 9.5l1.5-1.5", gold, 2.4),
      path("M4 21q3-3 6 0t6 0 6 0 6 0v3.4q-3 3-6 0t-6 0-6 0-6 0z", accent),
    )),
};

/** The short name, its letters drawn: no font is needed to show it. */
function wordmark(x: number, y: number, ink0: string): string {
  const a = "M14 8v16M14 16a7 8 0 1 0-14 0a7 8 0 1 0 14 0";
  const glyphs: [string, number][] = [
    ["M11 0v17a7 7 0 0 1-12.5 4.5", 20],
    ["M0 8v9.5a6.5 6.5 0 0 0 13 0V8", 22],
    [a, 34],
    ["M11 0v17a7 7 0 0 1-12.5 4.5", 19],
    ["M0 8v16M0 1v.5", 10],
    ["M0 8v24M0 16a7 8 0 1 1 14 0a7 8 0 1 1-14 0", 21],
    ["M0 8l7 15M14 8l-10 23", 22],
    [a, 0],
  ];
  let at0 = x;
  return glyphs.map(([d, step]) => {
    const out = `<path transform="translate(${at0} ${y})" fill="none" stroke="${ink0.toLowerCase()}" stroke-width="4.2" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;
    at0 += step;
    return out;
  }).join("");
}

/** The objects that stand for a category, round the origin, about 260 across, foot at y 120. */
export const signs: Record<string, () => string> = {
  wash: () => tapMark(0, 0, 1),
  youth: () => helmetMark(-56, -4, 0.8, primary) + football(64, 62, 58),
  education: () =>
    join(
      rect(-100, 92, 200, 28, primary, 5),
      rect(-86, 66, 180, 26, terracotta, 5),
      rect(-94, 42, 176, 24, forest, 5),
      openBook(0, 10, 96, gold),
    ),
  gender: () =>
    join(
      ...[-46, 46].map(
        (x, i) =>
          `<circle cx="${x}" cy="0" r="72" fill="none" stroke="${[terracotta, primary][i]?.toLowerCase()}" stroke-width="30"/>`,
      ),
      `<path fill="none" stroke="${terracotta.toLowerCase()}" stroke-width="30" d="M-6 60A72 72 0 0 0 26 0"/>`,
    ),
  health: () =>
    join(
      lit(
        [
          [-96, -30, 1],
          [-96, 110, 1],
          [96, 110, 1],
          [96, -30, 1],
        ],
        white,
      ),
      rect(-40, -60, 80, 14, color.metal, 6),
      rect(-40, -58, 12, 30, color.metal),
      rect(28, -58, 12, 30, shade(color.metal)),
      rect(-14, -6, 28, 88, forest),
      rect(-44, 24, 88, 28, forest),
      line(
        [
          [-120, -90],
          [-130, -20],
          [-110, 60],
          [-120, 116],
        ],
        ink,
        8,
      ),
      circle(-120, 120, 17, primaryDark),
    ),
  community: () =>
    at(0, 116, 0.52, baobab(0, 0, 1, { leaf: acacia })) +
    bench(-120, 120, 80, 30) +
    bench(44, 120, 80, 30),
  environment: () =>
    join(
      shape(
        [
          [-110, 96],
          [-40, 66],
          [40, 66],
          [110, 96],
          [60, 122],
          [-60, 122],
        ],
        "#6B4029",
      ),
      seedling(0, 80, 180, forest),
    ),
  livelihoods: () =>
    join(
      at(
        -46,
        120,
        1.5,
        lit(
          [
            [-30, -118, 1],
            [-24, -100],
            [-62, -66],
            [-58, -20],
            [-30, 0, 1],
            [30, 0, 1],
            [58, -20],
            [62, -66],
            [24, -100],
            [30, -118, 1],
          ],
          terracotta,
          { depth: 0.4 },
        ) + ellipse(0, -118, 32, 8, shade(terracotta, 0.5)),
      ),
      coins(84, 112, 5, 26),
      coins(52, 120, 2, 26),
    ),
  emergency: () =>
    join(
      crate(-96, 120, 104, 84),
      crate(14, 120, 90, 66),
      crate(-60, 36, 88, 62),
      line(
        [
          [-44, -26, 1],
          [-44, 36, 1],
        ],
        terracotta,
        8,
      ),
      line(
        [
          [-62, 36, 1],
          [-62, 120, 1],
        ],
        primary,
        8,
      ),
      line(
        [
          [58, 54, 1],
          [58, 120, 1],
        ],
        gold,
        8,
      ),
    ),
};

const tones: Record<string, { kind: Motif; inks: Inks; air: string }> = {
  wash: { kind: "drops", inks: [primary, deep, paper, gold], air: "#DDF1F4" },
  youth: { kind: "rays", inks: [gold, terracotta, paper, primaryDark], air: "#FBEBC0" },
  education: { kind: "baskets", inks: [deep, primary, paper, gold], air: "#E4EEF0" },
  gender: { kind: "rings", inks: [laterite, terracotta, paper, gold], air: "#F8E3CE" },
  health: { kind: "leaves", inks: [primaryDark, accent, paper, gold], air: "#D9EEF0" },
  community: { kind: "waves", inks: [ochre, laterite, paper, deep], air: "#F6E7C4" },
  environment: { kind: "leaves", inks: [forest, acacia, sand, gold], air: "#E2ECCF" },
  livelihoods: { kind: "baskets", inks: [terracotta, laterite, sand, gold], air: "#F9E2C4" },
  emergency: { kind: "chevrons", inks: [deep, terracotta, paper, gold], air: "#DCE7EA" },
};

/** A picture for an item that has none: cloth and object, laid out by the kind of item. */
export function fallback(use: "news" | "event" | "announcement", category: string): string {
  const tone = tones[category];
  const sign = signs[category]?.() ?? "";
  if (tone === undefined) return "";
  const { kind, inks, air } = tone;
  const print = { id: `${use}-${category}`, kind, lattice: "brick", inks, seed: 3 } as const;
  if (use === "news") {
    return picture(
      900,
      600,
      join(
        field(print, 330, 600, 150), rect(330, 0, 570, 600, air),
        rect(330, 0, 12, 600, inks[2]),
        circle(620, 300, 210, inks[2]),
        veil(ellipse(640, 462, 150, 14, ink), 0.18),
        at(620, 320, 1.2, sign),
      ),
    );
  }
  if (use === "event") {
    const flags = Array.from({ length: 9 }, (_, i) =>
      poly(
        [
          [20 + i * 100, 60 + Math.abs(4 - i) * -6],
          [90 + i * 100, 60 + Math.abs(4 - i) * -6],
          [55 + i * 100, 128 + Math.abs(4 - i) * -6],
        ],
        [inks[0], inks[1], inks[3]][i % 3] ?? gold,
      ),
    ).join("");
    return picture(
      900,
      600,
      join(
        `<g transform="translate(0 440)">${field(print, 900, 160, 150)}</g>`, rect(0, 0, 900, 440, air), line([[0, 30, 1], [450, 66], [900, 30, 1]],
          ink,
          4,
        ),
        flags,
        rect(0, 428, 900, 12, inks[2]),
        veil(ellipse(470, 428, 170, 10, ink), 0.2),
        at(450, 296, 1.1, sign),
      ),
    );
  }
  return picture(
    900,
    600,
    join(
      field(print, 900, 600, 180),
      `<path fill="${air.toLowerCase()}" d="M180 150q0-40 40-40h460q40 0 40 40v380h-540z"/>`,
      `<path fill="none" stroke="${inks[2].toLowerCase()}" stroke-width="12" d="M180 530v-380q0-40 40-40h460q40 0 40 40v380z"/>`,
      veil(ellipse(462, 480, 160, 14, ink), 0.18),
      at(450, 336, 1.12, sign),
    ),
  );
}

export const categories = Object.keys(tones);

export function plainFallback(use: "news" | "event"): string {
  const inks: Inks =
    use === "news" ? [deep, primary, paper, gold] : [terracotta, laterite, paper, gold];
  const a = use === "news" ? motif("waves", 62, inks, 2) : motif("drums", 54, inks, 2);
  const b =
    use === "news"
      ? motif("leaves", 50, [inks[0], acacia, paper, gold], 9)
      : [0, 1, 2]
          .map((r) =>
            [0, 1, 2]
              .map((c) => rect(-46 + c * 32, -46 + r * 32, 27, 27, (r + c) % 3 ? paper : gold, 4))
              .join(""),
          )
          .join("");
  const uses = Array.from({ length: 5 }, (_, r) =>
    Array.from(
      { length: 7 },
      (_, c) =>
        `<use href="#fallback-${use}-${(r + c) % 2 ? "b" : "a"}" x="${c * 150}" y="${r * 150}"/>`,
    ).join(""),
  ).join("");
  return picture(
    900,
    600,
    `${rect(0, 0, 900, 600, inks[0])}<defs><g id="fallback-${use}-a">${a}</g><g id="fallback-${use}-b">${b}</g></defs>${uses}`,
  );
}
