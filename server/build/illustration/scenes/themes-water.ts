import { prints } from "../kitenge.ts";
import { color, mix, shade, tint } from "../palette.ts";
import { pts } from "../path.ts";
import { house } from "../props/buildings.ts";
import { crate } from "../props/furniture.ts";
import { cupped } from "../props/hands.ts";
import { cloud, hills, ridge, sea, sky, sun } from "../props/land.ts";
import { leaves, seedling } from "../props/plants.ts";
import { palm } from "../props/trees.ts";
import { drop } from "../props/water.ts";
import { circle, join, line, lit, poly, rect, shape, veil } from "../svg.ts";
import { who } from "./kit.ts";
import { framed } from "./themes.ts";

const W = 800;

export function washTheme(): string {
  return framed(
    prints.wash,
    join(
      rect(70, 70, 660, 460, "#DDF1F4"),
      veil(poly(pts("70,70 360,70 620,530 200,530"), color.white), 0.5),
      rect(360, 60, 46, 90, color.metal),
      rect(390, 60, 16, 90, shade(color.metal)),
      lit(pts("300,140! 420,136 470,160 476,214! 430,214! 420,190 300,190!"), color.metal),
      rect(342, 96, 82, 16, color.terracotta, 8),
      shape(pts("436,214! 434,300 424,352! 484,352! 472,300 470,214!"), color.accent),
      shape(pts("446,214! 444,330! 452,330! 453,214!"), "#C9F0F9"),
      shape(
        pts("380,470! 430,410 486,404 520,470! 500,530! 400,530!"),
        mix(color.accent, color.paper, 0.3),
      ),
      cupped([330, 396], { scale: 1.1, degrees: 8, skin: 1, sleeve: color.gold }),
      cupped([590, 412], { scale: 1.1, degrees: -8, mirror: true, skin: 1, sleeve: color.gold }),
      shape(pts("350,372 440,352 530,368 470,388 400,388"), tint(color.accent, 0.3)),
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
      poly(pts("400,70 730,70 730,370 330,370"), "#A9C4CC"),
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
      shape(pts("70,356! 300,348 500,362 730,352! 730,384! 70,384!"), color.acacia),
      rect(70, 450, 660, 90, "#6E4229"),
      line(pts("400,360 396,420 410,470 400,526"), "#E8C48E", 9),
      line(pts("400,380 350,410 300,430 270,470"), "#E8C48E", 6),
      line(pts("402,390 450,420 510,430 540,470"), "#E8C48E", 6),
      line(pts("400,430 360,460 340,500"), "#E8C48E", 5),
      line(pts("406,440 450,470 470,510"), "#E8C48E", 5),
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
      line(pts("526,420! 556,330!"), "#8A6344", 6),
      line(pts("500,420! 532,330!"), "#8A6344", 6),
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
          pts("70,446! 200,438 400,450 560,440 730,452! 730,540! 70,540!"),
          mix(color.primary, "#8C5A38", 0.34),
        ),
        0.88,
      ),
      veil(
        shape(pts("120,470! 220,465 300,471! 220,474"), color.white) +
          shape(pts("420,490! 520,485 600,491! 520,494"), color.white),
        0.4,
      ),
    ),
  );
}
