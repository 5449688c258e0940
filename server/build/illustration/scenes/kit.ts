import { wear } from "../dress.ts";
import { type Drawn, drawPerson } from "../figure/person.ts";
import { poses } from "../figure/poses.ts";
import type { Dress, Person, Pose } from "../figure/types.ts";
import { color, mix, shade, skins } from "../palette.ts";
import { type Point, place, pts } from "../path.ts";
import { cloud, ground, hills, sky, stones, tufts } from "../props/land.ts";
import { join, lit, poly, rect, shape, veil } from "../svg.ts";

const women = new Set<string>([
  "kanga",
  "kitenge",
  "green",
  "coast",
  "blue",
  "grandmother",
  "girl",
  "girlVeiled",
  "teacher",
  "nurse",
  "playerGold",
]);
const children = new Set<string>(["girl", "girlVeiled", "boy"]);

export type Extra = Partial<Omit<Person, "pose" | "dress">> & {
  pose?: Partial<Pose>;
  dress?: Partial<Dress>;
};

/** A person by wardrobe and gesture; everything may be said otherwise. */
export function figure(
  name: keyof typeof wear,
  at: readonly [number, number],
  height: number,
  gesture: keyof typeof poses,
  extra: Extra = {},
): Drawn {
  const { pose, dress, ...rest } = extra;
  const base: Dress = wear[name];
  return drawPerson({
    at,
    height,
    sex: women.has(name) ? "f" : "m",
    age: children.has(name) ? "child" : "adult",
    turn: 0.6,
    ...rest,
    pose: { ...poses[gesture], ...pose },
    dress: { ...base, ...dress },
  });
}

export const who = (...spec: Parameters<typeof figure>): string => figure(...spec).svg;

export type Outdoors = {
  horizon?: number;
  air?: readonly string[];
  hill?: string;
  earth?: string;
  tall?: number;
  seed?: number;
  clouds?: boolean;
};

const morning = ["#CFE7EC", "#E0EFEA", "#F7EFD8"] as const;

/** Sky, three ridges and open earth: the ground most scenes stand on. */
export function outdoors(width: number, height: number, options: Outdoors = {}): string {
  const {
    horizon = height * 0.56,
    air = morning,
    hill = color.acacia,
    earth = "#DDB97F",
    tall = 70,
    seed = 3,
    clouds = true,
  } = options;
  return join(
    sky(width, horizon, air, seed),
    clouds && cloud(width * (0.2 + (seed % 4) * 0.14), horizon * 0.32, width * 0.09, "#F8FAF4"),
    tall > 0 && hills(width, horizon, tall, hill, seed, air[1]),
    ground(width, horizon, height, earth, height * 0.015),
    ground(
      width,
      horizon + (height - horizon) * 0.46,
      height,
      mix(earth, color.laterite, 0.14),
      height * 0.03,
    ),
    stones(
      width * 0.04,
      width * 0.92,
      horizon + (height - horizon) * 0.55,
      height - 14,
      9,
      mix(earth, color.laterite, 0.32).toLowerCase(),
      seed + 2,
    ),
  );
}

/** A room lit from a window on the left: wall, dado, floor, and the light on them. */
export function indoors(
  width: number,
  height: number,
  options: { wall?: string; dado?: string; floor?: string; line?: number } = {},
): string {
  const {
    wall = "#F3E2C0",
    dado = mix(color.primary, color.paper, 0.3),
    floor = "#CF9A6B",
    line = height * 0.74,
  } = options;
  return join(
    rect(0, 0, width, line, wall),
    rect(0, line - height * 0.2, width, height * 0.2, dado),
    rect(0, line - height * 0.21, width, 8, shade(dado, 0.2)),
    rect(0, line, width, height - line, floor),
    rect(0, line, width, 7, shade(floor, 0.3)),
    veil(
      poly(
        [
          [0, height * 0.06],
          [width * 0.24, 0],
          [width * 0.66, line],
          [width * 0.3, line],
          [0, height * 0.4],
        ],
        "#FFF6DC",
      ),
      0.42,
    ),
    veil(
      poly(
        [
          [width * 0.3, line],
          [width * 0.66, line],
          [width * 0.86, height],
          [width * 0.42, height],
        ],
        "#FFF0CC",
      ),
      0.36,
    ),
  );
}

/** A window with what stands outside. */
export function windowOn(
  x: number,
  y: number,
  w: number,
  h: number,
  view: string,
  id: string,
): string {
  return join(
    rect(x - 10, y - 10, w + 20, h + 20, "#8A6344"),
    `<clipPath id="${id}"><path d="M${x} ${y}h${w}v${h}h-${w}z"/></clipPath><g clip-path="url(#${id})">${rect(x, y, w, h, "#DCEEF0")}${view}</g>`,
    rect(x + w / 2 - 4, y, 8, h, "#8A6344"),
    rect(x - 18, y + h + 8, w + 36, 12, "#A67C58"),
  );
}

/** Somebody sitting on the ground some way off: a few shapes say enough. */
export function sitter(
  x: number,
  y: number,
  tall: number,
  facing: 1 | -1,
  cloth: readonly [top: string, wrap: string, head: string],
  skin = 1,
): string {
  const put = (points: readonly Point[]): Point[] => place(points, [x, y], [tall * facing, tall]);
  const tone = skins[skin] ?? skins[0];
  const head: Point[] = pts(
    "0.02,-1 0.14,-0.93 0.15,-0.8 0.06,-0.71 -0.08,-0.74 -0.13,-0.86 -0.09,-0.96",
  );
  const crown: Point[] = pts(
    "0.13,-0.9! 0.1,-1.02 -0.04,-1.05 -0.17,-0.94 -0.12,-0.76! -0.03,-0.86",
  );
  return join(
    shape(put(pts("-0.04,-0.76! -0.05,-0.66! 0.07,-0.66! 0.07,-0.76!")), shade(tone, 0.2)),
    lit(
      put(pts("-0.24,-0.04 0.1,-0.2 0.4,-0.34 0.52,-0.28 0.62,-0.04 0.66,0.02! -0.2,0.04!")),
      cloth[1],
    ),
    lit(
      put(
        pts(
          "-0.06,-0.7! 0.1,-0.7! 0.2,-0.56 0.18,-0.3 0.2,-0.12! -0.24,-0.04! -0.24,-0.4 -0.2,-0.6",
        ),
      ),
      cloth[0],
    ),
    shape(put(pts("0.02,-0.54 0.2,-0.36 0.42,-0.36 0.44,-0.28 0.2,-0.26 -0.04,-0.42")), tone),
    shape(put(head), tone),
    shape(put(crown), cloth[2]),
  );
}

export const grass = (width: number, top: number, bottom: number, count = 7, seed = 5): string =>
  tufts(width * 0.03, width * 0.97, top, bottom, count, color.acacia, seed);
