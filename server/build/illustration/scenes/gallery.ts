import { picture } from "../document.ts";
import { color, mix, shade, tint } from "../palette.ts";
import { awning, fence, goal, school, stall } from "../props/buildings.ts";
import { ridge, sea, shadow, sky } from "../props/land.ts";
import {
  bananas,
  bench,
  cashBox,
  coins,
  crate,
  folded,
  football,
  mat,
  openBook,
} from "../props/objects.ts";
import { boda, cart } from "../props/transport.ts";
import { acacia, baobab, bush, leaves, mango, palm, seedling } from "../props/trees.ts";
import { bucket, fruit, handPump } from "../props/water.ts";
import { at, circle, join, line, lit, poly, rect, shape, veil } from "../svg.ts";
import { grass, indoors, outdoors, sitter, who, windowOn } from "./kit.ts";

const W = 800;
const H = 600;
const frame = (content: string): string => picture(W, H, content);

export function footballMatch(): string {
  return frame(
    join(
      outdoors(W, H, { horizon: 220, earth: "#C77B4F", hill: color.acacia, seed: 14, tall: 46 }),
      acacia(90, 240, 0.5),
      goal(300, 400, 470, 230),
      football(620, 350, 22),
      who("playerBlue", [560, 430], 230, "akimbo", { facing: -1, age: "youth", pose: { nod: 20 } }),
      who("playerGold", [150, 560], 300, "cheer", { age: "youth", turn: 0.4 }),
      who("playerGold", [300, 576], 330, "run", {
        age: "youth",
        sex: "m",
        dress: { hair: "crop", skin: 0 },
        pose: { near: [-150, -170], far: [150, 170], hands: ["open", "open"] },
      }),
      who("playerGold", [456, 548], 280, "cheer", {
        facing: -1,
        age: "youth",
        sex: "m",
        dress: { hair: "round", skin: 1 },
        turn: 0.5,
      }),
    ),
  );
}

export function ridersWorkshop(): string {
  const tools = [
    [430, 0],
    [466, 1],
    [502, 0],
    [538, 1],
    [574, 0],
    [610, 1],
  ]
    .map(
      ([x, long]) =>
        rect(x as number, 90, 9, (long as number) ? 60 : 80, color.metal, 3) +
        circle((x as number) + 4, 90, 9, shade(color.metal, 0.2)),
    )
    .join("");
  return frame(
    join(
      indoors(W, H, {
        wall: "#D9C7A0",
        dado: mix(color.laterite, "#D9C7A0", 0.4),
        floor: "#9B8468",
        line: 430,
      }),
      rect(400, 70, 250, 110, "#B08A5A"),
      tools,
      windowOn(80, 80, 160, 130, rect(80, 170, 160, 60, "#B9C68A"), "riders-workshop-w"),
      who("youth", [250, 470], 300, "hold", { turn: 0.4, pose: { nod: 14 } }),
      who("bareRider", [630, 480], 320, "point", {
        facing: -1,
        pose: { nod: 12, far: { at: [1.5, 1.3] } },
      }),
      shadow(410, 540, 230, 16, 0.25),
      boda(410, 536, 1.24, color.primary),
      who("rider", [180, 590], 330, "kneel", {
        facing: 1,
        pose: { far: { to: [300, 484] }, near: { to: [290, 500] }, nod: 8 },
        dress: { headwear: { kind: "cap", fill: color.terracotta } },
      }),
      line(
        [
          [296, 476],
          [320, 510],
          [300, 540],
          [276, 516],
        ],
        color.ink,
        5,
        true,
      ),
      who("youth", [690, 596], 320, "squat", {
        facing: -1,
        sex: "f",
        dress: { hair: "tail", top: { fill: color.terracotta, sleeve: 0.44 }, skin: 3 },
      }),
    ),
  );
}

export function savingsGroup(): string {
  return frame(
    join(
      rect(0, 0, W, H, "#DDB27A"),
      rect(0, 0, W, 150, "#F0DDB4"),
      rect(0, 96, W, 54, color.primary),
      rect(0, 150, W, 12, shade("#DDB27A", 0.3)),
      rect(90, 0, 110, 96, color.laterite),
      rect(146, 0, 54, 96, shade(color.laterite, 0.24)),
      leaves(720, 168, 120, color.forest),
      mat(400, 580, 820, 420, color.terracotta),
      who("green", [300, 250], 280, "sitGround", {
        seated: true,
        turn: 0.4,
        dress: { hair: "tail" },
      }),
      who("coast", [520, 252], 280, "sitGround", { seated: true, facing: -1, turn: 0.4 }),
      cashBox(410, 400, 0.8, color.forest),
      coins(490, 420, 6, 14),
      coins(522, 432, 4, 14),
      openBook(320, 420, 32, color.primary),
      who("kitenge", [150, 440], 340, "sitGround", { seated: true }),
      openBook(262, 452, 30, color.gold),
      who("kanga", [650, 446], 340, "sitGround", {
        seated: true,
        facing: -1,
        pose: { far: { at: [1.7, 0.9] }, hands: ["rest", "open"] },
      }),
      coins(566, 478, 3, 14),
      coins(420, 500, 7, 16),
      coins(456, 508, 3, 16),
    ),
  );
}

const watcher = (x: number, name: "girlVeiled" | "boy" | "girl", skin: number): string =>
  who(name, [x, 700], 250, "stand", { back: true, turn: 0.1, bust: true, dress: { skin } });

export function girlsClub(): string {
  return frame(
    join(
      rect(0, 0, W, H, "#EAD3A4"),
      shape(
        [
          [90, 40, 1],
          [400, 56],
          [710, 40, 1],
          [720, 380, 1],
          [400, 392],
          [80, 380, 1],
        ],
        color.primary,
      ),
      shape(
        [
          [90, 250],
          [240, 180],
          [400, 236],
          [560, 170],
          [716, 240, 1],
          [720, 380, 1],
          [400, 392],
          [80, 380, 1],
        ],
        color.forest,
      ),
      circle(600, 120, 40, color.gold),
      acacia(230, 290, 0.5, "#8FB04A"),
      line(
        [
          [70, 36, 1],
          [400, 52],
          [730, 36, 1],
        ],
        "#6B4A36",
        6,
      ),
      poly(
        [
          [40, 410],
          [100, 372],
          [700, 372],
          [760, 410],
        ],
        "#B9885A",
      ),
      rect(40, 410, 720, 44, "#8A6344"),
      rect(40, 410, 720, 8, shade("#8A6344", 0.3)),
      who("girl", [190, 402], 250, "point", { turn: 0.5 }),
      who("girlVeiled", [334, 400], 252, "raise", { facing: -1 }),
      who("girl", [474, 402], 256, "akimbo", {
        dress: {
          skin: 0,
          hair: "bun",
          shawl: { fill: color.terracotta, textile: "dots", ink: color.gold },
        },
        turn: 0.3,
      }),
      who("girlVeiled", [610, 400], 246, "give", { facing: -1, dress: { skin: 3 } }),
      `<defs><g id="girls-club-veiled">${watcher(0, "girlVeiled", 1)}</g><g id="girls-club-boy">${watcher(0, "boy", 0)}</g></defs>`,
      [60, 420, 690].map((x) => `<use href="#girls-club-boy" x="${x}"/>`).join(""),
      [180, 550].map((x) => `<use href="#girls-club-veiled" x="${x}"/>`).join(""),
      watcher(300, "girl", 2),
    ),
  );
}

export function schoolTaps(): string {
  const tap = (x: number): string =>
    rect(x, 300, 10, 26, color.primaryDark) +
    rect(x - 6, 296, 22, 7, color.terracotta, 3) +
    shape(
      [
        [x + 2, 326, 1],
        [x + 1, 372, 1],
        [x + 10, 372, 1],
        [x + 8, 326, 1],
      ],
      color.accent,
    );
  return frame(
    join(
      outdoors(W, H, { horizon: 260, hill: color.forest, seed: 26, earth: "#E2C190" }),
      at(-60, 340, 0.8, school(0, 0, 1, { wide: 760, roof: color.laterite })),
      mango(720, 350, 0.8, color.forest, 8),
      rect(150, 280, 500, 18, "#C9CFC9", 3),
      rect(150, 270, 500, 14, tint("#C9CFC9", 0.4), 3),
      [220, 330, 440, 550].map(tap).join(""),
      rect(140, 372, 520, 32, "#E9F1EE"),
      rect(140, 396, 520, 92, color.accent),
      rect(140, 396, 520, 10, shade(color.accent, 0.3)),
      Array.from({ length: 9 }, (_, i) =>
        rect(140 + i * 58, 420, 50, 20, i % 2 ? color.primary : tint(color.accent, 0.4)),
      ).join(""),
      who("girlVeiled", [250, 566], 300, "hold", {
        facing: 1,
        pose: { nod: -12, near: { at: [0.62, -0.1] } },
        inNear: ([x, y]) =>
          lit(
            [
              [x - 6, y - 26, 1],
              [x - 2, y + 10, 1],
              [x + 22, y + 10, 1],
              [x + 28, y - 26, 1],
            ],
            color.gold,
          ),
      }),
      who("boy", [420, 576], 290, "reach", {
        facing: 1,
        pose: { lean: 10, chest: 18, far: { to: [552, 372] } },
        inFar: ([x, y]) =>
          lit(
            [
              [x - 14, y - 18, 1],
              [x - 10, y + 16, 1],
              [x + 12, y + 16, 1],
              [x + 16, y - 18, 1],
            ],
            color.terracotta,
          ),
      }),
      who("girl", [650, 584], 310, "hold", {
        facing: -1,
        inNear: ([x, y]) =>
          lit(
            [
              [x - 14, y - 26, 1],
              [x - 10, y + 10, 1],
              [x + 12, y + 10, 1],
              [x + 16, y - 26, 1],
            ],
            color.paper,
          ),
      }),
    ),
  );
}

export function villageWell(): string {
  return frame(
    join(
      outdoors(W, H, {
        horizon: 320,
        hill: color.acacia,
        seed: 33,
        earth: "#D9B47A",
        air: ["#D5E6E6", "#EAEEDC", "#FAE6B8"],
      }),
      acacia(660, 370, 1.05),
      bush(120, 370, 70, color.forest),
      fence(20, 780, 400, 74),
      shape(
        [
          [170, 500],
          [300, 450],
          [520, 450],
          [650, 500],
          [560, 560],
          [260, 560],
        ],
        "#C9CFC9",
      ),
      shape(
        [
          [220, 500],
          [320, 466],
          [500, 466],
          [596, 500],
          [520, 540],
          [300, 540],
        ],
        "#DDE2DC",
      ),
      poly(
        [
          [600, 516],
          [800, 560],
          [800, 580],
          [584, 530],
        ],
        "#9AA4A2",
      ),
      poly(
        [
          [604, 520],
          [800, 565],
          [800, 573],
          [598, 526],
        ],
        color.accent,
      ),
      handPump(390, 512, 1.55, 34, false),
      bucket(506, 520, 1.15, color.gold),
      bucket(600, 478, 0.9, color.primary),
      leaves(60, 590, 90, color.forest),
      grass(W, 570, 596, 5),
    ),
  );
}

export function communityMeeting(): string {
  const c = color;
  const cloths = [
    [c.gold, c.laterite, c.terracotta],
    [c.paper, c.deep, "#1B1413"],
    [c.accent, c.deep, c.deep],
    [c.forest, "#5A5448", "#B9B4AC"],
    [c.paper, c.forest, "#1B1413"],
    [c.paper, c.paper, c.sand],
    [c.terracotta, c.terracotta, c.ochre],
    [c.primary, c.primary, c.gold],
  ] as const;
  const ring = Array.from({ length: 14 }, (_, i) => {
    const angle = Math.PI * (0.96 + (i / 13) * 1.08);
    return { x: 400 + Math.cos(angle) * 330, y: 486 + Math.sin(angle) * 72, i };
  });
  const seated = ring
    .sort((a, b) => a.y - b.y)
    .map(({ x, y, i }) =>
      sitter(
        x,
        y,
        84 + (y - 400) * 0.24,
        x < 400 ? 1 : -1,
        cloths[(i * 3) % 8] ?? cloths[0],
        i % 4,
      ),
    );
  return frame(
    join(
      outdoors(W, H, {
        horizon: 300,
        hill: color.acacia,
        seed: 40,
        earth: "#DDB67C",
        air: ["#CFE7EC", "#E9EFDC", "#FBE7B6"],
      }),
      baobab(400, 396, 0.86, { leaf: color.acacia }),
      veil(
        shape(
          [
            [50, 470],
            [240, 400],
            [600, 400],
            [770, 470],
            [620, 580],
            [180, 580],
          ],
          color.ink,
        ),
        0.13,
      ),
      seated.join(""),
      who("kitenge", [440, 522], 220, "point", { facing: -1 }),
      (["elder", "coast", "farmer"] as const)
        .map((name, i) =>
          who(name, [130 + i * 250 + (i === 1 ? 20 : 0), 690], 270, "stand", {
            back: true,
            turn: 0.15,
            bust: true,
          }),
        )
        .join(""),
    ),
  );
}

export function morningLesson(): string {
  const kid = (
    x: number,
    y: number,
    name: "girl" | "boy" | "girlVeiled",
    facing: 1 | -1,
    skin: number,
  ): string =>
    who(name, [x, y], 230, "sitGround", { seated: true, facing, plain: true, dress: { skin } });
  return frame(
    join(
      indoors(W, H, {
        wall: "#F6E3B8",
        dado: mix(color.gold, color.paper, 0.35),
        floor: "#C98E63",
        line: 380,
      }),
      windowOn(
        90,
        60,
        170,
        150,
        rect(90, 160, 170, 60, "#B9C68A") + acacia(180, 190, 0.4),
        "morning-lesson-w",
      ),
      [color.terracotta, color.primary, color.forest, color.gold]
        .map((fill, i) =>
          poly(
            [
              [330 + i * 66, 70],
              [380 + i * 66, 70],
              [355 + i * 66, 116],
            ],
            fill,
          ),
        )
        .join(""),
      line(
        [
          [310, 66, 1],
          [600, 74, 1],
        ],
        "#8A6344",
        3,
      ),
      mat(400, 580, 780, 190, color.primary),
      rect(536, 426, 90, 12, "#8A6344"),
      rect(546, 438, 10, 60, "#6B4A36"),
      rect(606, 438, 10, 60, "#4E3527"),
      who("teacher", [584, 420], 330, "sit", {
        seated: true,
        facing: -1,
        turn: 0.55,
        pose: {
          nod: 8,
          near: { at: [1.1, 0.9] },
          far: { at: [1.3, 0.8] },
          hands: ["grip", "grip"],
        },
      }),
      at(506, 336, 1, openBook(0, 0, 46, color.terracotta)),
      kid(110, 452, "boy", 1, 0),
      kid(250, 440, "girlVeiled", 1, 2),
      kid(180, 524, "girl", 1, 3),
      kid(340, 528, "boy", 1, 1),
      kid(700, 500, "girl", -1, 0),
    ),
  );
}

export function libraryCorner(): string {
  const fills = [
    color.terracotta,
    color.gold,
    color.forest,
    color.paper,
    color.laterite,
    color.ochre,
    color.accent,
  ];
  const shelf = (y: number, seed: number): string => {
    let x = 306;
    let out = "";
    for (let i = 0; x < 690; i++) {
      const w = 16 + ((i * 7 + seed * 5) % 14);
      const h = 62 + ((i * 11 + seed * 3) % 24);
      if ((i + seed) % 9 !== 7)
        out += rect(x, y - h, w, h, fills[(i * 3 + seed) % fills.length] ?? color.gold);
      x += w + 2;
    }
    return out;
  };
  return frame(
    join(
      indoors(W, H, { line: 480, dado: "#E9D2A4" }),
      rect(280, 60, 440, 440, color.primary),
      poly(
        [
          [720, 60],
          [750, 76],
          [750, 490],
          [720, 500],
        ],
        color.primaryDark,
      ),
      [172, 286, 400]
        .map(
          (y, i) =>
            rect(300, y - 94, 400, 98, color.deep) +
            shelf(y, i + 1) +
            rect(292, y, 416, 12, tint(color.primary, 0.25)),
        )
        .join(""),
      rect(300, 420, 400, 70, color.deep),
      [320, 420, 560]
        .map((x, i) =>
          folded(x + 40, 490, 90, [
            fills[i] ?? color.gold,
            fills[i + 2] ?? color.paper,
            fills[i + 4] ?? color.ochre,
          ]),
        )
        .join(""),
      leaves(120, 500, 150, color.forest),
      lit(
        [
          [84, 480, 1],
          [94, 560, 1],
          [150, 560, 1],
          [160, 480, 1],
        ],
        color.terracotta,
      ),
      who("girlVeiled", [390, 586], 400, "reach", {
        facing: 1,
        turn: 0.8,
        pose: { far: { to: [486, 250] }, nod: -8 },
      }),
      who("girl", [620, 590], 390, "hold", {
        facing: -1,
        turn: 0.5,
        pose: { nod: 16 },
        inFar: ([x, y]) => openBook(x - 4, y - 10, 40, color.terracotta),
      }),
    ),
  );
}

export function mangroves(): string {
  const plant = (x: number, y: number, s: number): string => seedling(x, y, 60 * s, color.forest);
  return frame(
    join(
      sky(W, 210, ["#CFE7EC", "#E0F0EC", "#F6F0DA"], 15),
      sea(W, 206, 330, mix(color.primary, color.accent, 0.4), 7),
      ridge(W, 214, [0, 0, 10, 24, 30, 44], "#7FA08A", 218),
      bush(700, 226, 90, color.forest),
      bush(610, 224, 50, "#4C7A58"),
      shape(
        [
          [0, 312, 1],
          [200, 300],
          [480, 330],
          [800, 300, 1],
          [800, 600, 1],
          [0, 600, 1],
        ],
        "#A68A6C",
      ),
      shape(
        [
          [0, 410, 1],
          [300, 390],
          [600, 424],
          [800, 400, 1],
          [800, 600, 1],
          [0, 600, 1],
        ],
        "#927658",
      ),
      [
        [120, 350, 90],
        [420, 372, 120],
        [640, 350, 70],
        [260, 470, 130],
        [600, 500, 160],
        [90, 560, 120],
      ]
        .map(([x, y, w]) =>
          shape(
            [
              [(x as number) - (w as number), y as number],
              [x as number, (y as number) - 8],
              [(x as number) + (w as number), y as number],
              [x as number, (y as number) + 8],
            ],
            "#B9D5D6",
          ),
        )
        .join(""),
      [60, 130, 200, 480, 550, 740].map((x, i) => plant(x, 366 + (i % 2) * 14, 0.7)).join(""),
      who("coast", [330, 400], 200, "plant", { facing: -1, plain: true, shadow: false }),
      who("youth", [620, 420], 220, "plant", {
        facing: 1,
        plain: true,
        shadow: false,
        dress: { bottom: { kind: "trousers", fill: color.ink, length: 0.5 } },
      }),
      who("farmer", [200, 548], 310, "plant", {
        facing: 1,
        dress: { bottom: { kind: "trousers", fill: "#5A5448", length: 0.55 } },
      }),
      plant(336, 548, 1),
      who("green", [560, 580], 330, "stroll", {
        facing: -1,
        dress: { skin: 3, bottom: { kind: "skirt", fill: color.forest, length: 0.6 } },
        inNear: ([x, y], u) =>
          bucket(x, y + u * 1.2, u / 46, color.terracotta) +
          plant(x - 8, y + 10, 0.8) +
          plant(x + 10, y + 10, 0.7),
      }),
      plant(700, 560, 1.1),
      plant(440, 500, 0.9),
    ),
  );
}

export function outreachDay(): string {
  return frame(
    join(
      outdoors(W, H, { horizon: 290, hill: color.forest, seed: 47, earth: "#DDBB84" }),
      palm(60, 400, 300, 30),
      palm(748, 390, 260, -24, "#3C6B4C"),
      poly(
        [
          [180, 130],
          [330, 60],
          [620, 60],
          [740, 130],
        ],
        color.primary,
      ),
      poly(
        [
          [330, 60],
          [430, 60],
          [400, 130],
          [300, 130],
        ],
        tint(color.primary, 0.2),
      ),
      poly(
        [
          [530, 60],
          [620, 60],
          [740, 130],
          [600, 130],
        ],
        shade(color.primary, 0.2),
      ),
      rect(180, 130, 560, 22, color.white),
      [200, 450, 724].map((x) => rect(x, 150, 9, 330, color.metal)).join(""),
      line(
        [
          [560, 152, 1],
          [560, 210, 1],
        ],
        color.ink,
        4,
      ),
      circle(560, 230, 26, color.paper),
      circle(560, 230, 20, color.metal),
      line(
        [
          [560, 230, 1],
          [570, 218, 1],
        ],
        color.terracotta,
        4,
      ),
      poly(
        [
          [536, 266],
          [584, 266],
          [576, 330],
          [544, 330],
        ],
        color.gold,
      ),
      line(
        [
          [560, 254, 1],
          [538, 268, 1],
        ],
        color.ink,
        3,
      ),
      line(
        [
          [560, 254, 1],
          [582, 268, 1],
        ],
        color.ink,
        3,
      ),
      circle(560, 262, 17, "#7B4A30"),
      shape(
        [
          [541, 262],
          [550, 244],
          [570, 244],
          [579, 262],
          [560, 252],
        ],
        "#1B1413",
      ),
      who("nurse", [640, 500], 320, "reach", { facing: -1, pose: { far: { to: [584, 262] } } }),
      bench(120, 540, 330, 80),
      who("kanga", [180, 452], 290, "sit", { seated: true }),
      who("elder", [292, 452], 300, "sit", { seated: true, girth: 1.2 }),
      who("blue", [400, 452], 285, "sit", { seated: true }),
      who("boy", [500, 560], 210, "stand", { facing: 1 }),
      who("girl", [88, 570], 230, "stroll", {}),
    ),
  );
}

export function marketDay(): string {
  return frame(
    join(
      outdoors(W, H, { horizon: 280, hill: color.acacia, seed: 52, earth: "#D6B184" }),
      poly(
        [
          [30, 120],
          [140, 40],
          [660, 40],
          [770, 120],
        ],
        color.metal,
      ),
      Array.from({ length: 12 }, (_, i) =>
        line(
          [
            [144 + i * 46, 44, 1],
            [40 + i * 64, 118, 1],
          ],
          shade(color.metal, 0.16),
          2,
        ),
      ).join(""),
      rect(26, 118, 748, 14, shade(color.metal, 0.4)),
      poly(
        [
          [40, 470],
          [120, 400],
          [690, 400],
          [780, 470],
        ],
        "#CDC9BC",
      ),
      [70, 290, 510, 720]
        .map(
          (x) =>
            rect(x, 130, 13, 310, color.paper) + rect(x + 8, 130, 5, 310, shade(color.paper, 0.3)),
        )
        .join(""),
      who("grandmother", [250, 430], 220, "give", { plain: true }),
      who("kanzu", [590, 430], 230, "hold", { facing: -1, plain: true }),
      at(
        110,
        452,
        0.72,
        stall(0, 0, 1, {
          wide: 330,
          a: color.terracotta,
          b: color.paper,
          goods:
            at(-90, 0, 1, fruit(120, color.terracotta, 3)) +
            at(60, 0, 1, fruit(110, color.acacia, 2, 14)),
        }),
      ),
      at(
        440,
        452,
        0.72,
        stall(0, 0, 1, {
          wide: 330,
          a: color.forest,
          b: color.gold,
          goods:
            folded(-80, 0, 110, [color.primary, color.gold, color.terracotta]) +
            bananas(60, 0, 1.2) +
            bananas(110, 0, 1),
        }),
      ),
      who("kitenge", [360, 560], 290, "stroll", {
        facing: -1,
        onHead: (c, u) => at(c[0], c[1], u / 44, crate(-36, 0, 72, 34, fruit(66, color.gold, 2))),
      }),
      at(
        600,
        584,
        0.9,
        cart(
          0,
          0,
          1,
          crate(-70, 8, 64, 50, fruit(50, color.acacia, 2, 13)) +
            crate(4, 8, 64, 50, fruit(50, color.ochre, 2, 13)),
        ),
      ),
      who("farmer", [768, 588], 300, "walk", { facing: -1, pose: { near: { to: [760, 500] } } }),
    ),
  );
}
