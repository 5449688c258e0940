import { color, mix, shade, tint } from "../palette.ts";
import { data, type Point, place, turn, type Vec } from "../path.ts";
import { at, chance, join, lit, path, shape } from "../svg.ts";

/** A flat-topped acacia, about 300 high. */
export function acacia(
  x: number,
  y: number,
  s = 1,
  leaf: string = color.acacia,
  mirror = false,
): string {
  const trunk: Point[] = [
    [-14, 0, 1],
    [-7, -60],
    [-14, -120],
    [-60, -176],
    [-96, -200, 1],
    [-88, -206, 1],
    [-44, -180],
    [-4, -142],
    [4, -196, 1],
    [14, -196, 1],
    [14, -140],
    [60, -182],
    [92, -204, 1],
    [98, -196, 1],
    [66, -166],
    [22, -112],
    [12, -60],
    [20, 0, 1],
  ];
  const crown = (dx: number, dy: number, w: number): Point[] => [
    [dx - w, dy, 1],
    [dx - w * 0.8, dy - 30],
    [dx - w * 0.35, dy - 52],
    [dx + w * 0.2, dy - 50],
    [dx + w * 0.7, dy - 32],
    [dx + w, dy, 1],
    [dx + w * 0.4, dy + 10],
    [dx - w * 0.3, dy + 8],
  ];
  const bark = mix(color.laterite, color.ink, 0.45);
  return at(
    x,
    y,
    s,
    join(
      shape(crown(30, -192, 150), shade(leaf, 0.34)),
      lit(trunk, bark),
      shape(crown(-40, -212, 150), leaf),
      shape(crown(-70, -226, 100), tint(leaf, 0.22)),
      shape(crown(70, -228, 96), shade(leaf, 0.14)),
      shape(crown(0, -252, 90), tint(leaf, 0.1)),
    ),
    mirror,
  );
}

/** A baobab, about 420 high. */
export function baobab(
  x: number,
  y: number,
  s = 1,
  options: { bark?: string; leaf?: string | undefined } = {},
): string {
  const { bark = "#A5765A", leaf } = options;
  const trunk: Point[] = [
    [-112, 6, 1],
    [-84, -30],
    [-76, -130],
    [-84, -214],
    [-128, -262],
    [-196, -290],
    [-252, -318, 1],
    [-192, -304],
    [-140, -300],
    [-150, -342],
    [-192, -384, 1],
    [-134, -350],
    [-96, -300],
    [-58, -262],
    [-50, -320],
    [-84, -400, 1],
    [-30, -330],
    [-6, -278],
    [22, -330],
    [20, -410, 1],
    [44, -340],
    [44, -276],
    [88, -312],
    [120, -392, 1],
    [120, -316],
    [160, -320],
    [232, -352, 1],
    [166, -296],
    [108, -246],
    [82, -204],
    [76, -120],
    [86, -30],
    [116, 6, 1],
    [40, -2],
    [-30, 2],
  ];
  const puff = (dx: number, dy: number, r: number, fill: string): string =>
    shape(
      [
        [dx - r, dy + 6],
        [dx - r * 0.6, dy - r * 0.5],
        [dx + r * 0.1, dy - r * 0.66],
        [dx + r * 0.8, dy - r * 0.4],
        [dx + r, dy + 8],
        [dx + r * 0.3, dy + r * 0.3],
        [dx - r * 0.5, dy + r * 0.28],
      ],
      fill,
    );
  const crown: [number, number, number][] = [
    [-226, -326, 62],
    [-150, -390, 78],
    [-40, -426, 88],
    [70, -420, 84],
    [158, -384, 76],
    [224, -346, 56],
  ];
  return at(
    x,
    y,
    s,
    join(
      leaf !== undefined &&
        crown.map(([dx, dy, r]) => puff(dx + 18, dy + 18, r * 1.05, shade(leaf, 0.36))).join(""),
      lit(trunk, bark, { depth: 0.4 }),
      shape(
        [
          [-50, -20, 1],
          [-44, -150],
          [-52, -210, 1],
          [-36, -150],
        ],
        shade(bark, 0.18),
      ),
      shape(
        [
          [6, -10, 1],
          [2, -120],
          [10, -220, 1],
          [16, -120],
        ],
        shade(bark, 0.4),
      ),
      leaf !== undefined &&
        crown
          .map(([dx, dy, r], i) => puff(dx, dy, r * 0.9, i % 2 ? leaf : tint(leaf, 0.14)))
          .join(""),
    ),
  );
}

/** A coconut palm whose trunk leans by `lean`, about `tall` high. */
export function palm(
  x: number,
  y: number,
  tall: number,
  lean: number,
  leaf: string = color.forest,
  bark = "#7A5843",
  s = 1,
): string {
  const top: Vec = [lean, -tall];
  const w = tall * 0.024;
  const trunk: Point[] = [
    [-w * 1.6, 0, 1],
    [lean * 0.12 - w, -tall * 0.35],
    [lean * 0.5 - w * 0.8, -tall * 0.72],
    [top[0] - w * 0.6, top[1], 1],
    [top[0] + w * 0.6, top[1], 1],
    [lean * 0.5 + w * 0.8, -tall * 0.7],
    [lean * 0.12 + w, -tall * 0.34],
    [w * 1.8, 0, 1],
  ];
  const frond = (angle: number, long: number, fill: string): string => {
    const droop = Math.cos((angle * Math.PI) / 180) * 0.34 + 0.16;
    const side = Math.cos((angle * Math.PI) / 180) >= 0 ? 1 : -1;
    const spine = (t: number, off: number): Point => {
      const [px, py] = turn([long * t, 0], angle);
      const [nx, ny] = turn([0, off * long * side], angle);
      return [top[0] + px + nx, top[1] + py + ny + long * t * t * (0.3 + Math.abs(droop) * 0.5)];
    };
    const teeth = [0.92, 0.78, 0.64, 0.5, 0.36, 0.22].flatMap((t): Point[] => {
      const a = spine(t + 0.02, 0.17 * Math.sin(t * 2.9));
      const b = spine(t - 0.05, 0.06 * Math.sin(t * 2.9));
      return [
        [a[0], a[1], 1],
        [b[0], b[1], 1],
      ];
    });
    const tip = spine(1, 0);
    const upper = [0.25, 0.55, 0.8].map((t) => spine(t, -0.035));
    return shape([[top[0], top[1], 1], ...upper, [tip[0], tip[1], 1], ...teeth], fill);
  };
  const long = tall * 0.42;
  const back = [-160, -120, -58, -18].map((a) => frond(a, long * 0.9, shade(leaf, 0.3)));
  const fore = [-188, -148, -100, -38, 4].map((a, i) =>
    frond(a, long, i < 2 ? tint(leaf, 0.14) : leaf),
  );
  return at(
    x,
    y,
    s,
    back.join("") +
      lit(trunk, bark) +
      fore.join("") +
      shape(
        [
          [top[0] - 9, top[1] + 4],
          [top[0], top[1] + 16],
          [top[0] + 9, top[1] + 5],
          [top[0], top[1] - 4],
        ],
        color.ochre,
      ),
  );
}

/** A broad shade tree: mango and the like, about 330 high. */
export function mango(x: number, y: number, s = 1, leaf: string = color.forest, seed = 7): string {
  const random = chance(seed);
  const trunk: Point[] = [
    [-34, 4, 1],
    [-20, -40],
    [-18, -110],
    [-64, -176, 1],
    [-44, -182, 1],
    [-2, -134],
    [6, -190, 1],
    [26, -190, 1],
    [24, -130],
    [64, -176, 1],
    [82, -166, 1],
    [30, -100],
    [24, -40],
    [38, 4, 1],
  ];
  const mass = (dx: number, dy: number, r: number, fill: string): string => {
    const points = Array.from({ length: 11 }, (_, i): Point => {
      const [px, py] = turn([r * (0.88 + random() * 0.2), 0], (i * 360) / 11);
      return [dx + px * 1.15, dy + py * 0.72];
    });
    return shape(points, fill);
  };
  return at(
    x,
    y,
    s,
    join(
      mass(30, -206, 190, shade(leaf, 0.36)),
      lit(trunk, "#6B4634", { depth: 0.42 }),
      mass(-70, -230, 118, leaf),
      mass(84, -238, 112, shade(leaf, 0.16)),
      mass(0, -284, 120, leaf),
      mass(-84, -262, 70, tint(leaf, 0.16)),
      mass(-6, -322, 66, tint(leaf, 0.12)),
    ),
  );
}

/** A clump of broad leaves: banana, shrubs, garden rows. */
export function leaves(
  x: number,
  y: number,
  tall: number,
  fill: string,
  angles: readonly number[] = [-62, -34, -8, 22, 52],
): string {
  const blade: Point[] = [
    [0, 0, 1],
    [-0.14, -0.5],
    [0, -1, 1],
    [0.14, -0.5],
  ];
  const half = angles.length / 2;
  const side = (kept: (index: number) => boolean): string =>
    angles
      .map((angle, index) =>
        kept(index) ? data(place(blade, [x, y], tall * (0.8 + (index % 2) * 0.2), angle)) : "",
      )
      .join("");
  return (
    path(
      side((index) => index < half),
      tint(fill, 0.12),
    ) +
    path(
      side((index) => index >= half),
      shade(fill, 0.16),
    )
  );
}

export function bush(x: number, y: number, w: number, fill: string): string {
  return lit(
    [
      [x - w, y, 1],
      [x - w * 0.92, y - w * 0.4],
      [x - w * 0.5, y - w * 0.7],
      [x - w * 0.1, y - w * 0.6],
      [x + w * 0.3, y - w * 0.84],
      [x + w * 0.8, y - w * 0.5],
      [x + w, y, 1],
    ],
    fill,
    { depth: 0.4 },
  );
}

/** A young tree with a few pairs of leaves. */
export function seedling(x: number, y: number, tall: number, fill: string = color.acacia): string {
  const leaf = (t: number, angle: number, long: number): Point[] =>
    place(
      [
        [0, 0, 1],
        [0.4, -0.24],
        [1, 0, 1],
        [0.45, 0.2],
      ],
      [x, y - tall * t],
      tall * long,
      angle,
    );
  const stem: Point[] = [
    [x - tall * 0.03, y, 1],
    [x - tall * 0.015, y - tall, 1],
    [x + tall * 0.015, y - tall, 1],
    [x + tall * 0.03, y, 1],
  ];
  return join(
    shape(stem, shade(fill, 0.3)),
    path(
      [
        [0.45, -150, 0.42],
        [0.74, -138, 0.42],
        [0.98, -112, 0.36],
      ]
        .map(([t, a, l]) => data(leaf(t as number, a as number, l as number)))
        .join(""),
      tint(fill, 0.12),
    ),
    path(
      [
        [0.5, -32, 0.42],
        [0.8, -44, 0.42],
        [0.98, -66, 0.34],
      ]
        .map(([t, a, l]) => data(leaf(t as number, a as number, l as number)))
        .join(""),
      shade(fill, 0.18),
    ),
  );
}
