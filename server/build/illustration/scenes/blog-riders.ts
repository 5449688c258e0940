import { picture } from "../document.ts";
import { color, mix, shade, tint } from "../palette.ts";
import { pts } from "../path.ts";
import { house } from "../props/buildings.ts";
import { shadow } from "../props/land.ts";
import { clipboard, cone } from "../props/objects.ts";
import { boda } from "../props/transport.ts";
import { acacia, mango } from "../props/trees.ts";
import { at, circle, join, line, lit, rect, shape, veil } from "../svg.ts";
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
      veil(shape(pts("120,480 300,430 620,430 800,480 640,570 240,570"), color.ink), 0.16),
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
    pts("560,300! 640,300! 700,380 560,470 900,600! 180,600! 330,460 620,372"),
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
    lit(pts("330,330! 326,250 370,226 520,226 566,256 560,330!"), "#7C8A90"),
    lit(pts("380,230! 372,150! 480,140! 492,228!"), "#9AA8AD"),
    [158, 174, 190, 206].map((y) => rect(364, y, 138, 7, "#56646A")).join(""),
    circle(410, 286, 36, "#56646A"),
    circle(410, 286, 24, color.metal),
    circle(510, 290, 24, "#56646A"),
    circle(510, 290, 13, color.gold),
    line(pts("560,270! 620,262 650,290"), "#B9C3C7", 16),
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
