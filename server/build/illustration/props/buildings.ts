import { color, mix, shade, tint } from "../palette.ts";
import { data, type Point, type Vec } from "../path.ts";
import { at, join, line, path, poly, rect, shape } from "../svg.ts";

function ribs(a: Vec, b: Vec, c: Vec, d: Vec, count: number, stroke: string): string {
  let marks = "";
  for (let i = 1; i < count; i++) {
    const t = i / count;
    const x0 = Math.round(a[0] + (b[0] - a[0]) * t);
    const x1 = Math.round(d[0] + (c[0] - d[0]) * t);
    marks += `M${x0} ${Math.round(a[1])}L${x1} ${Math.round(d[1])}`;
  }
  return `<path fill="none" stroke="${stroke}" stroke-width="2" d="${marks}"/>`;
}

export type HouseOptions = {
  wall?: string;
  roof?: string;
  door?: string;
  wide?: number;
  tall?: number;
  windows?: number;
  doorAt?: number;
};

/** A house under an iron roof: front wall in light, gable end in shade on the right. */
export function house(x: number, y: number, s = 1, options: HouseOptions = {}): string {
  const {
    wall = color.sand,
    roof = color.terracotta,
    door = color.primaryDark,
    wide = 300,
    tall = 190,
    windows = 1,
    doorAt = 0.3,
  } = options;
  const side = 84;
  const dark = shade(wall, 0.24);
  const dx = wide * doorAt;
  const spots = Array.from(
    { length: windows },
    (_, i) => dx + 110 + (i * (wide - dx - 110)) / Math.max(windows, 1),
  );
  return at(
    x,
    y,
    s,
    join(
      rect(0, -tall, wide, tall, wall),
      rect(0, -16, wide, 16, shade(wall, 0.14)),
      poly(
        [
          [wide, 0],
          [wide, -tall],
          [wide + side / 2, -tall - 70],
          [wide + side, -tall + 6],
          [wide + side, -8],
        ],
        dark,
      ),
      rect(0, -tall, wide, 16, shade(wall, 0.3)),
      rect(dx - 4, -134, 68, 134, shade(wall, 0.35)),
      rect(dx, -130, 60, 130, door),
      rect(dx + 34, -130, 26, 130, shade(door, 0.22)),
      spots
        .map(
          (wx) =>
            rect(wx - 4, -134, 62, 58, tint(wall, 0.4)) +
            rect(wx, -130, 54, 50, color.deep) +
            poly(
              [
                [wx, -80],
                [wx, -130],
                [wx + 26, -130],
              ],
              mix(color.deep, color.accent, 0.35),
            ),
        )
        .join(""),
      poly(
        [
          [-22, -tall + 10],
          [22, -tall - 84],
          [wide + side / 2 + 4, -tall - 84],
          [wide + 10, -tall + 10],
        ],
        roof,
      ),
      ribs(
        [22, -tall - 84],
        [wide + side / 2, -tall - 84],
        [wide + 8, -tall + 10],
        [-22, -tall + 10],
        Math.round(wide / 24),
        shade(roof, 0.16),
      ),
      poly(
        [
          [wide + side / 2 - 8, -tall - 84],
          [wide + side / 2 + 6, -tall - 84],
          [wide + side + 14, -tall + 10],
          [wide + side, -tall + 12],
          [wide + side / 2, -tall - 70],
          [wide + 10, -tall + 10],
        ],
        shade(roof, 0.34),
      ),
    ),
  );
}

/** A long school block with a veranda on posts. */
export function school(
  x: number,
  y: number,
  s = 1,
  options: { wide?: number; roof?: string; wall?: string; door?: string; bays?: number } = {},
): string {
  const {
    wide = 620,
    roof = color.primary,
    wall = "#F1E3C3",
    door = color.primaryDark,
    bays = 5,
  } = options;
  const bay = wide / bays;
  const parts: string[] = [
    rect(0, -190, wide, 190, wall),
    rect(0, -60, wide, 60, mix(wall, color.terracotta, 0.55)),
  ];
  for (let i = 0; i < bays; i++) {
    const bx = i * bay + bay * 0.2;
    parts.push(
      i % 3 === 1
        ? rect(bx, -140, bay * 0.5, 140, door) +
            rect(bx + bay * 0.27, -140, bay * 0.23, 140, shade(door))
        : rect(bx, -146, bay * 0.58, 66, color.deep) +
            poly(
              [
                [bx, -80],
                [bx, -146],
                [bx + bay * 0.3, -146],
              ],
              mix(color.deep, color.accent, 0.3),
            ) +
            rect(bx - 5, -80, bay * 0.58 + 10, 8, tint(wall, 0.5)),
    );
  }
  parts.push(path(`M0-190h${wide}v30l-${wide}-14z`, shade(wall, 0.34)));
  for (let i = 0; i <= bays; i++)
    parts.push(
      rect(i * bay - 5, -176, 10, 182, i === bays ? shade(color.paper, 0.3) : color.paper),
    );
  parts.push(rect(-14, 0, wide + 28, 14, shade(color.metal, 0.1)));
  parts.push(
    poly(
      [
        [-34, -168],
        [24, -272],
        [wide - 24, -272],
        [wide + 34, -168],
      ],
      roof,
    ),
  );
  parts.push(
    ribs(
      [24, -272],
      [wide - 24, -272],
      [wide + 34, -168],
      [-34, -168],
      Math.round(wide / 26),
      shade(roof, 0.16),
    ),
  );
  parts.push(rect(-36, -170, wide + 72, 8, shade(roof, 0.34)));
  return at(x, y, s, parts.join(""));
}

/** Stripes in turn of two colours, each with a scalloped end; one path a colour. */
function striped(count: number, a: string, b: string, corners: (index: number) => Vec[]): string {
  return [a, b]
    .map((fill, turn) => {
      let cloth = "";
      let hem = "";
      for (let index = turn; index < count; index += 2) {
        const [low, , , next] = corners(index) as [Vec, Vec, Vec, Vec];
        cloth += data(corners(index).map(([x, y]): Point => [x, y, 1]));
        hem += data([
          [low[0], low[1] - 1, 1],
          [low[0], low[1] + 14, 1],
          [(low[0] + next[0]) / 2, low[1] + 23],
          [next[0], low[1] + 14, 1],
          [next[0], low[1] - 1, 1],
        ]);
      }
      return path(cloth, fill) + path(hem, shade(fill, 0.2));
    })
    .join("");
}

/** A market stall: posts, a striped awning, a counter 96 high. Goods stand on the counter. */
export function stall(
  x: number,
  y: number,
  s = 1,
  options: { wide?: number; a?: string; b?: string; goods?: string; front?: string } = {},
): string {
  const {
    wide = 300,
    a = color.terracotta,
    b = color.paper,
    goods = "",
    front = "#8A6344",
  } = options;
  const stripes = 8;
  const w = (wide + 40) / stripes;
  const awning = striped(stripes, a, b, (i) => {
    const x0 = -20 + i * w;
    const top0 = 10 + (i * (wide - 20)) / stripes;
    const top1 = 10 + ((i + 1) * (wide - 20)) / stripes;
    return [
      [x0, -222],
      [top0, -286],
      [top1, -286],
      [x0 + w, -222],
    ];
  });
  return (
    at(
      x,
      y,
      s,
      join(
        rect(4, -240, 9, 240, "#6B4A36"),
        rect(wide - 13, -240, 9, 240, shade("#6B4A36")),
        awning,
      ),
    ) +
    at(
      x,
      y,
      s,
      join(
        goods === "" ? "" : at(wide / 2, -98, 1, goods),
        rect(-6, -98, wide + 12, 14, tint(front, 0.25), 2),
        rect(4, -84, wide - 8, 84, front),
        rect(4, -84, wide - 8, 12, shade(front, 0.4)),
        path(
          `M${Math.round(wide * 0.25)}-72v72M${Math.round(wide * 0.5)}-72v72M${Math.round(wide * 0.75)}-72v72`,
          "none",
          `stroke="${shade(front, 0.3)}" stroke-width="3"`,
        ),
      ),
    )
  );
}

/** A striped awning alone, hung from two posts. */
export function awning(
  x: number,
  y: number,
  wide: number,
  tall: number,
  a: string,
  b: string,
  stripes = 9,
): string {
  const w = wide / stripes;
  const cloth = striped(stripes, a, b, (i) => [
    [i * w, -tall],
    [wide * 0.06 + i * w * 0.88, -tall - 60],
    [wide * 0.06 + (i + 1) * w * 0.88, -tall - 60],
    [(i + 1) * w, -tall],
  ]);
  return at(
    x,
    y,
    1,
    rect(8, -tall, 8, tall, color.metal) +
      rect(wide - 16, -tall, 8, tall, shade(color.metal)) +
      cloth,
  );
}

/** A water kiosk with four taps on its front. */
export function kiosk(x: number, y: number, s = 1, wall: string = "#E9F1EE"): string {
  return at(
    x,
    y,
    s,
    join(
      rect(0, -180, 260, 180, wall),
      poly(
        [
          [260, 0],
          [260, -180],
          [310, -170],
          [310, -10],
        ],
        shade(wall, 0.3),
      ),
      rect(0, -70, 260, 70, color.primary),
      poly(
        [
          [260, 0],
          [260, -70],
          [310, -66],
          [310, -10],
        ],
        shade(color.primary, 0.3),
      ),
      rect(90, -160, 80, 62, color.deep),
      rect(84, -98, 92, 8, tint(color.ochre, 0.3)),
      poly(
        [
          [-18, -180],
          [-6, -204],
          [322, -204],
          [330, -176],
        ],
        color.terracotta,
      ),
      rect(-18, -180, 348, 8, shade(color.terracotta)),
      [24, 66, 188, 230]
        .map((tx) => rect(tx, -84, 10, 14, color.metal) + rect(tx + 1, -72, 8, 12, color.ink))
        .join(""),
    ),
  );
}

/** A goal of poles with a net of twine. */
export function goal(x: number, y: number, wide: number, tall: number, net = true): string {
  let marks = "";
  for (let i = 1; i < 12; i++)
    marks += `M${Math.round(x + (wide * i) / 12)} ${y - tall}L${Math.round(x + 30 + (wide * i) / 12)} ${y - 14}`;
  for (let j = 1; j < 7; j++)
    marks += `M${Math.round(x + 4 * j)} ${Math.round(y - tall + (tall * j) / 7)}h${wide}`;
  return join(
    net && `<path fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="2" d="${marks}"/>`,
    line(
      [
        [x, y, 1],
        [x, y - tall, 1],
        [x + wide, y - tall, 1],
        [x + wide, y, 1],
      ],
      "#F3E9D2",
      9,
    ),
  );
}

/** A blackboard in a frame. */
export function blackboard(
  x: number,
  y: number,
  wide: number,
  tall: number,
  chalk: string,
): string {
  return join(
    rect(x - 9, y - 9, wide + 18, tall + 18, "#8A6344", 3),
    rect(x, y, wide, tall, "#1F4A44"),
    poly(
      [
        [x, y],
        [x + wide * 0.4, y],
        [x, y + tall * 0.8],
      ],
      "#27564F",
    ),
    rect(x - 14, y + tall + 6, wide + 28, 10, tint("#8A6344", 0.2), 2),
    `<path fill="none" stroke="#fbf6ec" stroke-width="5" stroke-linecap="round" stroke-linejoin="round" d="${chalk}"/>`,
  );
}

/** A simple fence of poles. */
export function fence(x0: number, x1: number, y: number, tall: number, wood = "#7A5843"): string {
  let posts = "";
  const count = Math.round((x1 - x0) / 44);
  for (let i = 0; i <= count; i++)
    posts += `M${Math.round(x0 + ((x1 - x0) * i) / count)} ${y}v-${tall}`;
  return (
    `<path fill="none" stroke="${wood}" stroke-width="8" stroke-linecap="round" d="${posts}"/>` +
    line(
      [
        [x0, y - tall * 0.75, 1],
        [x1, y - tall * 0.72, 1],
      ],
      tint(wood, 0.2),
      6,
    ) +
    line(
      [
        [x0, y - tall * 0.35, 1],
        [x1, y - tall * 0.33, 1],
      ],
      tint(wood, 0.2),
      6,
    )
  );
}
