import { picture } from "../document.ts";
import { color, mix, shade, skins, tint } from "../palette.ts";
import { awning, house } from "../props/buildings.ts";
import { ridge } from "../props/land.ts";
import { bananas, coins, folded, openBook } from "../props/objects.ts";
import { acacia, leaves, mango } from "../props/trees.ts";
import { basket, bucket, fruit, tapStand } from "../props/water.ts";
import { at, circle, join, lit, poly, rect, shape, veil } from "../svg.ts";
import { grass, indoors, outdoors, who, windowOn } from "./kit.ts";

const frame = (content: string): string => picture(800, 600, content);

export function cleanWater(): string {
  return frame(
    join(
      outdoors(800, 600, { horizon: 330, hill: color.forest, seed: 4, earth: "#E0BC84" }),
      house(-150, 410, 0.9, {
        wall: "#F0DDB4",
        roof: color.primary,
        door: color.terracotta,
        wide: 290,
      }),
      leaves(300, 420, 130, color.forest, [-58, -30, -6, 20, 48]),
      leaves(352, 424, 100, color.acacia),
      tapStand(300, 560, 1.85),
      bucket(396, 534, 1.45, color.gold, true),
      bucket(150, 572, 1.3, color.gold),
      bucket(84, 584, 1.1, color.primary),
      who("kitenge", [596, 586], 500, "reach", {
        facing: -1,
        pose: {
          lean: 14,
          chest: 22,
          nod: 12,
          far: { at: [1.75, 1.35] },
          near: { at: [1.3, 1.9] },
          hands: ["open", "open"],
        },
      }),
    ),
  );
}

export function education(): string {
  return frame(
    join(
      indoors(800, 600, { line: 500, dado: mix(color.primary, color.paper, 0.2) }),
      windowOn(
        250,
        50,
        320,
        240,
        ridge(800, 290, [40, 50, 40, 60, 40], "#C9D29A", 300) +
          rect(250, 250, 320, 50, "#D8BF83") +
          acacia(450, 272, 0.74),
        "education-w",
      ),
      who("girlVeiled", [262, 430], 480, "sit", {
        seated: true,
        facing: 1,
        turn: 0.45,
        pose: { lean: 4, chest: 12, nod: 14, near: { to: [350, 424] }, far: { to: [400, 414] } },
      }),
      who("boy", [556, 430], 480, "sit", {
        seated: true,
        facing: -1,
        turn: 0.45,
        pose: { lean: 4, chest: 12, nod: 14, near: { to: [480, 424] }, far: { to: [434, 414] } },
      }),
      poly(
        [
          [70, 440],
          [130, 396],
          [690, 396],
          [740, 440],
        ],
        tint("#8A6344", 0.3),
      ),
      rect(70, 440, 670, 30, "#8A6344"),
      rect(110, 470, 26, 140, "#6B4A36"),
      rect(676, 470, 26, 140, "#4E3527"),
      rect(136, 470, 540, 70, "#5B3F2E"),
      openBook(412, 424, 92, color.terracotta),
      rect(610, 412, 70, 8, color.gold, 4),
      poly(
        [
          [680, 412],
          [692, 416],
          [680, 420],
        ],
        color.sand,
      ),
      rect(150, 408, 80, 12, color.primary, 3),
      rect(156, 396, 70, 12, color.gold, 3),
    ),
  );
}

export function healthcare(): string {
  const toddler = (x: number, y: number): string =>
    join(
      lit(
        [
          [x - 30, y + 86, 1],
          [x - 34, y + 14],
          [x - 14, y - 12],
          [x + 16, y - 12],
          [x + 34, y + 16],
          [x + 32, y + 86, 1],
        ],
        color.forest,
      ),
      shape(
        [
          [x - 20, y],
          [x - 60, y + 20],
          [x - 110, y + 24],
          [x - 124, y + 22],
          [x - 126, y + 38],
          [x - 70, y + 46],
          [x - 20, y + 34],
        ],
        skins[2],
      ),
      lit(
        [
          [x - 16, y],
          [x - 44, y + 8],
          [x - 52, y + 22],
          [x - 46, y + 46],
          [x - 14, y + 40],
        ],
        color.forest,
      ),
      lit(
        [
          [x - 34, y - 46],
          [x - 26, y - 76],
          [x, y - 86],
          [x + 26, y - 76],
          [x + 32, y - 44],
          [x + 14, y - 12],
          [x - 8, y - 8],
          [x - 28, y - 24],
        ],
        skins[2],
      ),
      shape(
        [
          [x - 30, y - 60, 1],
          [x - 28, y - 84],
          [x, y - 96],
          [x + 30, y - 84],
          [x + 40, y - 50],
          [x + 28, y - 26, 1],
          [x + 14, y - 48],
          [x, y - 64],
        ],
        "#1B1413",
      ),
      rect(x - 104, y + 18, 12, 30, color.paper),
      rect(x - 104, y + 28, 12, 6, color.terracotta),
    );
  return frame(
    join(
      outdoors(800, 600, { horizon: 330, hill: color.acacia, seed: 6, earth: "#DDB980" }),
      rect(120, 110, 560, 330, "#EFF3EC"),
      rect(120, 360, 560, 80, color.primary),
      rect(300, 200, 120, 240, color.deep),
      rect(470, 200, 120, 100, color.deep),
      circle(210, 250, 42, color.white),
      poly(
        [
          [200, 222],
          [220, 222],
          [220, 240],
          [238, 240],
          [238, 260],
          [220, 260],
          [220, 278],
          [200, 278],
          [200, 260],
          [182, 260],
          [182, 240],
          [200, 240],
        ],
        color.forest,
      ),
      awning(70, 470, 660, 330, color.white, color.primary, 11),
      who("nurse", [226, 470], 460, "sit", {
        seated: true,
        facing: 1,
        turn: 0.6,
        pose: {
          lean: 6,
          chest: 12,
          nod: 10,
          near: { to: [408, 392] },
          far: { to: [430, 372] },
          hands: ["grip", "grip"],
        },
        dress: { headwear: { kind: "hijab", fill: color.accent } },
      }),
      who("kanga", [640, 474], 460, "sit", {
        seated: true,
        facing: -1,
        turn: 0.5,
        pose: { near: { to: [556, 430] }, far: { to: [520, 436] } },
      }),
      toddler(536, 356),
      poly(
        [
          [250, 448],
          [290, 428],
          [510, 428],
          [540, 448],
        ],
        tint("#8A6344", 0.35),
      ),
      rect(250, 448, 290, 22, "#8A6344"),
      rect(270, 470, 18, 130, "#6B4A36"),
      rect(500, 470, 18, 130, "#4E3527"),
      rect(300, 414, 60, 26, color.white, 3),
      rect(300, 414, 60, 8, color.primary, 3),
      grass(800, 560, 594, 6),
    ),
  );
}

export function economicDevelopment(): string {
  return frame(
    join(
      outdoors(800, 600, { horizon: 300, hill: color.acacia, seed: 8, earth: "#DDB27A" }),
      mango(90, 400, 0.9, color.forest, 9),
      house(520, 400, 0.8, { wall: "#E9C892", roof: color.laterite, door: color.primary }),
      awning(60, 600, 580, 430, color.gold, color.laterite, 10),
      rect(110, 230, 480, 8, "#7A5843"),
      [
        ["#087FAE", 140],
        ["#C9603C", 230],
        ["#2C5640", 320],
        ["#EFB000", 410],
      ]
        .map(
          ([fill, x]) =>
            rect(x as number, 234, 74, 130, fill as string) +
            rect((x as number) + 50, 234, 24, 130, shade(fill as string, 0.2)) +
            veil(
              rect(x as number, 334, 74, 10, color.paper) +
                rect(x as number, 254, 74, 6, color.paper),
              0.8,
            ),
        )
        .join(""),
      who("coast", [292, 640], 480, "give", {
        facing: 1,
        turn: 0.5,
        pose: { near: { to: [470, 388] }, far: { to: [440, 370] } },
      }),
      rect(40, 440, 500, 26, tint("#8A6344", 0.3)),
      rect(48, 466, 484, 140, "#8A6344"),
      rect(48, 466, 484, 16, "#5B3F2E"),
      at(130, 436, 1, fruit(130, color.terracotta, 3, 15)),
      bananas(250, 438, 1.35),
      bananas(292, 438, 1.2),
      folded(400, 440, 110, [color.primary, color.gold, color.laterite, color.forest]),
      who("green", [660, 610], 500, "give", {
        facing: -1,
        turn: 0.6,
        pose: { near: { to: [506, 396] }, far: { to: [528, 414] } },
      }),
      coins(492, 400, 2, 8),
      basket(760, 590, 1.3, color.ochre, at(0, 0, 1, leaves(0, 8, 60, color.acacia))),
    ),
  );
}
