import { hairs, shade, skins, tint } from "../palette.ts";
import { type Point, place, type Vec } from "../path.ts";
import { lit, shape } from "../svg.ts";
import type { Dress, Skeleton } from "./types.ts";

/* Contours in heads round the head's middle, looking to the right. */
const side: Point[] = [
  [0.02, -0.5],
  [0.26, -0.42],
  [0.355, -0.2],
  [0.35, -0.07],
  [0.425, 0.06],
  [0.365, 0.115],
  [0.395, 0.19],
  [0.37, 0.27],
  [0.36, 0.36],
  [0.25, 0.47],
  [0.05, 0.4],
  [-0.14, 0.3],
  [-0.34, 0.14],
  [-0.42, -0.1],
  [-0.3, -0.38],
];
const threeQuarter: Point[] = [
  [0.02, -0.5],
  [0.27, -0.4],
  [0.35, -0.14],
  [0.345, 0.1],
  [0.3, 0.29],
  [0.14, 0.47],
  [0, 0.46],
  [-0.18, 0.32],
  [-0.33, 0.14],
  [-0.4, -0.1],
  [-0.29, -0.38],
];
const front: Point[] = [
  [0, -0.5],
  [0.25, -0.42],
  [0.36, -0.16],
  [0.345, 0.1],
  [0.25, 0.34],
  [0.09, 0.48],
  [-0.09, 0.48],
  [-0.25, 0.34],
  [-0.345, 0.1],
  [-0.36, -0.16],
  [-0.25, -0.42],
];
const cap: Record<"side" | "front" | "back", Point[]> = {
  side: [
    [0.3, -0.3, 1],
    [0.25, -0.47],
    [0.02, -0.56],
    [-0.28, -0.47],
    [-0.46, -0.16],
    [-0.41, 0.12],
    [-0.26, 0.25, 1],
    [-0.2, 0.06],
    [-0.1, 0.02, 1],
    [-0.06, -0.14],
    [0.08, -0.2, 1],
    [0.14, -0.32],
  ],
  front: [
    [0.36, -0.02, 1],
    [0.41, -0.24],
    [0.26, -0.49],
    [0, -0.57],
    [-0.26, -0.49],
    [-0.41, -0.24],
    [-0.36, -0.02, 1],
    [-0.3, -0.2],
    [-0.2, -0.31],
    [0, -0.34],
    [0.2, -0.31],
    [0.3, -0.2],
  ],
  back: [
    [0.38, -0.1],
    [0.27, -0.46],
    [0, -0.57],
    [-0.27, -0.46],
    [-0.38, -0.1],
    [-0.33, 0.16],
    [-0.2, 0.3, 1],
    [0, 0.33],
    [0.2, 0.3, 1],
    [0.33, 0.16],
  ],
};

const hijab: Record<"side" | "front", Point[]> = {
  side: [
    [0.34, -0.24, 1],
    [0.24, -0.5],
    [-0.04, -0.59],
    [-0.36, -0.44],
    [-0.5, -0.06],
    [-0.5, 0.4],
    [-0.72, 0.86],
    [-0.7, 1.12, 1],
    [-0.1, 1.3],
    [0.5, 1.12, 1],
    [0.46, 0.8],
    [0.26, 0.5, 1],
    [0.1, 0.38],
    [0.02, 0.1],
    [0.1, -0.2],
  ],
  front: [
    [0, -0.59],
    [-0.3, -0.5],
    [-0.46, -0.14],
    [-0.46, 0.36],
    [-0.74, 0.9],
    [-0.66, 1.14, 1],
    [0, 1.34],
    [0.66, 1.14, 1],
    [0.74, 0.9],
    [0.46, 0.36],
    [0.46, -0.14],
    [0.3, -0.5],
  ],
};
const wrap: Point[] = [
  [0.36, -0.22, 1],
  [0.38, -0.44],
  [0.2, -0.68],
  [-0.12, -0.74],
  [-0.44, -0.58],
  [-0.52, -0.26],
  [-0.42, 0.06, 1],
  [-0.1, -0.12],
  [0.16, -0.2],
];
const kofia: Point[] = [
  [0.34, -0.24, 1],
  [0.3, -0.6, 1],
  [0, -0.66],
  [-0.36, -0.6, 1],
  [-0.43, -0.2, 1],
  [0, -0.26],
];
const helmet: Point[] = [
  [0.34, -0.1, 1],
  [0.4, -0.36],
  [0.2, -0.64],
  [-0.12, -0.68],
  [-0.42, -0.52],
  [-0.53, -0.12],
  [-0.46, 0.26],
  [-0.24, 0.34, 1],
  [-0.08, 0.2],
  [-0.04, -0.06],
  [0.1, -0.12, 1],
];

export type HeadView = "side" | "threeQuarter" | "front" | "back";

export function headView(turn: number, back: boolean): HeadView {
  if (back) return "back";
  if (turn > 0.75) return "side";
  return turn > 0.3 ? "threeQuarter" : "front";
}

export function drawHead(bones: Skeleton, dress: Dress, view: HeadView): string {
  const skin = skins[dress.skin] ?? skins[0];
  const hair = dress.hairColor ?? hairs.black;
  const { unit, facing, head, headTilt } = bones;
  const put = (points: readonly Point[], grow = 1): Point[] =>
    place(points, head, [unit * grow * facing, unit * grow], headTilt);
  const spot = (x: number, y: number): Vec => {
    const [point] = place([[x, y]], head, [unit * facing, unit], headTilt);
    return [point?.[0] ?? 0, point?.[1] ?? 0];
  };
  const ball = (x: number, y: number, r: number, fill: string, squash = 1): string =>
    shape(
      put([
        [x - r, y],
        [x, y - r * squash],
        [x + r, y],
        [x, y + r * squash],
      ]),
      fill,
    );
  const flat = view === "front" || view === "back";
  const contour = view === "side" ? side : view === "threeQuarter" ? threeQuarter : front;
  const style = dress.headwear?.kind === "hijab" ? "none" : (dress.hair ?? "crop");
  const parts: string[] = [];
  if (style === "bun") parts.push(ball(flat ? 0 : -0.34, flat ? -0.66 : -0.52, 0.23, hair, 0.9));
  if (style === "puffs") {
    parts.push(
      ball(flat ? -0.38 : -0.42, -0.44, 0.22, hair),
      ball(flat ? 0.38 : 0.06, -0.58, 0.22, hair),
    );
  }
  if (style === "tail" || style === "locs") {
    const tail: Point[] = [
      [-0.3, -0.4],
      [-0.5, -0.2],
      [-0.56, 0.3],
      [-0.5, 0.78],
      [-0.32, 0.74],
      [-0.24, 0.3],
    ];
    const both = flat ? [...place(tail, [0, 0], [1, 1])] : tail;
    parts.push(shape(put(both), hair));
    if (flat) parts.push(shape(put(place(tail, [0, 0], [-1, 1])), hair));
  }
  if (style === "round") {
    parts.push(
      shape(
        put(
          flat
            ? cap.back
            : [
                [0.34, -0.34],
                [0.22, -0.62],
                [-0.08, -0.72],
                [-0.42, -0.58],
                [-0.6, -0.2],
                [-0.52, 0.16],
                [-0.24, 0.28],
                [0, 0],
              ],
          flat ? 1.28 : 1,
        ),
        hair,
      ),
    );
  }
  parts.push(lit(put(contour), skin, { depth: 0.26 }));
  const capPoints = view === "back" ? cap.back : view === "front" ? cap.front : cap.side;
  if (style !== "bald" && style !== "none") parts.push(shape(put(capPoints), hair));
  if (!flat && !bones.plain && dress.headwear?.kind !== "hijab") {
    const [x, y] = spot(-0.12, 0.06);
    parts.push(
      shape(
        place(
          [
            [-0.07, 0],
            [0, -0.1],
            [0.07, 0],
            [0, 0.11],
          ],
          [x, y],
          unit,
          headTilt,
        ),
        shade(skin, 0.32),
      ),
    );
  }
  return parts.join("") + headwear(bones, dress, view, put);
}

function headwear(
  bones: Skeleton,
  dress: Dress,
  view: HeadView,
  put: (points: readonly Point[], grow?: number) => Point[],
): string {
  const wear = dress.headwear;
  if (wear === undefined) return "";
  const flat = view === "front" || view === "back";
  const mirror = (points: readonly Point[]): Point[] => [
    ...points.slice(0, Math.ceil(points.length / 2)),
  ];
  const skin = skins[dress.skin] ?? skins[0];
  if (wear.kind === "hijab") {
    if (view === "back") return lit(put(hijab.front), wear.fill);
    if (view === "front") {
      const face: Point[] = [
        [0, -0.38],
        [0.24, -0.26],
        [0.29, 0.04],
        [0.18, 0.32],
        [0, 0.42],
        [-0.18, 0.32],
        [-0.29, 0.04],
        [-0.24, -0.26],
      ];
      return lit(put(hijab.front), wear.fill) + lit(put(face), skin, { depth: 0.26 });
    }
    return lit(put(hijab.side), wear.fill, { depth: 0.28 });
  }
  const dome: Point[] = [
    [0.44, -0.14, 1],
    [0.42, -0.44],
    [0.2, -0.66],
    [-0.2, -0.66],
    [-0.42, -0.44],
    [-0.44, -0.14, 1],
    [0, -0.24],
  ];
  if (wear.kind === "wrap") {
    const knot: Point[] = flat
      ? [
          [-0.16, -0.66],
          [0, -0.92],
          [0.18, -0.66],
          [0, -0.56],
        ]
      : [
          [-0.42, -0.56],
          [-0.7, -0.62],
          [-0.66, -0.3],
          [-0.44, -0.3],
        ];
    return (
      lit(put(knot), shade(wear.fill, 0.12)) +
      lit(put(flat ? dome : wrap), wear.fill) +
      shape(
        put(
          flat
            ? [
                [0.42, -0.3, 1],
                [0, -0.46],
                [-0.42, -0.3, 1],
                [0, -0.39],
              ]
            : [
                [0.36, -0.3, 1],
                [-0.04, -0.36],
                [-0.5, -0.16, 1],
                [-0.04, -0.28],
              ],
        ),
        tint(wear.fill, 0.35),
      )
    );
  }
  if (wear.kind === "kofia") return lit(put(flat ? mirrorKofia : kofia), wear.fill, { depth: 0.3 });
  if (wear.kind === "cap" || wear.kind === "hardhat") {
    const brim: Point[] = flat
      ? [
          [-0.4, -0.22],
          [0, -0.34],
          [0.4, -0.22],
          [0, -0.16],
        ]
      : [
          [0.2, -0.32, 1],
          [0.66, -0.2],
          [0.62, -0.12],
          [0.1, -0.2],
        ];
    const shell: Point[] = flat
      ? dome
      : [
          [0.36, -0.22, 1],
          [0.34, -0.48],
          [0.06, -0.64],
          [-0.28, -0.56],
          [-0.46, -0.2],
          [-0.42, -0.04, 1],
          [0, -0.2],
        ];
    return (
      lit(put(shell, wear.kind === "hardhat" ? 1.06 : 1), wear.fill) +
      shape(put(brim), shade(wear.fill, 0.2))
    );
  }
  void mirror;
  void bones;
  const visor: Point[] = flat
    ? [
        [-0.36, -0.16],
        [0, -0.3],
        [0.36, -0.16],
        [0.3, 0.08],
        [0, 0.12],
        [-0.3, 0.08],
      ]
    : [
        [0.1, -0.2, 1],
        [0.36, -0.22],
        [0.42, -0.02],
        [0.34, 0.08],
        [0.06, 0.04, 1],
      ];
  return (
    lit(put(flat ? cap.back : helmet, flat ? 1.22 : 1), wear.fill) + shape(put(visor), "#2A4A5A")
  );
}

const mirrorKofia: Point[] = [
  [0.4, -0.2, 1],
  [0.33, -0.6, 1],
  [0, -0.66],
  [-0.33, -0.6, 1],
  [-0.4, -0.2, 1],
  [0, -0.26],
];
