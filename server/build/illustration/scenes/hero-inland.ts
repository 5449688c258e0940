import { motion, moving, picture } from "../document.ts";
import { wear } from "../dress.ts";
import { person } from "../figure/person.ts";
import { poses } from "../figure/poses.ts";
import { color, mix, shade } from "../palette.ts";
import { blackboard, house, stall } from "../props/buildings.ts";
import { cloud, ground, hills, ridge, sky, stones, sun, tufts } from "../props/land.ts";
import { bananas, bench, folded, openBook, table } from "../props/objects.ts";
import { acacia, baobab, leaves } from "../props/trees.ts";
import { bucket, fruit, solar, tapStand } from "../props/water.ts";
import { at, join, poly, rect, shape, veil } from "../svg.ts";

const W = 1600;
const H = 900;

/** An open-sided classroom: light falls in from the left, over the desks to the board. */
export function classroom(): string {
  const wall = "#F3DFB8";
  const post = "#7A5843";
  const outside = join(
    sky(W, 560, ["#D5EAEC", "#E2F0EC", "#F2F1E0"], 4),
    sun(230, 214, 46, "#F6C84A"),
    moving("cr-drift", cloud(470, 220, 120, "#F6F7EE")),
    hills(W, 560, 120, color.acacia, 11, "#DCEBE2"),
    rect(0, 556, W, 200, "#D9C48E"),
    shape(
      [
        [0, 600, 1],
        [300, 576],
        [640, 612],
        [800, 590, 1],
        [800, 700, 1],
        [0, 700, 1],
      ],
      "#CDB478",
    ),
    acacia(330, 606, 0.86, color.acacia),
    tufts(20, 640, 596, 640, 9, color.acacia, 5),
  );
  const room = join(
    poly(
      [
        [720, 96],
        [1600, 20],
        [1600, 690],
        [720, 668],
      ],
      wall,
    ),
    poly(
      [
        [720, 96],
        [790, 90],
        [790, 670],
        [720, 668],
      ],
      shade(wall, 0.12),
    ),
    poly(
      [
        [720, 560],
        [1600, 566],
        [1600, 692],
        [720, 668],
      ],
      mix(color.primary, wall, 0.25),
    ),
    poly(
      [
        [0, 690],
        [720, 664],
        [1600, 690],
        [1600, 900],
        [0, 900],
      ],
      "#D39B6C",
    ),
    veil(
      poly(
        [
          [0, 690],
          [560, 668],
          [1180, 900],
          [0, 900],
        ],
        "#FFE9BE",
      ),
      0.5,
    ),
    veil(
      poly(
        [
          [790, 90],
          [1010, 70],
          [1330, 566],
          [1130, 566],
          [790, 240],
        ],
        "#FFF3D2",
      ),
      0.45,
    ),
    poly(
      [
        [0, 0],
        [1600, 0],
        [1600, 56],
        [700, 110],
        [0, 74],
      ],
      "#8C5A3C",
    ),
    poly(
      [
        [0, 74],
        [700, 110],
        [1600, 56],
        [1600, 74],
        [700, 130],
        [0, 92],
      ],
      "#5E3B2A",
    ),
    rect(26, 84, 26, 620, post),
    rect(44, 84, 10, 620, shade(post)),
    rect(704, 110, 30, 566, post),
    rect(722, 110, 12, 566, shade(post)),
  );
  const board = blackboard(
    900,
    180,
    480,
    250,
    "M970 262v-44l-14 12M1000 250h36M1018 232v36M1062 226c30-14 42 12 20 28l-22 20h40M1126 242h36M1126 262h36M1192 222h36l-20 20c30 0 24 38-14 32M960 340h170M960 372h120M1200 330l34 60h-68z",
  );
  const seat = (x: number, y: number): string => `<use href="#classroom-seat" x="${x}" y="${y}"/>`;
  const desk = (x: number, y: number): string => `<use href="#classroom-desk" x="${x}" y="${y}"/>`;
  const things = `<defs><g id="classroom-seat">${bench(-56, 0, 120, 84)}</g><g id="classroom-desk">${table(62, 0, 160, 128)}${openBook(146, -134, 36, color.primary)}</g></defs>`;
  const pupil = (
    x: number,
    y: number,
    dress: (typeof wear)[keyof typeof wear],
    up: boolean,
    sex: "f" | "m",
  ): string =>
    person({
      at: [x, y - 104],
      height: 270,
      seated: true,
      facing: 1,
      turn: 0.6,
      sex,
      age: "child",
      pose: up
        ? { ...poses.sit, far: [146, 176], near: { at: [0.9, 1.5] }, hands: ["rest", "open"] }
        : { ...poses.sit, near: { at: [1.2, 1.3] }, far: { at: [1.35, 1.2] } },
      dress,
    });
  return picture(
    W,
    H,
    join(
      things,
      outside,
      room,
      board,
      person({
        at: [1440, 722],
        height: 372,
        facing: -1,
        turn: 0.5,
        sex: "f",
        pose: {
          ...poses.stand,
          near: [-14, 30],
          far: { at: [1.9, -0.1] },
          hands: ["rest", "open"],
        },
        dress: wear.teacher,
      }),
      seat(900, 790),
      pupil(900, 790, wear.girlVeiled, true, "f"),
      desk(900, 790),
      seat(1180, 794),
      pupil(1180, 794, wear.boy, true, "m"),
      desk(1180, 794),
      seat(740, 884),
      pupil(740, 884, { ...wear.boy, skin: 2 }, true, "m"),
      desk(740, 884),
      seat(1050, 890),
      pupil(1050, 890, wear.girl, true, "f"),
      desk(1050, 890),
    ),
    motion({ "cr-drift": { by: "translateX(40px)", seconds: 40 } }),
  );
}

export function village(): string {
  const earth = "#E3C48E";
  return picture(
    W,
    H,
    join(
      sky(W, 560, ["#CFE7EC", "#DDEEEC", "#ECF2E4", "#F8EFD6"], 6),
      sun(300, 180, 46, "#F6C84A"),
      moving("vi-drift", cloud(560, 170, 150, "#F4F8F3") + cloud(1330, 130, 190, "#F4F8F3")),
      hills(W, 566, 150, color.forest, 21, "#D6E8E6"),
      ridge(W, 580, [20, 34, 26, 10, 22, 40], "#9DAF6B", 600),
      ground(W, 574, H, earth),
      shape(
        [
          [0, 640, 1],
          [260, 620],
          [600, 660],
          [900, 640],
          [1600, 700, 1],
          [1600, 900, 1],
          [0, 900, 1],
        ],
        "#DAB67B",
      ),
      shape(
        [
          [0, 800, 1],
          [400, 770],
          [900, 820],
          [1600, 780, 1],
          [1600, 900, 1],
          [0, 900, 1],
        ],
        "#CFA468",
      ),
      acacia(300, 606, 0.4, "#7F9A55"),
      house(720, 624, 0.66, {
        wall: "#F0DDB4",
        roof: color.metal,
        door: color.primaryDark,
        wide: 330,
      }),
      solar(752, 498, 66, 34, 3, 0.4),
      solar(836, 498, 66, 34, 3, 0.4),
      stall(1390, 690, 0.62, {
        a: color.primary,
        wide: 330,
        goods:
          at(-100, 0, 1, fruit(70, color.terracotta, 3)) +
          folded(10, 0, 80, [color.primary, color.gold, color.laterite]) +
          bananas(100, 0, 1.1),
      }),
      person({
        at: [1560, 700],
        height: 196,
        facing: -1,
        turn: 0.5,
        sex: "f",
        pose: poses.give,
        dress: { ...wear.blue, bottom: { kind: "skirt", fill: color.deep } },
      }),
      moving("vi-sway", baobab(1210, 690, 1.12, { leaf: color.acacia })),
      plots(),
      person({
        at: [1120, 738],
        height: 262,
        facing: 1,
        turn: 0.6,
        sex: "m",
        pose: poses.hold,
        dress: wear.elder,
      }),
      tapStand(1224, 800, 0.92),
      bucket(1272, 790, 0.9, color.gold, true),
      bucket(1442, 816, 0.9, color.gold),
      person({
        at: [1352, 808],
        height: 300,
        facing: -1,
        turn: 0.6,
        sex: "f",
        pose: { ...poses.reach, lean: 14, chest: 20, far: { at: [1.6, 1.2] }, near: [-4, 30] },
        dress: wear.kanga,
      }),
      person({
        at: [968, 838],
        height: 318,
        facing: 1,
        turn: 0.6,
        sex: "f",
        pose: poses.walk,
        dress: {
          ...wear.kitenge,
          baby: { fill: color.terracotta, textile: "rings", ink: color.paper },
        },
      }),
      stones(60, 900, 690, 880, 16, "#b98f55"),
    ),
    motion({
      "vi-drift": { by: "translateX(44px)", seconds: 44 },
      "vi-sway": { by: "rotate(.35deg)", seconds: 7, origin: "1210px 690px" },
    }),
  );
}

/** Vegetable rows in front; one plant, drawn once. */
function plots(): string {
  const plant = `<g id="village-plant">${leaves(0, 0, 42, color.acacia, [-44, -6, 36])}</g>`;
  const row = (y: number, x0: number, count: number): string =>
    join(
      shape(
        [
          [x0 - 30, y - 8, 1],
          [x0 + count * 52, y - 12, 1],
          [x0 + count * 52 + 16, y + 10, 1],
          [x0 - 50, y + 12, 1],
        ],
        "#A9743F",
      ),
      Array.from(
        { length: count },
        (_, i) => `<use href="#village-plant" x="${x0 + i * 52}" y="${y}"/>`,
      ).join(""),
    );
  return `<defs>${plant}</defs>${row(708, 590, 6)}${row(758, 620, 6)}`;
}
