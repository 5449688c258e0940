import { picture } from "../document.ts";
import { field, type Print, prints } from "../kitenge.ts";
import { color, mix, shade, tint } from "../palette.ts";
import { house } from "../props/buildings.ts";
import { cupped, pinching } from "../props/hands.ts";
import { cloud, hills, ridge, sea, sky, sun } from "../props/land.ts";
import { coins, crate, pot, sewing } from "../props/objects.ts";
import { leaves, palm, seedling } from "../props/trees.ts";
import { drop } from "../props/water.ts";
import { at, circle, ellipse, join, line, lit, poly, rect, shape, veil } from "../svg.ts";
import { who } from "./kit.ts";

const W = 800;
const H = 600;

/** A panel on printed cloth; `arch` rounds its head. */
function framed(print: Print, content: string, arch = 0): string {
  const id = `theme-${print.id}`;
  const panel =
    arch > 0
      ? `M70 ${70 + arch}q0-${arch} ${arch}-${arch}h${660 - arch * 2}q${arch} 0 ${arch} ${arch}v${460 - arch}h-660z`
      : "M70 70h660v460h-660z";
  return picture(
    W,
    H,
    join(
      field({ ...print, id }, W, H, 132),
      `<path fill="none" stroke="${print.inks[2].toLowerCase()}" stroke-width="14" d="${panel}"/>`,
      `<clipPath id="${id}-c"><path d="${panel}"/></clipPath><g clip-path="url(#${id}-c)">${content}</g>`,
    ),
  );
}

export function economic(): string {
  return framed(
    prints.livelihoods,
    join(
      rect(70, 70, 660, 460, "#F6E8CB"),
      veil(
        poly(
          [
            [70, 70],
            [300, 70],
            [560, 440],
            [200, 440],
          ],
          color.white,
        ),
        0.4,
      ),
      rect(70, 436, 660, 100, "#A5714A"),
      rect(70, 436, 660, 10, tint("#A5714A", 0.3)),
      at(560, 436, 1.5, sewing(0, 0, 1, color.primaryDark)),
      shape(
        [
          [400, 436, 1],
          [420, 410],
          [500, 414],
          [520, 436, 1],
          [520, 500],
          [470, 530],
          [400, 500],
        ],
        color.terracotta,
      ),
      [430, 462, 494].map((x) => circle(x, 466, 6, color.gold)).join(""),
      at(230, 480, 1.5, pot(0, 0, 1)),
      coins(356, 500, 2, 20),
      coins(410, 508, 4, 20),
      coins(464, 514, 7, 20),
      pinching([236, 218], { scale: 1, skin: 2, sleeve: color.forest }),
      ellipse(222, 274, 24, 24, shade(color.gold, 0.2)),
      ellipse(219, 272, 20, 21, color.gold),
    ),
  );
}

export function gender(): string {
  return framed(
    prints.gender,
    join(
      sky(W, 480, ["#FBE3BE", "#FBEBD0", "#FDF4E4"], 5),
      hills(W, 440, 70, color.laterite, 8, "#FBE3C8"),
      rect(70, 436, 660, 100, "#D9A877"),
      poly(
        [
          [110, 360],
          [180, 330],
          [620, 330],
          [690, 360],
          [690, 440],
          [110, 440],
        ],
        "#EAD0A0",
      ),
      [150, 270, 390, 510, 630].map((x) => rect(x, 200, 13, 240, "#8A6344")).join(""),
      who("kitenge", [300, 524], 330, "lift", {
        turn: 0.25,
        pose: { near: { to: [254, 158] }, far: { to: [348, 158] } },
      }),
      who("farmer", [500, 524], 330, "lift", {
        turn: 0.25,
        facing: -1,
        dress: {
          headwear: { kind: "cap", fill: color.gold },
          top: { fill: color.primary, sleeve: 0.44 },
        },
        pose: { near: { to: [548, 158] }, far: { to: [452, 158] } },
      }),
      rect(120, 128, 560, 30, "#A8754C"),
      rect(120, 128, 560, 8, tint("#A8754C", 0.35)),
      rect(120, 150, 560, 8, shade("#A8754C", 0.3)),
    ),
  );
}

export function youthTheme(): string {
  const step = (x: number, y: number, fill: string): string =>
    poly(
      [
        [x, y],
        [x + 160, y],
        [x + 160, 540],
        [x, 540],
      ],
      fill,
    ) +
    rect(x, y, 160, 12, tint(fill, 0.35)) +
    rect(x + 132, y + 12, 28, 440, shade(fill, 0.18));
  return framed(
    prints.youth,
    join(
      sky(W, 540, ["#FBD98C", "#FBE3AC", "#FCEFD0"], 9),
      circle(640, 220, 190, "#FCE9B8"),
      circle(640, 220, 140, "#FAD977"),
      circle(640, 220, 92, color.gold),
      ridge(W, 480, [20, 60, 40, 70, 40], mix(color.primary, color.paper, 0.5), 540),
      step(110, 470, color.primary),
      step(270, 400, color.primaryDark),
      step(430, 330, color.deep),
      step(590, 260, color.primaryDark),
      who("youth", [222, 474], 200, "walk", { pose: { far: { to: [284, 330] } } }),
      who("girlVeiled", [340, 402], 206, "give", {
        facing: -1,
        age: "youth",
        pose: { lean: -8, near: { to: [288, 324] }, far: { at: [-0.3, 1.9] } },
        dress: {
          headwear: { kind: "hijab", fill: color.terracotta },
          top: { fill: color.terracotta, sleeve: 0.97 },
          bottom: { kind: "skirt", fill: color.paper, length: 0.8 },
        },
      }),
      who("green", [510, 332], 212, "cheer", {
        age: "youth",
        dress: {
          hair: "tail",
          bottom: { kind: "trousers", fill: color.forest },
          shoes: color.paper,
        },
      }),
    ),
    160,
  );
}

export function washTheme(): string {
  return framed(
    prints.wash,
    join(
      rect(70, 70, 660, 460, "#DDF1F4"),
      veil(
        poly(
          [
            [70, 70],
            [360, 70],
            [620, 530],
            [200, 530],
          ],
          color.white,
        ),
        0.5,
      ),
      rect(360, 60, 46, 90, color.metal),
      rect(390, 60, 16, 90, shade(color.metal)),
      lit(
        [
          [300, 140, 1],
          [420, 136],
          [470, 160],
          [476, 214, 1],
          [430, 214, 1],
          [420, 190],
          [300, 190, 1],
        ],
        color.metal,
      ),
      rect(342, 96, 82, 16, color.terracotta, 8),
      shape(
        [
          [436, 214, 1],
          [434, 300],
          [424, 352, 1],
          [484, 352, 1],
          [472, 300],
          [470, 214, 1],
        ],
        color.accent,
      ),
      shape(
        [
          [446, 214, 1],
          [444, 330, 1],
          [452, 330, 1],
          [453, 214, 1],
        ],
        "#C9F0F9",
      ),
      shape(
        [
          [380, 470, 1],
          [430, 410],
          [486, 404],
          [520, 470, 1],
          [500, 530, 1],
          [400, 530, 1],
        ],
        mix(color.accent, color.paper, 0.3),
      ),
      cupped([330, 396], { scale: 1.1, degrees: 8, skin: 1, sleeve: color.gold }),
      cupped([590, 412], { scale: 1.1, degrees: -8, mirror: true, skin: 1, sleeve: color.gold }),
      shape(
        [
          [350, 372],
          [440, 352],
          [530, 368],
          [470, 388],
          [400, 388],
        ],
        tint(color.accent, 0.3),
      ),
      circle(390, 366, 13, color.white),
      circle(414, 354, 18, color.white),
      circle(500, 358, 15, color.white),
      circle(478, 348, 10, color.white),
      circle(372, 350, 8, color.white),
      [
        [360, 300, 10],
        [540, 290, 12],
        [560, 470, 12],
        [330, 480, 14],
        [460, 476, 16],
      ]
        .map(([x, y, r]) => drop(x as number, y as number, r as number))
        .join(""),
    ),
    90,
  );
}

export function climateTheme(): string {
  return framed(
    prints.climate,
    join(
      rect(70, 70, 330, 300, "#FBE6B4"),
      poly(
        [
          [400, 70],
          [730, 70],
          [730, 370],
          [330, 370],
        ],
        "#A9C4CC",
      ),
      sun(180, 160, 50),
      cloud(590, 190, 120, "#5E8494"),
      cloud(640, 176, 80, "#7E9EAA"),
      veil(
        Array.from({ length: 13 }, (_, i) =>
          line(
            [
              [500 + i * 17, 214 + (i % 3) * 12, 1],
              [482 + i * 17, 260 + (i % 3) * 16, 1],
            ],
            color.primary,
            4,
          ),
        ).join(""),
        0.9,
      ),
      ridge(W, 350, [20, 34, 20, 26, 14], "#9DAF6B", 370),
      rect(70, 356, 660, 180, "#8C5A38"),
      shape(
        [
          [70, 356, 1],
          [300, 348],
          [500, 362],
          [730, 352, 1],
          [730, 384, 1],
          [70, 384, 1],
        ],
        color.acacia,
      ),
      rect(70, 450, 660, 90, "#6E4229"),
      line(
        [
          [400, 360],
          [396, 420],
          [410, 470],
          [400, 526],
        ],
        "#E8C48E",
        9,
      ),
      line(
        [
          [400, 380],
          [350, 410],
          [300, 430],
          [270, 470],
        ],
        "#E8C48E",
        6,
      ),
      line(
        [
          [402, 390],
          [450, 420],
          [510, 430],
          [540, 470],
        ],
        "#E8C48E",
        6,
      ),
      line(
        [
          [400, 430],
          [360, 460],
          [340, 500],
        ],
        "#E8C48E",
        5,
      ),
      line(
        [
          [406, 440],
          [450, 470],
          [470, 510],
        ],
        "#E8C48E",
        5,
      ),
      seedling(400, 362, 240, color.forest),
      [120, 180, 240, 560, 620, 680]
        .map((x) => leaves(x, 360, 34, color.acacia, [-34, 0, 32]))
        .join(""),
    ),
  );
}

export function emergencyTheme(): string {
  const parcel = (x: number, y: number): string =>
    crate(x - 24, y + 14, 48, 36) +
    line(
      [
        [x, y - 22, 1],
        [x, y + 14, 1],
      ],
      color.terracotta,
      5,
    );
  return framed(
    prints.emergency,
    join(
      sky(W, 330, ["#8FB0BC", "#AFC8CD", "#D3DFDC"], 6),
      cloud(200, 150, 130, "#7C9CAA"),
      cloud(470, 120, 110, "#7C9CAA"),
      hills(W, 336, 60, color.forest, 3, "#AFC8CD"),
      palm(110, 420, 240, 30, mix(color.forest, color.ink, 0.3)),
      sea(W, 330, 540, mix(color.primary, "#8C5A38", 0.34), 4),
      [560, 610, 680, 716].map((x) => rect(x, 330, 11, 160, "#5E4330")).join(""),
      rect(530, 326, 210, 14, "#8A6344"),
      house(564, 326, 0.62, { wall: "#E9D2A4", roof: color.terracotta, wide: 240, doorAt: 0.1 }),
      line(
        [
          [526, 420, 1],
          [556, 330, 1],
        ],
        "#8A6344",
        6,
      ),
      line(
        [
          [500, 420, 1],
          [532, 330, 1],
        ],
        "#8A6344",
        6,
      ),
      [346, 366, 388, 408]
        .map((y, i) =>
          line(
            [
              [530 - i * 7, y, 1],
              [552 - i * 7, y, 1],
            ],
            "#8A6344",
            5,
          ),
        )
        .join(""),
      who("man", [470, 500], 270, "give", {
        pose: { near: { to: [520, 330] }, far: { to: [528, 322] } },
        dress: { vest: color.gold },
      }),
      parcel(534, 316),
      who("kanga", [340, 512], 270, "give", {
        pose: { near: { to: [400, 366] }, far: { to: [406, 360] } },
      }),
      parcel(412, 356),
      who("youth", [206, 526], 280, "give", {
        pose: { near: { to: [270, 378] }, far: { to: [276, 370] } },
      }),
      parcel(282, 366),
      veil(
        shape(
          [
            [70, 446, 1],
            [200, 438],
            [400, 450],
            [560, 440],
            [730, 452, 1],
            [730, 540, 1],
            [70, 540, 1],
          ],
          mix(color.primary, "#8C5A38", 0.34),
        ),
        0.88,
      ),
      veil(
        shape([[120, 470, 1], [220, 465], [300, 471, 1], [220, 474]], color.white) +
          shape([[420, 490, 1], [520, 485], [600, 491, 1], [520, 494]], color.white),
        0.4,
      ),
    ),
  );
}
