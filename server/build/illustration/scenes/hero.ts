import { motion, moving, picture } from "../document.ts";
import { wear } from "../dress.ts";
import { person } from "../figure/person.ts";
import { poses } from "../figure/poses.ts";
import { color, mix } from "../palette.ts";
import { data } from "../path.ts";
import { birds, cloud, ridge, sea, sky, stones, sun } from "../props/land.ts";
import { dhow } from "../props/transport.ts";
import { leaves, palm } from "../props/trees.ts";
import { basket, fruit } from "../props/water.ts";
import { chance, join, path, shape, veil } from "../svg.ts";

/** The sun's path on the water: strokes that widen towards the shore. */
function glitter(x: number, top: number, bottom: number, fill: string): string {
  const random = chance(9);
  const strokes = Array.from({ length: 15 }, (_, i): string => {
    const t = i / 14;
    const half = 20 + t * 74 * (0.55 + random() * 0.5);
    const y = top + (bottom - top) * t ** 1.15;
    const cx = x + (random() - 0.5) * 70 * t;
    const thick = 2.5 + t * 4;
    return data([
      [cx - half, y, 1],
      [cx, y - thick],
      [cx + half, y, 1],
      [cx, y + thick],
    ]);
  });
  return veil(path(strokes.join(""), fill), 0.85);
}

const W = 1600;
const H = 900;

export function coastDawn(): string {
  const air = ["#F8E7C6", "#FAEBCF", "#FBF0DA", "#FCE3B4", "#FAD391"];
  const water = mix(color.primary, color.accent, 0.3);
  const onHead =
    (fill: string, load: string) =>
    (crown: readonly [number, number], unit: number): string =>
      basket(crown[0], crown[1] + unit * 0.1, unit / 46, fill, load);
  const shore = join(
    shape(
      [
        [0, 704, 1],
        [300, 690],
        [700, 716],
        [1120, 676],
        [1600, 640, 1],
        [1600, 900, 1],
        [0, 900, 1],
      ],
      "#F4FAF6",
    ),
    shape(
      [
        [0, 716, 1],
        [300, 702],
        [700, 730],
        [1120, 690],
        [1600, 652, 1],
        [1600, 900, 1],
        [0, 900, 1],
      ],
      "#D9BC8E",
    ),
    shape(
      [
        [0, 756, 1],
        [340, 738],
        [760, 772],
        [1180, 736],
        [1600, 700, 1],
        [1600, 900, 1],
        [0, 900, 1],
      ],
      "#E6CFA2",
    ),
    shape(
      [
        [0, 842, 1],
        [420, 822],
        [900, 850],
        [1600, 800, 1],
        [1600, 900, 1],
        [0, 900, 1],
      ],
      "#EFDDB6",
    ),
  );
  const people = join(
    person({
      at: [1080, 806],
      height: 296,
      facing: -1,
      turn: 0.6,
      sex: "f",
      age: "youth",
      pose: poses.bucket,
      dress: { ...wear.green, hair: "tail" },
      inNear: ([x, y], u) => basket(x, y + u * 1.05, u / 56, color.terracotta),
    }),
    person({
      at: [1236, 820],
      height: 352,
      facing: -1,
      turn: 0.6,
      sex: "f",
      pose: poses.carryHead,
      dress: wear.kanga,
      onHead: onHead(color.ochre, ""),
    }),
    person({
      at: [1422, 846],
      height: 366,
      facing: -1,
      turn: 0.6,
      sex: "m",
      pose: { ...poses.carryHead, nearLeg: [22, 6], farLeg: [-12, -30] },
      dress: { ...wear.kanzu, bottom: { kind: "skirt", fill: color.paper, length: 0.96 } },
      onHead: onHead("#B87A3C", fruit(76, color.gold, 2, 13)),
    }),
  );
  return picture(
    W,
    H,
    join(
      sky(W, 520, air, 8),
      sun(476, 452, 54),
      moving("cd-drift", cloud(1180, 190, 190, "#FDF5E4") + cloud(1400, 262, 130, "#FBE7C3")),
      ridge(W, 524, [0, 0, 6, 20, 34, 26, 46, 60, 52], "#A9C4C4", 526),
      sea(W, 520, 730, water, 12),
      glitter(476, 528, 700, "#FCE2A6"),
      dhow(626, 546, 0.36, { sail: "#F7E6C4", hull: "#8A6A5A", crew: false }),
      moving("cd-sail", dhow(880, 606, 1.16, { sail: color.paper })),
      birds(
        [
          [700, 236],
          [748, 216],
          [684, 196],
        ],
        "#5E7A80",
        13,
      ),
      shore,
      palm(1576, 760, 600, -118, color.forest),
      palm(1496, 742, 440, -60, "#3C6B4C"),
      leaves(1590, 772, 120, color.acacia),
      leaves(1486, 752, 60, color.forest),
      stones(80, 900, 800, 880, 14, "#d3b888"),
      people,
    ),
    motion({
      "cd-drift": { by: "translateX(-36px)", seconds: 38 },
      "cd-sail": { by: "translate(-14px,5px) rotate(-.6deg)", seconds: 9, origin: "1010px 600px" },
    }),
  );
}
