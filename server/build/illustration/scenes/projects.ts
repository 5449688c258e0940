import { picture } from "../document.ts";
import { color, mix, shade, tint } from "../palette.ts";
import { fence, goal, house, kiosk, school } from "../props/buildings.ts";
import { ground, ridge, rows, shadow, sky, sun } from "../props/land.ts";
import { bench, cashBox, coins, folded, football, mat, openBook, table } from "../props/objects.ts";
import { boda } from "../props/transport.ts";
import { acacia, mango, palm, seedling } from "../props/trees.ts";
import { bucket, tankTower } from "../props/water.ts";
import { circle, join, line, poly, rect, shape } from "../svg.ts";
import { figure, grass, indoors, outdoors, who, windowOn } from "./kit.ts";

const W = 900;
const H = 600;
const frame = (content: string): string => picture(W, H, content);

export function footballProject(): string {
  const pitch = "#C77B4F";
  return frame(
    join(
      outdoors(W, H, { horizon: 262, earth: pitch, hill: color.forest, seed: 5, tall: 54 }),
      acacia(120, 276, 0.52),
      acacia(806, 272, 0.4, "#87A05A"),
      goal(520, 322, 190, 92),
      line(
        [
          [0, 470, 1],
          [420, 452],
          [900, 480, 1],
        ],
        "#F3E1C4",
        6,
      ),
      who("playerBlue", [588, 346], 150, "akimbo", { age: "youth", facing: -1, plain: true }),
      who("playerGold", [330, 404], 176, "run", { age: "youth", plain: true }),
      who("playerBlue", [212, 452], 196, "run", {
        age: "youth",
        dress: { hair: "puffs", skin: 2 },
        sex: "f",
      }),
      who("playerGold", [640, 470], 206, "run", {
        facing: -1,
        age: "youth",
        sex: "m",
        dress: { hair: "crop", skin: 0 },
      }),
      football(470, 524, 21),
      who("playerBlue", [386, 534], 240, "kick", {
        age: "youth",
        dress: { skin: 3, hair: "round" },
      }),
      shadow(470, 546, 26, 5),
      who("coach", [800, 560], 280, "point", {
        facing: -1,
        girth: 1.12,
        inNear: ([x, y]) => circle(x, y, 6, color.gold),
      }),
    ),
  );
}

export function bodaProject(): string {
  const wallA = "#E9C892";
  const r = figure("bareRider", [640, 546], 330, "hold", {
    facing: -1,
    turn: 0.6,
    inFar: ([x, y], u) =>
      shape(
        [
          [x - u * 0.5, y + u * 0.1, 1],
          [x - u * 0.5, y - u * 0.4],
          [x - u * 0.1, y - u * 0.66],
          [x + u * 0.4, y - u * 0.4],
          [x + u * 0.44, y + u * 0.14, 1],
          [x, y + u * 0.24],
        ],
        color.primary,
      ) +
      shape(
        [
          [x - u * 0.5, y - u * 0.3],
          [x - u * 0.1, y - u * 0.4],
          [x - u * 0.1, y - u * 0.05],
          [x - u * 0.5, y],
        ],
        "#2A4A5A",
      ),
  });
  return frame(
    join(
      sky(W, 330, ["#CFE7EC", "#E6F0E4", "#FAEBCB"], 2),
      house(-120, 408, 1, {
        wall: wallA,
        roof: color.primary,
        door: color.terracotta,
        wide: 300,
        windows: 1,
      }),
      house(590, 400, 0.92, {
        wall: "#D9E5DC",
        roof: color.laterite,
        door: color.forest,
        wide: 330,
        windows: 1,
        doorAt: 0.5,
      }),
      rect(0, 398, W, 20, "#D8C49B"),
      rect(0, 412, W, 188, "#B78A63"),
      ground(W, 470, H, "#A87850", 8),
      mango(330, 430, 0.98, color.forest, 3),
      rect(232, 304, 8, 120, "#6B4A36"),
      rect(436, 304, 8, 120, "#4E3527"),
      poly(
        [
          [204, 310],
          [236, 272],
          [440, 272],
          [472, 310],
        ],
        color.gold,
      ),
      poly(
        [
          [204, 310],
          [472, 310],
          [472, 318],
          [204, 318],
        ],
        shade(color.gold, 0.3),
      ),
      bench(270, 428, 140, 50),
      who("rider", [312, 382], 200, "sit", { seated: true, plain: true }),
      who("rider", [414, 436], 206, "stand", {
        facing: -1,
        plain: true,
        dress: { skin: 0, headwear: { kind: "helmet", fill: color.terracotta } },
      }),
      shadow(420, 548, 220, 14),
      boda(400, 546, 1.18, color.terracotta),
      r.svg,
    ),
  );
}

export function mtambani(): string {
  return frame(
    join(
      outdoors(W, H, { horizon: 300, hill: color.forest, seed: 9, earth: "#E2C08A" }),
      palm(80, 360, 260, 34, color.forest),
      palm(30, 380, 200, -20, "#3C6B4C"),
      tankTower(660, 392, 190, 1),
      kiosk(500, 420, 0.98),
      who("kitenge", [474, 500], 248, "reach", { facing: 1, pose: { lean: 14, chest: 20 } }),
      bucket(546, 506, 0.72, color.gold, true),
      who("boy", [700, 470], 156, "hold", {
        facing: -1,
        inNear: ([x, y], u) => bucket(x, y + u * 0.9, u / 46, color.accent),
      }),
      who("kanga", [346, 520], 270, "headFree", {
        onHead: (c, u) => bucket(c[0], c[1] + u * 0.1, u / 48, color.accent),
      }),
      who("elder", [218, 540], 286, "bucket", {
        dress: { skin: 2 },
        inNear: ([x, y], u) => bucket(x, y + u * 1.24, u / 46, color.gold),
      }),
      who("girlVeiled", [116, 556], 220, "stroll", {
        inNear: ([x, y], u) => bucket(x, y + u, u / 50, color.primary),
      }),
      rect(740, 478, 96, 12, "#C9CFC9"),
      rect(752, 490, 10, 72, "#9AA4A2"),
      rect(816, 490, 10, 72, "#7E8A89"),
      shape(
        [
          [744, 478, 1],
          [756, 500],
          [788, 508],
          [822, 500],
          [834, 478, 1],
        ],
        "#E9F1EE",
      ),
      rect(782, 440, 12, 40, color.primaryDark),
      rect(770, 440, 24, 8, color.primaryDark),
      grass(W, 566, 590, 7),
    ),
  );
}

export function menstrualJustice(): string {
  const cloth = (x: number, fill: string): string =>
    shape(
      [
        [x - 40, 404, 1],
        [x - 26, 392],
        [x + 30, 394],
        [x + 46, 408, 1],
        [x + 10, 414],
        [x - 20, 412],
      ],
      fill,
    );
  const pad = (x: number, y: number, fill: string): string =>
    shape(
      [
        [x - 26, y],
        [x - 12, y - 8],
        [x + 12, y - 8],
        [x + 26, y],
        [x + 12, y + 8],
        [x - 12, y + 8],
      ],
      fill,
    );
  return frame(
    join(
      indoors(W, H, { dado: mix(color.accent, color.paper, 0.45), line: 430 }),
      windowOn(
        96,
        70,
        190,
        170,
        rect(96, 190, 190, 60, "#B9C68A") + acacia(210, 210, 0.5),
        "menstrual-justice-w",
      ),
      rect(560, 60, 220, 140, color.paper),
      poly(
        [
          [560, 60],
          [780, 60],
          [780, 66],
          [560, 66],
        ],
        color.laterite,
      ),
      shape(
        [
          [640, 130],
          [650, 96],
          [670, 84],
          [692, 98],
          [700, 130],
          [684, 162],
          [670, 172],
          [654, 162],
        ],
        tint(color.terracotta, 0.1),
      ),
      line(
        [
          [590, 100, 1],
          [620, 100, 1],
        ],
        color.metal,
        5,
      ),
      line(
        [
          [590, 122, 1],
          [614, 122, 1],
        ],
        color.metal,
        5,
      ),
      line(
        [
          [722, 108, 1],
          [756, 108, 1],
        ],
        color.metal,
        5,
      ),
      line(
        [
          [722, 130, 1],
          [748, 130, 1],
        ],
        color.metal,
        5,
      ),
      who("girl", [320, 470], 276, "hold", { turn: 0.4, pose: { nod: 12 } }),
      who("girlVeiled", [560, 470], 280, "hold", { facing: -1, turn: 0.4, pose: { nod: 12 } }),
      who("teacher", [448, 462], 330, "give", {
        turn: 0.3,
        pose: { nod: 6, near: { at: [0.2, 1.5] }, far: { at: [1.2, 1.4] } },
      }),
      poly(
        [
          [150, 398],
          [220, 372],
          [690, 372],
          [760, 398],
        ],
        tint("#8A6344", 0.3),
      ),
      rect(150, 398, 610, 24, "#8A6344"),
      rect(176, 422, 16, 170, "#6B4A36"),
      rect(716, 422, 16, 170, "#4E3527"),
      cloth(340, color.terracotta),
      cloth(560, color.gold),
      cloth(450, color.accent),
      pad(250, 392, tint(color.terracotta, 0.3)),
      pad(254, 384, color.gold),
      pad(248, 376, color.accent),
      circle(640, 386, 12, color.laterite),
      circle(640, 386, 5, color.paper),
      bench(116, 596, 130, 88),
      who("girl", [196, 500], 290, "sit", {
        seated: true,
        facing: 1,
        pose: { near: { at: [1.3, 1.1] }, far: { at: [1.4, 1] } },
        dress: { skin: 0, hair: "bun" },
      }),
      bench(666, 596, 130, 88),
      who("girlVeiled", [716, 500], 290, "sit", {
        seated: true,
        facing: -1,
        pose: { near: { at: [1.3, 1.1] }, far: { at: [1.4, 1] } },
        dress: { skin: 3 },
      }),
    ),
  );
}

export function climateProject(): string {
  const slope = (y0: number, y1: number, fill: string): string =>
    shape(
      [
        [0, y0, 1],
        [300, y0 - 6],
        [620, (y0 + y1) / 2],
        [900, y1, 1],
        [900, 600, 1],
        [0, 600, 1],
      ],
      fill,
    );
  return frame(
    join(
      sky(W, 300, ["#D3E8EA", "#EAF0E2", "#F9E9C4"], 7),
      sun(140, 96, 34, "#F6C84A"),
      ridge(W, 300, [40, 66, 52, 84, 60, 30], "#C2CFC0", 304),
      ridge(W, 312, [10, 24, 18, 6, 20, 10], "#D9C290", 330),
      rect(0, 310, W, 290, "#D8B777"),
      rows(0, 640, 322, 440, 9, [700, 250], "#C39B5A"),
      acacia(520, 352, 0.3, "#93A05A"),
      slope(350, 470, "#B98654"),
      slope(368, 492, "#8FA04E"),
      slope(384, 508, "#A9743F"),
      slope(446, 556, "#7F9443"),
      slope(462, 572, "#9B6737"),
      [60, 150, 240].map((x, i) => seedling(x, 384 + i * 3, 48)).join(""),
      seedling(470, 432, 50),
      seedling(560, 456, 46),
      who("farmer", [356, 416], 226, "plant", { facing: 1 }),
      seedling(446, 424, 52),
      who("coast", [742, 540], 262, "dig", {
        facing: -1,
        sex: "f",
        inNear: ([x, y]) =>
          line(
            [
              [x + 70, y - 66, 1],
              [x - 60, y + 50, 1],
            ],
            "#6B4A36",
            7,
          ) +
          poly(
            [
              [x - 60, y + 46],
              [x - 84, y + 60],
              [x - 54, y + 80],
              [x - 50, y + 56],
            ],
            color.metal,
          ),
      }),
      who("kanga", [130, 530], 286, "stroll", {
        inNear: ([x, y], u) =>
          rect(x - u * 0.75, y, u * 1.5, u * 0.5, "#6B4A36") +
          seedling(x - u * 0.5, y, u * 0.8) +
          seedling(x, y, u * 0.9) +
          seedling(x + u * 0.5, y, u * 0.8),
        pose: { near: { at: [0.6, 1.6] }, far: { at: [1, 1.5] }, hands: ["grip", "grip"] },
      }),
      rect(846, 430, 8, 120, "#6B4A36"),
      rect(838, 372, 24, 66, "#DFF1F5"),
      rect(838, 404, 24, 34, color.accent),
    ),
  );
}

export function microenterprise(): string {
  return frame(
    join(
      outdoors(W, H, { horizon: 220, hill: color.forest, earth: "#DDB27A", seed: 13, tall: 60 }),
      house(620, 300, 0.74, { wall: "#F0DDB4", roof: color.terracotta, door: color.primary }),
      mango(140, 300, 0.98, color.forest, 12),
      mat(450, 566, 860, 250, "#D59A4A"),
      who("grandmother", [330, 400], 268, "sitGround", {
        seated: true,
        facing: 1,
        pose: { far: { at: [1.2, 1.3] } },
      }),
      who("blue", [590, 398], 268, "sitGround", { seated: true, facing: -1 }),
      who("green", [448, 372], 250, "sitGround", {
        seated: true,
        facing: 1,
        turn: 0.4,
        pose: { near: { at: [0.6, 1.5] }, far: { at: [1, 1.3] } },
      }),
      who("kitenge", [206, 476], 296, "sitGround", { seated: true, facing: 1 }),
      openBook(300, 478, 26, color.primary),
      who("kanga", [712, 478], 296, "sitGround", {
        seated: true,
        facing: -1,
        pose: { far: { at: [1.4, 0.9] } },
      }),
      openBook(610, 486, 26, color.terracotta),
      cashBox(456, 500, 0.82),
      coins(556, 520, 5, 13),
      coins(584, 528, 3, 13),
      coins(536, 532, 2, 13),
      openBook(368, 534, 30, color.gold),
    ),
  );
}

export function schoolInfrastructure(): string {
  return frame(
    join(
      outdoors(W, H, { horizon: 320, hill: color.acacia, seed: 17, earth: "#DFB988" }),
      acacia(800, 346, 0.66),
      school(60, 470, 1, { wide: 600, roof: "#B58558", bays: 4 }),
      rect(340, 196, 340, 108, "#CFE4E8"),
      poly(
        [
          [26, 302],
          [84, 198],
          [340, 198],
          [340, 302],
        ],
        color.primary,
      ),
      [0, 1, 2, 3, 4, 5, 6]
        .map((i) =>
          poly(
            [
              [346 + i * 46, 302],
              [344 + i * 43, 198],
              [352 + i * 43, 198],
              [356 + i * 46, 302],
            ],
            "#9C7147",
          ),
        )
        .join(""),
      rect(330, 194, 320, 9, "#8A6344"),
      rect(330, 246, 336, 8, "#8A6344"),
      rect(26, 298, 668, 12, "#7A5843"),
      who("builder", [384, 244], 176, "kneel", { facing: -1, plain: true }),
      poly(
        [
          [196, 196],
          [330, 196],
          [342, 250],
          [190, 250],
        ],
        tint(color.primary, 0.12),
      ),
      who("builder", [536, 198], 190, "bucket", {
        facing: -1,
        plain: true,
        dress: { skin: 2, headwear: { kind: "hardhat", fill: color.paper } },
        inFar: ([x, y]) =>
          poly(
            [
              [x - 90, y - 6],
              [x + 30, y - 6],
              [x + 36, y + 20],
              [x - 96, y + 20],
            ],
            color.primary,
          ),
      }),
      [0, 1, 2]
        .map((row) =>
          Array.from({ length: 5 - row }, (_, i) =>
            rect(
              700 + i * 36 + row * 18,
              548 - row * 20,
              34,
              18,
              i % 2 ? color.terracotta : shade(color.terracotta, 0.16),
            ),
          ).join(""),
        )
        .join(""),
      table(90, 570, 130, 84),
      table(250, 580, 130, 84),
      bench(120, 590, 90, 46),
      table(410, 572, 130, 84),
      folded(600, 566, 10, []),
      fence(0, 40, 480, 60),
      who("builder", [640, 574], 262, "walk", {
        facing: 1,
        dress: { skin: 3 },
        sex: "f",
        inNear: ([x, y], u) => bucket(x, y + u * 1.1, u / 50, color.metal),
      }),
    ),
  );
}
