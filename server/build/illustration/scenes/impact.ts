import { picture } from "../document.ts";
import { color, mix, shade } from "../palette.ts";
import { blackboard, house, school } from "../props/buildings.ts";
import { ground, hills, ridge, rows, sky, sun } from "../props/land.ts";
import { tool } from "../props/objects.ts";
import { acacia, bush, leaves, mango, palm, seedling } from "../props/trees.ts";
import { bucket, drop, handPump, solar, tankTower, tapStand } from "../props/water.ts";
import { at, circle, join, line, lit, poly, rect, shape, veil } from "../svg.ts";
import { grass, indoors, outdoors, who, windowOn } from "./kit.ts";

const W = 900;
const H = 600;
const frame = (content: string): string => picture(W, H, content);

export function impactEducation(): string {
  return frame(
    join(
      rect(0, 0, W, H, "#F1DDB6"),
      rect(0, 520, W, 80, "#CF9A6B"),
      blackboard(
        60,
        60,
        780,
        400,
        "M150 150v-46l-14 12M186 128h40M206 108v40M256 116c34-16 48 14 22 34l-24 22h46M330 136h40M330 156h40M420 114h40l-24 24c34 0 28 44-16 36M136 246c34-16 48 14 22 34l-24 22h46M212 268h40M232 248v40M280 244h40l-24 24c34 0 28 44-16 36M350 262h40M350 282h40M146 380c34-16 48 14 22 34l-24 22h46M212 404h40M232 384v40",
      ),
      veil(
        poly(
          [
            [0, 0],
            [330, 0],
            [640, 520],
            [120, 520],
          ],
          "#FFF3D2",
        ),
        0.18,
      ),
      who("girl", [590, 566], 430, "tiptoe", {
        facing: -1,
        turn: 0.7,
        back: false,
        pose: { far: { to: [446, 268] }, near: [-10, 4] },
        inFar: ([x, y]) =>
          line(
            [
              [x, y, 1],
              [x - 26, y - 8, 1],
            ],
            color.white,
            9,
          ),
      }),
      rect(690, 446, 60, 10, color.paper, 3),
      rect(760, 448, 30, 8, color.gold, 3),
    ),
  );
}

export function impactWater(): string {
  return frame(
    join(
      sky(W, 420, ["#BFE3EC", "#D3ECEE", "#ECF3E2"], 4),
      ridge(W, 430, [40, 64, 50, 70, 46], "#9DB98A", 440),
      ground(W, 420, H, "#D6B079", 10),
      house(640, 432, 0.6, { wall: "#F0DDB4", roof: color.terracotta }),
      mango(120, 440, 0.7, color.forest, 4),
      handPump(470, 566, 1.95, 26),
      at(622, 536, 1.9, bucket(0, 0, 1, color.gold, true)),
      [
        [590, 420, 8],
        [672, 396, 10],
        [686, 440, 6],
        [574, 448, 6],
        [700, 370, 6],
      ]
        .map(([x, y, r]) => drop(x as number, y as number, r as number, "#7FD6EC"))
        .join(""),
      who("green", [150, 606], 520, "reach", {
        facing: 1,
        turn: 0.7,
        pose: {
          lean: 2,
          chest: 8,
          nod: -4,
          far: { to: [222, 104] },
          near: { to: [206, 116] },
          hands: ["grip", "grip"],
        },
      }),
      leaves(820, 590, 150, color.forest),
      leaves(760, 600, 100, color.acacia),
    ),
  );
}

export function impactHealth(): string {
  return frame(
    join(
      indoors(W, H, {
        wall: "#E6F0EA",
        dado: mix(color.accent, color.paper, 0.55),
        floor: "#C9B28E",
        line: 500,
      }),
      windowOn(80, 70, 180, 180, mango(200, 260, 0.5), "impact-health-w"),
      rect(640, 80, 170, 200, color.white),
      rect(640, 80, 170, 26, color.terracotta),
      [130, 160, 190, 220]
        .map((y) =>
          line(
            [
              [664, y, 1],
              [784, y, 1],
            ],
            color.metal,
            5,
          ),
        )
        .join(""),
      rect(470, 470, 340, 20, color.white),
      rect(470, 490, 340, 16, color.primary),
      rect(490, 506, 16, 94, color.metal),
      rect(774, 506, 16, 94, shade(color.metal)),
      who("elder", [640, 470], 430, "sit", {
        seated: true,
        facing: -1,
        turn: 0.5,
        pose: { near: { at: [0.7, 1.8] } },
        dress: { top: { fill: color.ochre, sleeve: 0.5 } },
      }),
      who("nurse", [440, 592], 480, "reach", {
        facing: 1,
        turn: 0.6,
        pose: {
          lean: 6,
          chest: 14,
          nod: 8,
          far: { to: [596, 316] },
          near: [10, 60],
          hands: ["rest", "grip"],
        },
        inFar: ([x, y]) => circle(x + 8, y, 13, color.ink),
      }),
      line(
        [
          [606, 318],
          [560, 400],
          [512, 330],
          [498, 214],
        ],
        color.ink,
        6,
      ),
    ),
  );
}

export function impactSustainability(): string {
  return frame(
    join(
      sky(W, 330, ["#CFE7EC", "#E2F0E6", "#F8EDCB"], 9),
      sun(130, 100, 38, "#F6C84A"),
      hills(W, 340, 60, color.forest, 4, "#DCEBE2"),
      ground(W, 330, H, "#C99C66", 6),
      at(190, 410, 1, school(0, 0, 1, { wide: 640, roof: color.terracotta, bays: 5 })),
      [0, 1, 2, 3].map((i) => solar(262 + i * 130, 232, 104, 76, 4, 0.1)).join(""),
      acacia(90, 420, 0.7),
      rows(-60, 960, 436, 600, 7, [450, 150], "#8F5E38"),
      [0, 1, 2, 3, 4, 5, 6]
        .map(
          (i) =>
            leaves(60 + i * 130, 586, 66, i % 2 ? color.acacia : color.forest) +
            leaves(140 + i * 106, 510, 44, i % 2 ? color.forest : color.acacia) +
            leaves(196 + i * 86, 458, 28, color.acacia),
        )
        .join(""),
      line(
        [
          [0, 560, 1],
          [900, 560, 1],
        ],
        color.ink,
        5,
      ),
      line(
        [
          [60, 492, 1],
          [850, 492, 1],
        ],
        color.ink,
        4,
      ),
      [90, 220, 350, 480, 610, 740, 860].map((x) => drop(x, 580, 5, color.accent)).join(""),
    ),
  );
}

export function programmeEducation(): string {
  const path = shape(
    [
      [420, 384, 1],
      [500, 384, 1],
      [560, 470],
      [760, 600, 1],
      [260, 600, 1],
      [400, 470],
    ],
    "#EBD3A2",
  );
  return frame(
    join(
      outdoors(W, H, { horizon: 300, hill: color.forest, seed: 18, earth: "#C9A76A" }),
      mango(790, 400, 0.9, color.forest, 5),
      path,
      house(280, 396, 1.1, {
        wall: "#F4E6C6",
        roof: color.terracotta,
        door: color.primary,
        wide: 380,
        doorAt: 0.34,
        windows: 1,
        tall: 200,
      }),
      bush(250, 404, 50, color.acacia),
      bush(710, 410, 40, color.forest),
      who("girl", [500, 470], 170, "walk", { back: true, turn: 0.2, dress: { bag: color.gold } }),
      who("boy", [400, 540], 230, "stroll", {
        facing: 1,
        turn: 0.7,
        dress: { bag: color.terracotta },
      }),
      who("girlVeiled", [250, 580], 270, "walk", {
        facing: 1,
        turn: 0.7,
        dress: { bag: color.primary },
      }),
      who("boy", [660, 566], 256, "walk", {
        facing: -1,
        turn: 0.7,
        dress: { bag: color.forest, skin: 2 },
      }),
    ),
  );
}

export function programmeWater(): string {
  return frame(
    join(
      sky(W, 300, ["#CFE7EC", "#E4F1EA", "#FAF0D8"], 12),
      ridge(W, 340, [30, 44, 60, 90, 150, 176, 130], "#A9BD86", 400),
      shape(
        [
          [0, 350, 1],
          [300, 340],
          [560, 250],
          [740, 210],
          [900, 230, 1],
          [900, 600, 1],
          [0, 600, 1],
        ],
        "#8FA85A",
      ),
      tankTower(760, 216, 60, 0.9),
      shape(
        [
          [0, 420, 1],
          [260, 400],
          [600, 400],
          [900, 350, 1],
          [900, 600, 1],
          [0, 600, 1],
        ],
        "#D9B57B",
      ),
      shape(
        [
          [0, 520, 1],
          [400, 500],
          [900, 520, 1],
          [900, 600, 1],
          [0, 600, 1],
        ],
        "#9B6737",
      ),
      line(
        [
          [748, 216, 1],
          [744, 330],
          [690, 520, 1],
          [690, 556, 1],
          [90, 556, 1],
        ],
        color.accent,
        9,
      ),
      line(
        [
          [160, 556, 1],
          [160, 500, 1],
        ],
        color.accent,
        7,
      ),
      line(
        [
          [404, 556, 1],
          [404, 490, 1],
        ],
        color.accent,
        7,
      ),
      line(
        [
          [640, 556, 1],
          [640, 490, 1],
        ],
        color.accent,
        7,
      ),
      house(200, 480, 0.62, { roof: color.terracotta, wide: 260 }),
      house(440, 470, 0.58, {
        roof: color.primary,
        wall: "#F1E3C3",
        door: color.laterite,
        wide: 250,
      }),
      house(-60, 490, 0.66, { roof: color.gold, wall: "#E9C892", wide: 240 }),
      tapStand(160, 514, 0.5),
      tapStand(404, 506, 0.5),
      tapStand(640, 508, 0.54),
      bucket(668, 500, 0.44, color.gold, true),
      bucket(188, 506, 0.4, color.primary, true),
      who("kanga", [720, 516], 150, "give", { facing: -1 }),
      who("boy", [256, 520], 108, "run", {}),
      palm(840, 420, 230, 24, color.forest),
    ),
  );
}

export function programmeHealth(): string {
  return frame(
    join(
      outdoors(W, H, { horizon: 310, hill: color.acacia, seed: 23, earth: "#E0BC84" }),
      palm(830, 400, 320, -40, color.forest),
      palm(780, 410, 220, 20, "#3C6B4C"),
      at(
        330,
        430,
        1,
        house(0, 0, 1.1, {
          wall: "#EFF3EC",
          roof: color.primary,
          door: color.primaryDark,
          wide: 380,
          doorAt: 0.14,
          windows: 2,
          tall: 200,
        }),
      ),
      poly(
        [
          [250, 470],
          [370, 430],
          [520, 430],
          [520, 470],
        ],
        "#C9CFC9",
      ),
      poly(
        [
          [250, 470],
          [520, 470],
          [520, 484],
          [236, 484],
        ],
        shade("#C9CFC9", 0.3),
      ),
      line(
        [
          [250, 420, 1],
          [372, 380, 1],
        ],
        color.primaryDark,
        6,
      ),
      line(
        [
          [256, 420, 1],
          [256, 468, 1],
        ],
        color.primaryDark,
        6,
      ),
      line(
        [
          [366, 384, 1],
          [366, 430, 1],
        ],
        color.primaryDark,
        6,
      ),
      circle(560, 250, 34, color.white),
      poly(
        [
          [552, 230],
          [568, 230],
          [568, 242],
          [580, 242],
          [580, 258],
          [568, 258],
          [568, 270],
          [552, 270],
          [552, 258],
          [540, 258],
          [540, 242],
          [552, 242],
        ],
        color.forest,
      ),
      who("nurse", [470, 436], 220, "give", { facing: -1, plain: true }),
      who("kitenge", [200, 566], 390, "walk", {
        facing: 1,
        turn: 0.75,
        dress: { baby: { fill: color.gold, textile: "rings", ink: color.laterite } },
      }),
      bush(700, 470, 60, color.forest),
      leaves(60, 580, 80, color.acacia),
      grass(W, 540, 590, 6),
    ),
  );
}

export function programmeSustainability(): string {
  const tray = (x: number, y: number, n: number, s: number): string =>
    join(
      Array.from({ length: n }, (_, i) =>
        seedling(x + i * 46 * s, y - 22 * s, 56 * s, i % 2 ? color.forest : color.acacia),
      ).join(""),
      Array.from({ length: n }, (_, i) =>
        lit(
          [
            [x - 15 * s + i * 46 * s, y - 26 * s, 1],
            [x - 12 * s + i * 46 * s, y, 1],
            [x + 12 * s + i * 46 * s, y, 1],
            [x + 15 * s + i * 46 * s, y - 26 * s, 1],
          ],
          "#2F3A3E",
        ),
      ).join(""),
    );
  return frame(
    join(
      outdoors(W, H, { horizon: 320, hill: color.forest, seed: 30, earth: "#CDA56C" }),
      [60, 330, 600, 860].map((x) => rect(x, 150, 11, 390, "#7A5843")).join(""),
      poly(
        [
          [10, 150],
          [120, 74],
          [820, 74],
          [900, 150],
        ],
        mix(color.forest, color.ink, 0.2),
      ),
      veil(
        Array.from({ length: 15 }, (_, i) =>
          poly(
            [
              [20 + i * 60, 150],
              [128 + i * 47, 74],
              [146 + i * 47, 74],
              [46 + i * 60, 150],
            ],
            color.acacia,
          ),
        ).join(""),
        0.5,
      ),
      rect(10, 148, 890, 12, mix(color.forest, color.ink, 0.5)),
      veil(
        poly(
          [
            [60, 560],
            [180, 380],
            [900, 380],
            [900, 560],
          ],
          color.ink,
        ),
        0.13,
      ),
      tray(110, 430, 15, 0.8),
      who("farmer", [560, 556], 380, "reach", {
        facing: -1,
        sex: "m",
        pose: {
          lean: 10,
          chest: 16,
          near: { at: [1.3, 1.5] },
          far: { at: [1.6, 1.4] },
          hands: ["grip", "grip"],
        },
        inFar: ([x, y]) =>
          join(
            lit(
              [
                [x - 58, y - 4, 1],
                [x - 54, y + 60, 1],
                [x + 10, y + 60, 1],
                [x + 12, y - 4, 1],
              ],
              color.primary,
            ),
            line(
              [
                [x - 56, y + 44, 1],
                [x - 112, y - 6, 1],
              ],
              color.primary,
              9,
            ),
            poly(
              [
                [x - 128, y],
                [x - 108, y - 22],
                [x - 100, y - 14],
                [x - 120, y + 8],
              ],
              color.primaryDark,
            ),
            line(
              [
                [x - 46, y - 2, 1],
                [x - 24, y - 34],
                [x + 10, y - 2, 1],
              ],
              color.primaryDark,
              6,
            ),
            [
              [-136, 24],
              [-122, 36],
              [-142, 50],
              [-128, 62],
              [-150, 78],
              [-132, 88],
            ]
              .map(([dx, dy]) => drop(x + (dx as number), y + (dy as number), 5))
              .join(""),
          ),
      }),
      tray(70, 560, 9, 1.1),
      tray(650, 580, 6, 1.1),
      tool([820, 380], [840, 548]),
    ),
  );
}
