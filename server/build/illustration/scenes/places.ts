import { picture } from "../document.ts";
import { color, mix, shade, tint } from "../palette.ts";
import { house, school } from "../props/buildings.ts";
import { cupped } from "../props/hands.ts";
import { birds, cloud, ground, hills, ridge, sea, sky, sun } from "../props/land.ts";
import { bench, cow } from "../props/objects.ts";
import { canoe, dhow, pier } from "../props/transport.ts";
import { baobab, bush, leaves, mango, palm, seedling } from "../props/trees.ts";
import { windPump } from "../props/water.ts";
import { at, circle, ellipse, join, line, lit, poly, rect, shape, veil } from "../svg.ts";
import { grass, outdoors, sitter, who } from "./kit.ts";

export function coastal(): string {
  const block = (x: number, y: number, w: number, h: number, door: number): string =>
    join(
      rect(x, y - h, w, h, "#F7F1E2"),
      rect(x + w, y - h, w * 0.24, h, shade("#F7F1E2", 0.3)),
      [0, 1, 2, 3, 4]
        .map((i) => rect(x + (i * w) / 5 + 4, y - h - 12, w / 9, 14, "#F7F1E2"))
        .join(""),
      shape(
        [
          [x + door, y, 1],
          [x + door, y - 62],
          [x + door + 20, y - 78],
          [x + door + 40, y - 62],
          [x + door + 40, y, 1],
        ],
        "#6B4A36",
      ),
      [0.62, 0.8].map((u) => rect(x + w * u, y - h * 0.7, 18, 34, color.primaryDark)).join(""),
    );
  return picture(
    800,
    600,
    join(
      sky(800, 300, ["#BFE3EC", "#D5EDEE", "#F7F1DC"], 3),
      cloud(180, 110, 110, "#F8FAF4"),
      sea(800, 296, 470, mix(color.accent, color.primary, 0.4), 3),
      ridge(800, 300, [30, 24, 10, 0, 0, 0], "#7FA58F", 304),
      dhow(300, 376, 0.9),
      dhow(120, 322, 0.34, { crew: false, hull: "#8A6A5A" }),
      shape(
        [
          [420, 470, 1],
          [560, 400],
          [800, 380, 1],
          [800, 600, 1],
          [0, 600, 1],
          [0, 500, 1],
          [200, 476],
        ],
        "#EBD6AA",
      ),
      block(560, 452, 190, 150, 30),
      block(460, 470, 120, 100, 20),
      palm(420, 520, 380, -70, color.forest),
      palm(730, 540, 420, -50, "#3C6B4C"),
      [60, 130, 210]
        .map((x, i) =>
          join(
            ...[-30, -12, 10, 30].map((d) =>
              line(
                [
                  [x, 470, 1],
                  [x + d, 510 + (i % 2) * 8],
                ],
                "#5E4330",
                5,
              ),
            ),
            bush(x, 474, 54, i % 2 ? color.forest : color.acacia),
          ),
        )
        .join(""),
      canoe(250, 540, 0.8, color.terracotta, color.paper),
    ),
  );
}

export function eastern(): string {
  const terrace = (y: number, shift: number, fill: string, edge: string): string =>
    shape(
      [
        [330 + shift, 600, 1],
        [360 + shift, y + 30],
        [520 + shift * 0.5, y],
        [800, y + 26, 1],
        [800, 600, 1],
      ],
      edge,
    ) +
    shape(
      [
        [336 + shift, 600, 1],
        [368 + shift, y + 42],
        [524 + shift * 0.5, y + 12],
        [800, y + 38, 1],
        [800, 600, 1],
      ],
      fill,
    );
  return picture(
    800,
    600,
    join(
      sky(800, 320, ["#CFE7EC", "#DDF0E8", "#F6F0D2"], 8),
      sun(150, 110, 36, "#F6C84A"),
      ridge(800, 300, [70, 130, 90, 150, 190, 120], "#A9C6B4", 420),
      ridge(800, 330, [120, 60, 30, 70, 130, 160], "#83AC84", 420),
      rect(0, 330, 800, 270, "#C9CF8A"),
      shape(
        [
          [0, 470, 1],
          [160, 440],
          [260, 400],
          [300, 360],
          [330, 340, 1],
          [356, 340, 1],
          [340, 372],
          [330, 420],
          [240, 480],
          [120, 520],
          [0, 560, 1],
        ],
        color.accent,
      ),
      veil(
        shape(
          [
            [20, 500],
            [160, 462],
            [270, 416],
            [300, 400],
            [250, 440],
            [140, 490],
          ],
          color.white,
        ),
        0.35,
      ),
      terrace(300, 60, "#6F9A4D", "#4F7A45"),
      terrace(350, 30, "#89AE57", "#5D8A4B"),
      terrace(410, 0, "#6F9A4D", "#4F7A45"),
      terrace(480, -40, "#94B75E", "#5D8A4B"),
      terrace(550, -90, "#6F9A4D", "#4F7A45"),
      house(620, 346, 0.4, { roof: color.terracotta, wide: 240 }),
      [450, 520, 600, 680, 760]
        .map((x, i) => leaves(x, 408 + (i % 2) * 8, 40, color.forest))
        .join(""),
      [430, 540, 640, 740].map((x) => leaves(x, 548, 60, color.forest, [-40, -8, 26, 50])).join(""),
      leaves(60, 590, 120, color.forest),
      bush(200, 590, 50, color.acacia),
      who("green", [500, 480], 110, "dig", { plain: true }),
    ),
  );
}

export function central(): string {
  return picture(
    800,
    600,
    join(
      sky(800, 360, ["#F8DDA6", "#FAE7C0", "#FCF1DA"], 6),
      sun(200, 200, 60),
      ridge(800, 360, [10, 24, 14, 40, 60, 36], "#D9B98A", 370),
      ground(800, 356, 600, "#DBA95A", 6),
      ground(800, 440, 600, "#CC9747", 14),
      ground(800, 530, 600, "#B97F3A", 14),
      baobab(600, 470, 0.98, { bark: "#9B6B50" }),
      baobab(330, 390, 0.42, { bark: "#B5866A" }),
      windPump(120, 400, 210, "#7E8C8C"),
      rect(60, 392, 110, 16, color.metal),
      ellipse(115, 392, 55, 8, color.accent),
      cow(250, 470, 0.66, "#A9683F"),
      cow(420, 500, 0.8, "#F0E2C8", true),
      cow(160, 548, 1, "#6B4431"),
      birds(
        [
          [420, 150],
          [450, 170],
          [396, 172],
        ],
        "#8C5A3C",
        10,
      ),
      grass(800, 480, 596, 10, 8),
    ),
  );
}

export function western(): string {
  return picture(
    800,
    600,
    join(
      sky(800, 250, ["#BFDDE8", "#D9ECEC", "#F3EFDC"], 11),
      cloud(620, 90, 120, "#F8FAF4"),
      ridge(800, 250, [60, 110, 80, 130, 90, 60], "#8FB3B0", 260),
      ridge(800, 256, [120, 60, 20, 0, 30, 90], "#5E8E6C", 262),
      Array.from({ length: 7 }, (_, i) =>
        bush(20 + i * 34, 250 - (6 - i) * 12, 26, i % 2 ? color.forest : "#3F7354"),
      ).join(""),
      [690, 730, 770].map((x, i) => bush(x, 250 - i * 14, 28, color.forest)).join(""),
      sea(800, 250, 600, color.primary, 16),
      canoe(200, 340, 0.62, color.laterite, color.paper),
      who("man", [200, 336], 70, "dig", { plain: true, shadow: false }),
      canoe(330, 460, 1.4, color.terracotta, color.gold),
      sitter(250, 446, 110, 1, [color.primaryDark, color.ink, "#1B1413"], 2),
      who("farmer", [390, 464], 210, "lift", {
        facing: 1,
        shadow: false,
        plain: true,
        inFar: ([x, y]) =>
          line(
            [
              [x - 4, y - 40, 1],
              [x + 90, y + 190, 1],
            ],
            "#8A6344",
            6,
          ),
      }),
      veil(shape([[150, 488, 1], [330, 470], [520, 486, 1], [340, 494]], color.white), 0.4),
      canoe(330, 460, 1.4, color.terracotta, color.gold),
      at(0, 0, 1, pier(520, 512, 330, 90)),
      rect(640, 440, 60, 60, "#8A6344"),
      rect(640, 440, 60, 14, tint("#8A6344", 0.25)),
      poly(
        [
          [716, 494],
          [724, 440],
          [780, 440],
          [790, 494],
        ],
        color.ochre,
      ),
      leaves(40, 600, 150, color.forest),
      leaves(110, 604, 100, color.acacia),
    ),
  );
}

export function aboutStory(): string {
  return picture(
    900,
    600,
    join(
      sky(900, 290, ["#CFE7EC", "#E6F1E6", "#FAEFCF"], 4),
      sea(900, 250, 330, mix(color.primary, color.accent, 0.4), 3),
      dhow(700, 284, 0.34, { crew: false }),
      ground(900, 310, 600, "#DDBB82", 12),
      palm(830, 400, 320, -40, color.forest),
      mango(330, 440, 1.2, color.forest, 33),
      veil(ellipse(420, 500, 330, 62, color.ink), 0.14),
      line(
        [
          [640, 250, 1],
          [600, 470, 1],
        ],
        "#7A5843",
        7,
      ),
      line(
        [
          [720, 250, 1],
          [760, 470, 1],
        ],
        "#7A5843",
        7,
      ),
      rect(610, 230, 140, 170, color.white),
      rect(604, 226, 152, 12, "#8A6344"),
      shape(
        [
          [640, 270],
          [680, 256],
          [712, 280],
          [724, 330],
          [690, 372],
          [650, 350],
          [630, 310],
        ],
        tint(color.acacia, 0.3),
      ),
      circle(700, 318, 8, color.terracotta),
      line(
        [
          [650, 300],
          [670, 320],
          [700, 318],
        ],
        color.primary,
        4,
      ),
      bench(150, 480, 250, 44),
      sitter(200, 444, 150, 1, [color.gold, color.laterite, color.terracotta], 1),
      sitter(300, 444, 150, 1, [color.paper, color.deep, "#1B1413"], 2),
      who("teacher", [556, 520], 300, "point", { facing: 1 }),
      bench(120, 576, 330, 50),
      sitter(180, 534, 180, 1, [color.forest, "#5A5448", "#B9B4AC"], 0),
      sitter(290, 534, 180, 1, [color.accent, color.deep, color.deep], 1),
      sitter(400, 534, 180, 1, [color.paper, color.paper, color.sand], 3),
    ),
  );
}

export function donate(): string {
  return picture(
    900,
    600,
    join(
      rect(0, 0, 900, 600, "#F8E7C6"),
      circle(450, 250, 250, "#FBF1DC"),
      circle(450, 250, 180, "#FBDFA0"),
      ridge(900, 600, [60, 110, 130, 120, 120, 60], color.acacia, 602),
      ridge(900, 600, [30, 50, 90, 80, 50, 30], color.forest, 602),
      cupped([262, 470], { scale: 1.15, degrees: 2, skin: 0, sleeve: color.primary }), cupped([638, 470], { scale: 1.15, degrees: -2, mirror: true, skin: 0, sleeve: color.primary }),
    seedling(450, 330, 220, color.forest),
      shape(
        [
          [370, 332],
          [410, 312],
          [450, 306],
          [492, 312],
          [530, 332],
          [450, 344],
        ],
        "#6B4029",
      ),
      lit(
        [
          [330, 324, 1],
          [346, 400],
          [400, 446],
          [500, 446],
          [554, 400],
          [570, 324, 1],
          [450, 344],
        ],
        color.terracotta,
        { depth: 0.36 },
      ),
      line(
        [
          [352, 376],
          [450, 398],
          [548, 376],
        ],
        color.gold,
        9,
      ),
      
    ),
  );
}

export function volunteer(): string {
  return picture(
    900,
    600,
    join(
      outdoors(900, 600, { horizon: 310, hill: color.forest, seed: 95, earth: "#DDB986" }),
      at(520, 420, 0.9, school(0, 0, 1, { wide: 560, roof: color.terracotta, bays: 4 })),
      mango(110, 400, 0.8, color.forest, 17),
      who("youth", [230, 566], 360, "hold", {
        facing: 1,
        pose: {
          ...{ nearLeg: [18, 6], farLeg: [-10, -24] },
          near: { to: [310, 390] },
          far: { to: [330, 386] },
          farFoot: 16,
        },
        dress: { vest: color.gold },
      }),
      who("coast", [590, 566], 350, "walk", {
        facing: 1,
        pose: { near: { to: [540, 394] }, far: { to: [520, 388] }, hands: ["grip", "grip"] },
      }),
      poly(
        [
          [280, 366],
          [300, 352],
          [590, 352],
          [572, 366],
        ],
        tint("#8A6344", 0.3),
      ),
      rect(280, 366, 294, 22, "#8A6344"),
      [306, 530].map((x) => rect(x, 388, 16, 90, shade("#8A6344", 0.3))).join(""),
      rect(314, 440, 220, 10, shade("#8A6344", 0.3)),
      grass(900, 570, 596, 6),
    ),
  );
}

export function partner(): string {
  const half = (mirror: boolean): string =>
    at(
      mirror ? 900 : 0,
      0,
      1,
      join(
        shape(
          [
            [-20, 330, 1],
            [150, 312],
            [300, 300],
            [450, 296, 1],
            [450, 330, 1],
            [320, 340],
            [200, 380],
            [160, 470, 1],
            [60, 470, 1],
            [40, 410],
            [-20, 400, 1],
          ],
          mirror ? "#8C5A3C" : "#B98A5E",
        ),
        [40, 110, 180, 250, 320, 390]
          .map((x) =>
            line(
              [
                [x, 318 - x * 0.05, 1],
                [x, 262 - x * 0.05, 1],
              ],
              "#6B4A36",
              6,
            ),
          )
          .join(""),
        line(
          [
            [-20, 266, 1],
            [200, 254],
            [450, 242, 1],
          ],
          "#6B4A36",
          7,
        ),
      ),
      mirror,
    );
  return picture(
    900,
    600,
    join(
      sky(900, 380, ["#CFE7EC", "#E4F1E8", "#FAEFCF"], 2),
      sun(200, 120, 40, "#F6C84A"),
      hills(900, 380, 90, color.forest, 19, "#DCEBE2"),
      sea(900, 376, 600, mix(color.primary, color.accent, 0.3), 8),
      shape(
        [
          [0, 400, 1],
          [120, 400],
          [180, 480],
          [140, 600, 1],
          [0, 600, 1],
        ],
        color.acacia,
      ),
      shape(
        [
          [900, 400, 1],
          [780, 400],
          [720, 480],
          [760, 600, 1],
          [900, 600, 1],
        ],
        "#5E8441",
      ),
      half(false),
      half(true),
      who("kitenge", [398, 302], 220, "give", {
        pose: { near: { to: [446, 196] }, far: { at: [0.3, 1.7] }, hands: ["open", "rest"] },
      }),
      who("man", [506, 302], 226, "give", {
        facing: -1,
        pose: { near: { to: [456, 196] }, far: { at: [0.3, 1.7] }, hands: ["open", "rest"] },
      }),
      [false, true]
        .map((m) =>
          at(
            m ? 900 : 0,
            0,
            1,
            line(
              [
                [-20, 280, 1],
                [200, 270],
                [450, 258, 1],
              ],
              m ? "#8A6344" : "#A67C58",
              8,
            ),
            m,
          ),
        )
        .join(""),
      leaves(60, 590, 120, color.forest),
      leaves(850, 596, 110, color.forest),
    ),
  );
}
