import { picture } from "../document.ts";
import { color, mix, shade } from "../palette.ts";
import { birds, ground, hills, ridge, sea, sky } from "../props/land.ts";
import { boda } from "../props/transport.ts";
import { acacia, baobab, bush, leaves } from "../props/trees.ts";
import { basket } from "../props/water.ts";
import { circle, join, line, poly, rect, shape, veil } from "../svg.ts";
import { who } from "./kit.ts";

/** A rider at a fork of the road, before a signpost without names. */
export function notFound(): string {
  return picture(
    800,
    500,
    join(
      sky(800, 300, ["#F8E3B6", "#FAEBCB", "#FDF4E2"], 3),
      hills(800, 300, 60, color.acacia, 7, "#F6EBCF"),
      ground(800, 296, 500, "#DDB67C", 8),
      shape(
        [
          [360, 500, 1],
          [400, 400],
          [440, 360],
          [620, 318],
          [800, 304, 1],
          [800, 326, 1],
          [640, 344],
          [520, 390],
          [560, 500, 1],
        ],
        "#B58A5C",
      ),
      shape(
        [
          [360, 500, 1],
          [390, 400],
          [330, 350],
          [180, 320],
          [60, 300, 1],
          [100, 300, 1],
          [240, 312],
          [400, 340],
          [470, 372],
          [560, 500, 1],
        ],
        "#B58A5C",
      ),
      acacia(660, 330, 0.5),
      baobab(120, 330, 0.44, { leaf: color.acacia }),
      rect(446, 150, 14, 232, "#6B4A36"),
      poly(
        [
          [456, 168],
          [590, 168],
          [616, 192],
          [590, 216],
          [456, 216],
        ],
        color.primary,
      ),
      poly(
        [
          [450, 232],
          [330, 232],
          [304, 256],
          [330, 280],
          [450, 280],
        ],
        color.terracotta,
      ),
      circle(500, 192, 6, color.paper),
      circle(526, 192, 6, color.paper),
      circle(552, 192, 6, color.paper),
      circle(352, 256, 6, color.paper),
      circle(378, 256, 6, color.paper),
      circle(404, 256, 6, color.paper),
      boda(240, 462, 0.72, color.gold),
      who("rider", [348, 470], 230, "akimbo", { facing: 1, pose: { nod: -12 } }),
      leaves(720, 490, 80, color.forest),
      bush(60, 490, 50, color.acacia),
    ),
  );
}

/** Calm, no wind: a dhow waits with its sail down. */
export function offline(): string {
  return picture(
    800,
    500,
    join(
      sky(800, 280, ["#0E3B52", "#16506B", "#2C6E88"], 5),
      circle(610, 110, 44, "#F7EBCB"),
      circle(630, 98, 40, "#0E3B52"),
      [
        [90, 60],
        [180, 120],
        [290, 50],
        [400, 110],
        [500, 60],
        [720, 160],
        [740, 50],
        [60, 170],
      ]
        .map(([x, y]) => circle(x ?? 0, y ?? 0, 2.6, "#F7EBCB"))
        .join(""),
      ridge(800, 284, [20, 44, 30, 10, 0, 0], "#0B2A3A", 290),
      sea(800, 280, 500, "#0F5C7C", 9),
      veil(
        Array.from({ length: 7 }, (_, i) =>
          shape(
            [
              [590 - i * 6, 300 + i * 26, 1],
              [620, 297 + i * 26],
              [652 + i * 6, 300 + i * 26, 1],
              [620, 303 + i * 26],
            ],
            "#F7EBCB",
          ),
        ).join(""),
        0.5,
      ),
      rect(356, 170, 9, 210, "#4E3527"),
      line(
        [
          [250, 330, 1],
          [365, 214],
          [470, 120, 1],
        ],
        "#4E3527",
        8,
      ),
      shape(
        [
          [262, 326],
          [330, 262],
          [400, 192],
          [452, 148],
          [444, 176],
          [400, 226],
          [340, 286],
          [290, 330],
        ],
        color.sand,
      ),
      shape(
        [
          [232, 380, 1],
          [260, 396],
          [360, 400],
          [470, 392],
          [540, 366, 1],
          [506, 416],
          [470, 436, 1],
          [290, 436, 1],
          [250, 410],
        ],
        "#6B3A28",
      ),
      line(
        [
          [234, 382, 1],
          [260, 398],
          [360, 402],
          [470, 394],
          [536, 370, 1],
        ],
        color.gold,
        5,
      ),
      line(
        [
          [520, 380, 1],
          [600, 440],
          [640, 500, 1],
        ],
        "#C9A97A",
        3,
      ),
      circle(360, 170, 10, color.gold),
    ),
  );
}

/** An empty basket under a tree: nothing gathered, all well. */
export function noResults(): string {
  return picture(
    800,
    500,
    join(
      rect(0, 0, 800, 500, "#FBF0D8"),
      circle(400, 240, 200, "#F7E2B4"),
      shape(
        [
          [80, 420],
          [240, 396],
          [560, 396],
          [720, 420],
          [560, 452],
          [240, 452],
        ],
        mix(color.ochre, color.paper, 0.5),
      ),
      veil(
        shape(
          [
            [260, 424],
            [400, 410],
            [560, 424],
            [400, 440],
          ],
          color.ink,
        ),
        0.18,
      ),
      `<g transform="translate(400 420) scale(3.2)">${basket(0, 0, 1, color.ochre)}<ellipse cx="0" cy="-51" rx="44" ry="7" fill="${shade(color.ochre, 0.5)}"/></g>`,
      leaves(170, 420, 90, color.acacia),
      leaves(650, 424, 70, color.forest),
      birds([[520, 120], [566, 96], [478, 90]], color.primaryDark, 16),
    ),
  );
}
