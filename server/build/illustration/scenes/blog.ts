import { picture } from "../document.ts";
import { color, mix, shade, tint } from "../palette.ts";
import { goal, house, school } from "../props/buildings.ts";
import { ridge, shadow, sky, sun } from "../props/land.ts";
import { bench, clipboard, cone, football, openBook } from "../props/objects.ts";
import { boda } from "../props/transport.ts";
import { acacia, bush, leaves, mango, palm } from "../props/trees.ts";
import { bucket, handPump, tapStand, tippyTap } from "../props/water.ts";
import { at, circle, join, line, lit, poly, rect, shape, veil } from "../svg.ts";
import { indoors, outdoors, sitter, who } from "./kit.ts";

const W = 900;
const H = 600;
const frame = (content: string): string => picture(W, H, content);

export function ridersAssociation(): string {
  const parked =
    `<defs><g id="riders-association-boda">${boda(0, 0, 0.62, color.primary, true)}</g></defs>` +
    [110, 260, 640, 790]
      .map((x) => `<use href="#riders-association-boda" x="${x}" y="392"/>`)
      .join("");
  return frame(
    join(
      outdoors(W, H, { horizon: 300, hill: color.acacia, seed: 60, earth: "#D3AA74" }),
      mango(450, 420, 1.3, color.forest, 21),
      parked,
      veil(
        shape(
          [
            [120, 480],
            [300, 430],
            [620, 430],
            [800, 480],
            [640, 570],
            [240, 570],
          ],
          color.ink,
        ),
        0.16,
      ),
      [
        [180, 1, 0],
        [296, 1, 2],
        [604, -1, 1],
        [716, -1, 3],
      ]
        .map(([x, f, k]) =>
          sitter(
            x as number,
            500 - Math.abs((x as number) - 450) * 0.12,
            150,
            f as 1 | -1,
            [color.gold, "#3B4A4F", k === 2 ? color.terracotta : "#1B1413"],
            k as number,
          ),
        )
        .join(""),
      who("rider", [380, 486], 220, "stand", { plain: true }),
      who("bareRider", [530, 486], 226, "akimbo", { facing: -1, plain: true }),
      who("bareRider", [456, 574], 290, "give", { turn: 0.4, dress: { skin: 0 } }),
      who("rider", [96, 588], 290, "hold", {
        dress: { headwear: { kind: "helmet", fill: color.terracotta } },
      }),
    ),
  );
}

export function licence(): string {
  const road = shape(
    [
      [560, 300, 1],
      [640, 300, 1],
      [700, 380],
      [560, 470],
      [900, 600, 1],
      [180, 600, 1],
      [330, 460],
      [620, 372],
    ],
    "#8D8577",
  );
  return frame(
    join(
      outdoors(W, H, { horizon: 290, hill: color.forest, seed: 64, earth: "#D9B886" }),
      house(30, 330, 0.6, { roof: color.primary, wide: 420, windows: 2 }),
      road,
      acacia(810, 330, 0.6),
      [
        [610, 330, 0.42],
        [690, 372, 0.54],
        [520, 420, 0.7],
        [640, 470, 0.85],
        [610, 566, 1.2],
        [780, 590, 1.3],
      ]
        .map(([x, y, s]) => cone(x as number, y as number, s as number))
        .join(""),
      shadow(360, 532, 170, 12, 0.25),
      boda(370, 530, 1.0, color.gold),
      who("rider", [342, 412], 300, "ride", {
        seated: true,
        facing: 1,
        turn: 0.85,
        dress: {
          headwear: { kind: "helmet", fill: color.terracotta },
          top: { fill: color.accent, sleeve: 0.97 },
        },
        pose: {
          near: { to: [414, 372] },
          far: { to: [420, 370] },
          nearLeg: [62, -14],
          farLeg: [60, -6],
        },
      }),
      who("coach", [160, 560], 320, "hold", {
        facing: 1,
        sex: "f",
        dress: { hair: "bun", headwear: { kind: "cap", fill: color.primary }, vest: color.gold },
        inNear: ([x, y]) => clipboard(x + 8, y - 4, 1),
      }),
    ),
  );
}

export function thousandTrainees(): string {
  const engine = join(
    lit(
      [
        [330, 330, 1],
        [326, 250],
        [370, 226],
        [520, 226],
        [566, 256],
        [560, 330, 1],
      ],
      "#7C8A90",
    ),
    lit(
      [
        [380, 230, 1],
        [372, 150, 1],
        [480, 140, 1],
        [492, 228, 1],
      ],
      "#9AA8AD",
    ),
    [158, 174, 190, 206].map((y) => rect(364, y, 138, 7, "#56646A")).join(""),
    circle(410, 286, 36, "#56646A"),
    circle(410, 286, 24, color.metal),
    circle(510, 290, 24, "#56646A"),
    circle(510, 290, 13, color.gold),
    line(
      [
        [560, 270, 1],
        [620, 262],
        [650, 290],
      ],
      "#B9C3C7",
      16,
    ),
  );
  return frame(
    join(
      indoors(W, H, {
        wall: "#DCCBA4",
        dado: mix(color.primary, "#DCCBA4", 0.3),
        floor: "#9B8468",
        line: 470,
      }),
      rect(90, 60, 720, 96, "#B08A5A"),
      Array.from(
        { length: 14 },
        (_, i) =>
          rect(116 + i * 50, 84, 9, i % 3 ? 50 : 62, color.metal, 3) +
          (i % 2
            ? circle(120 + i * 50, 84, 10, shade(color.metal, 0.2))
            : rect(108 + i * 50, 78, 25, 13, shade(color.metal, 0.3), 2)),
      ).join(""),
      who("youth", [250, 540], 320, "stand", { plain: true }),
      who("man", [350, 530], 330, "stand", { turn: 0.3, plain: true, pose: { nod: 10 } }),
      who("girlVeiled", [560, 530], 310, "stand", {
        facing: -1,
        age: "youth",
        turn: 0.3,
        plain: true,
        pose: { nod: 10 },
        dress: {
          headwear: { kind: "hijab", fill: color.terracotta },
          top: { fill: color.terracotta, sleeve: 0.97 },
        },
      }),
      who("youth", [660, 540], 326, "stand", {
        facing: -1,
        plain: true,
        dress: { top: { fill: color.forest, sleeve: 0.44 }, skin: 3 },
      }),
      at(0, 76, 1, engine),
      rect(220, 404, 470, 26, tint("#8A6344", 0.25)),
      rect(220, 430, 470, 20, "#8A6344"),
      rect(250, 450, 20, 150, "#6B4A36"),
      rect(640, 450, 20, 150, "#4E3527"),
      who("bareRider", [140, 600], 440, "reach", {
        pose: { lean: 8, chest: 18, nod: 10, far: { to: [352, 348] } },
      }),
      who("green", [780, 604], 430, "reach", {
        facing: -1,
        dress: {
          top: { fill: color.gold, sleeve: 0.44 },
          bottom: { kind: "trousers", fill: color.ink },
          shoes: color.ink,
        },
        pose: { lean: 8, chest: 18, nod: 10, far: { to: [590, 350] } },
      }),
    ),
  );
}

export function tapBeginning(): string {
  return frame(
    join(
      outdoors(W, H, { horizon: 320, hill: color.forest, seed: 70, earth: "#DFBB85" }),
      shape(
        [
          [180, 520, 1],
          [420, 470],
          [700, 452, 1],
          [790, 470, 1],
          [560, 520],
          [330, 600, 1],
          [100, 600, 1],
        ],
        "#EDD6A8",
      ),
      house(520, 456, 1.12, {
        wall: "#F2D9A8",
        roof: color.terracotta,
        door: color.primary,
        wide: 300,
      }),
      rect(616, 440, 90, 18, "#CDBFA0"),
      lit(
        [
          [716, 456, 1],
          [714, 414],
          [734, 402],
          [756, 414],
          [756, 456, 1],
        ],
        color.primary,
      ),
      rect(722, 430, 28, 14, shade(color.primary, 0.3), 3),
      palm(860, 470, 330, -30, color.forest),
      tapStand(140, 520, 0.95),
      bucket(188, 508, 0.8, color.primary),
      bush(40, 470, 60, color.acacia),
      leaves(420, 420, 70, color.acacia),
      who("girl", [400, 572], 330, "headFree", {
        pose: { far: [138, 196], hands: ["rest", "open"] },
        onHead: (c, u) => bucket(c[0], c[1] + u * 0.12, u / 44, color.gold, true),
        dress: {
          top: { fill: color.terracotta, sleeve: 0.44 },
          bottom: { kind: "skirt", fill: color.deep, length: 0.6, flare: 1.25 },
          socks: "#7B4A30",
          shoes: "#3A2A20",
        },
      }),
    ),
  );
}

export function pumpMenders(): string {
  const spanner = (x: number, y: number, angle: number): string =>
    `<g transform="translate(${Math.round(x)} ${Math.round(y)}) rotate(${angle})">${rect(-46, -5, 92, 10, color.metal, 4)}${circle(-48, 0, 13, color.metal)}${circle(-54, 0, 6, color.primary)}</g>`;
  return frame(
    join(
      outdoors(W, H, { horizon: 270, hill: color.acacia, seed: 75, earth: "#D8B27A" }),
      acacia(740, 320, 0.8),
      house(60, 320, 0.5, { roof: color.laterite }),
      handPump(430, 520, 1.5, -8, false),
      rect(390, 194, 86, 16, color.metal, 3),
      circle(404, 202, 5, color.ink),
      circle(432, 202, 5, color.ink),
      circle(460, 202, 5, color.ink),
      who("kanga", [230, 540], 380, "reach", {
        pose: {
          lean: 8,
          chest: 14,
          nod: 6,
          far: { to: [384, 290] },
          near: { to: [350, 320] },
          hands: ["grip", "grip"],
        },
        inFar: ([x, y]) => spanner(x + 26, y - 4, 196),
      }),
      who("blue", [640, 540], 370, "squat", {
        facing: -1,
        pose: { far: { to: [490, 470] }, near: { to: [500, 480] }, nod: 6 },
        inFar: ([x, y]) => spanner(x - 26, y, 10),
      }),
      poly(
        [
          [70, 590],
          [110, 552],
          [300, 552],
          [320, 590],
        ],
        color.terracotta,
      ),
      [
        [130, 572],
        [170, 566],
        [210, 574],
        [250, 566],
      ]
        .map(
          ([x, y]) =>
            circle(x as number, y as number, 13, color.ink) +
            circle(x as number, y as number, 6, color.terracotta),
        )
        .join(""),
      openBook(780, 572, 54, color.primary),
    ),
  );
}

export function schoolGate(): string {
  return frame(
    join(
      outdoors(W, H, { horizon: 280, hill: color.forest, seed: 81, earth: "#E0BE8A" }),
      at(420, 330, 0.56, school(0, 0, 1, { wide: 760, roof: color.primary })),
      mango(120, 350, 0.8, color.forest, 14),
      rect(0, 286, 250, 90, "#F0DDB4"),
      rect(0, 286, 250, 12, color.terracotta),
      rect(650, 286, 250, 90, "#F0DDB4"),
      rect(650, 286, 250, 12, color.terracotta),
      rect(236, 190, 26, 200, color.primaryDark),
      rect(640, 190, 26, 200, color.primaryDark),
      poly(
        [
          [226, 150],
          [676, 150],
          [676, 200],
          [226, 200],
        ],
        color.primary,
      ),
      [280, 330, 380, 430, 480, 530, 580]
        .map((x, i) => rect(x, 166, i % 3 ? 34 : 26, 16, color.paper))
        .join(""),
      tippyTap(150, 520, 1.05, color.gold),
      tippyTap(450, 520, 1.05, color.primary),
      tippyTap(740, 520, 1.05, color.terracotta),
      who("girl", [244, 560], 250, "give", {
        facing: -1,
        pose: { nod: 12, near: { to: [190, 440] }, far: { to: [184, 436] } },
      }),
      who("boy", [548, 566], 246, "give", {
        facing: -1,
        pose: { nod: 12, near: { to: [488, 444] }, far: { to: [486, 440] } },
      }),
      who("girlVeiled", [836, 566], 250, "give", {
        facing: -1,
        pose: { nod: 12, near: { to: [782, 440] }, far: { to: [778, 438] } },
      }),
      who("boy", [340, 586], 262, "stand", {
        facing: -1,
        plain: true,
        dress: { skin: 2, bag: color.forest },
      }),
      who("girlVeiled", [642, 588], 264, "stand", {
        facing: -1,
        plain: true,
        dress: { skin: 3, bag: color.terracotta },
      }),
    ),
  );
}

export function openDoors(): string {
  return frame(
    join(
      rect(0, 0, W, H, "#E8C48E"),
      poly(
        [
          [0, 0],
          [300, 0],
          [0, 420],
        ],
        "#F1D3A2",
      ),
      rect(0, 520, W, 80, "#A8663F"),
      rect(0, 500, W, 22, shade("#E8C48E", 0.3)),
      `<clipPath id="open-doors-c"><path d="M310 70h330v450h-330z"/></clipPath><g clip-path="url(#open-doors-c)">${join(
        sky(W, 300, ["#BFE3EC", "#DDEFEA", "#FBEFCF"], 3),
        sun(420, 150, 34),
        ridge(W, 300, [40, 60, 30, 70, 50, 60], color.acacia, 320),
        rect(0, 306, W, 220, "#C77B4F"),
        acacia(600, 318, 0.5),
        goal(400, 352, 130, 66),
        line(
          [
            [310, 420, 1],
            [470, 404],
            [640, 424, 1],
          ],
          "#F3E1C4",
          5,
        ),
        who("playerGold", [560, 420], 110, "run", { plain: true, facing: -1 }),
        who("playerBlue", [360, 400], 90, "run", { plain: true }),
      )}</g>`,
      line(
        [
          [304, 522, 1],
          [304, 66, 1],
          [646, 66, 1],
          [646, 522, 1],
        ],
        color.primaryDark,
        18,
      ),
      poly(
        [
          [646, 70],
          [800, 130],
          [800, 580],
          [646, 520],
        ],
        color.primary,
      ),
      poly(
        [
          [670, 110],
          [776, 150],
          [776, 320],
          [670, 300],
        ],
        shade(color.primary, 0.2),
      ),
      poly(
        [
          [670, 330],
          [776, 352],
          [776, 530],
          [670, 494],
        ],
        shade(color.primary, 0.2),
      ),
      circle(780, 350, 9, color.gold),
      poly(
        [
          [310, 520],
          [640, 520],
          [560, 600],
          [140, 600],
        ],
        "#F3C98C",
      ),
      shadow(470, 566, 90, 11, 0.3),
      football(440, 510, 54),
      line(
        [
          [560, 430, 1],
          [590, 424, 1],
        ],
        color.paper,
        5,
      ),
      line(
        [
          [530, 470, 1],
          [580, 462, 1],
        ],
        color.paper,
        5,
      ),
    ),
  );
}

export function coachListens(): string {
  return frame(
    join(
      outdoors(W, H, { horizon: 230, earth: "#C77B4F", hill: color.forest, seed: 88, tall: 50 }),
      acacia(780, 250, 0.5),
      goal(90, 300, 140, 66),
      who("playerGold", [300, 330], 110, "run", { plain: true }),
      who("playerBlue", [400, 340], 116, "run", { plain: true, facing: -1 }),
      who("playerBlue", [180, 336], 110, "kick", { plain: true }),
      football(224, 334, 7),
      who("playerGold", [520, 326], 108, "stand", { plain: true }),
      line(
        [
          [0, 420, 1],
          [450, 400],
          [900, 424, 1],
        ],
        "#F3E1C4",
        7,
      ),
      who("coach", [310, 566], 470, "kneel", {
        facing: 1,
        pose: { far: { to: [470, 400] }, near: { at: [1.2, 1.6] }, nod: -4 },
      }),
      who("girl", [560, 572], 350, "stand", {
        facing: -1,
        dress: {
          top: { fill: color.gold, sleeve: 0.44 },
          bottom: { kind: "trousers", fill: color.deep, length: 0.42 },
          socks: color.gold,
          shoes: color.ink,
        },
        pose: { nod: 4 },
      }),
      football(680, 552, 30),
      shadow(690, 580, 40, 6),
      cone(820, 576, 0.9),
    ),
  );
}

export function girlsPitch(): string {
  const looks = [
    { hair: "tail", skin: 1 },
    { hair: "puffs", skin: 3 },
    { hair: "bun", skin: 0 },
    { skin: 2, headwear: { kind: "hijab", fill: color.primaryDark } },
    { hair: "crop", skin: 1 },
  ] as const;
  const players = looks.map(
    (dress, i) =>
      `<g id="girls-pitch-${i}">${who("playerBlue", [0, 560], 344 + ((i * 13) % 22), "stand", { sex: "f", age: "youth", turn: 0.1, pose: { near: [-22, 22], far: [22, -22], hands: ["grip", "grip"] }, dress })}</g>`,
  );
  const row = [0, 1, 2, 3, 4, 1, 2].map(
    (who0, i) => `<use href="#girls-pitch-${who0}" x="${150 + i * 100}" y="${i > 4 ? 6 : 0}"/>`,
  );
  return frame(
    join(
      outdoors(W, H, { horizon: 220, earth: "#C77B4F", hill: color.acacia, seed: 90, tall: 40 }),
      poly(
        [
          [60, 150],
          [100, 110],
          [800, 110],
          [840, 150],
        ],
        color.gold,
      ),
      rect(70, 150, 8, 130, color.metal),
      rect(822, 150, 8, 130, color.metal),
      bench(90, 290, 340, 40),
      bench(480, 290, 330, 40),
      Array.from({ length: 5 }, (_, i) =>
        sitter(
          150 + i * 140 + (i > 3 ? 20 : 0),
          246,
          74,
          i % 2 ? 1 : -1,
          [
            [color.terracotta, color.laterite, color.gold],
            [color.accent, color.deep, color.deep],
            [color.paper, color.forest, "#1B1413"],
          ][i % 3] as unknown as [string, string, string],
          i % 4,
        ),
      ).join(""),
      line(
        [
          [0, 450, 1],
          [900, 450, 1],
        ],
        "#F3E1C4",
        6,
      ),
      `<defs>${players.join("")}</defs>`,
      row.join(""),
    ),
  );
}
