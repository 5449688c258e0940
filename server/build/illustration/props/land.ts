import { color, far, mix, tint } from "../palette.ts";
import { data, type Point, type Vec } from "../path.ts";
import { chance, circle, join, line, path, rect, shape, veil } from "../svg.ts";

/** Flat bands of air, the last the lowest. */
export function sky(width: number, horizon: number, bands: readonly string[], seed = 3): string {
  const random = chance(seed);
  const first = rect(0, 0, width, horizon + 4, bands[0] ?? color.paper);
  const rest = bands.slice(1).map((fill, index) => {
    const y = (horizon * (index + 1)) / bands.length;
    const wave = Array.from(
      { length: 5 },
      (_, i): Point => [
        (width * i) / 4,
        y + (random() - 0.5) * horizon * 0.09,
        i === 0 || i === 4 ? 1 : 0,
      ],
    );
    return shape([...wave, [width, horizon + 4, 1], [0, horizon + 4, 1]], fill);
  });
  return first + rest.join("");
}

export const sun = (x: number, y: number, r: number, fill: string = color.gold): string =>
  veil(circle(x, y, r * 1.9, tint(fill, 0.7)), 0.35) +
  veil(circle(x, y, r * 1.4, tint(fill, 0.6)), 0.5) +
  circle(x, y, r, fill);

export function cloud(x: number, y: number, size: number, fill: string): string {
  const points: Point[] = [
    [-1, 0, 1],
    [-0.86, -0.16],
    [-0.6, -0.2],
    [-0.4, -0.42],
    [-0.02, -0.46],
    [0.22, -0.26],
    [0.5, -0.34],
    [0.76, -0.14],
    [1, 0, 1],
  ];
  return shape(
    points.map(([px, py, c]): Point => [x + px * size, y + py * size * 0.7, c ?? 0]),
    fill,
  );
}

/** A ridge across the whole width; heights are given from left to right. */
export function ridge(
  width: number,
  base: number,
  heights: readonly number[],
  fill: string,
  bottom: number,
): string {
  const last = heights.length - 1;
  const top = heights.map(
    (height, index): Point => [
      (width * index) / last,
      base - height,
      index === 0 || index === last ? 1 : 0,
    ],
  );
  return shape([...top, [width, bottom, 1], [0, bottom, 1]], fill);
}

/** Three ridges, each nearer one darker. */
export function hills(
  width: number,
  base: number,
  tall: number,
  tone: string,
  seed: number,
  air?: string,
): string {
  const random = chance(seed);
  return [0.72, 0.48, 0.22]
    .map((share, index) => {
      const heights = Array.from(
        { length: 6 },
        () => tall * (1 - index * 0.3) * (0.45 + random() * 0.6),
      );
      return ridge(width, base, heights, far(tone, share, air), base + 4);
    })
    .join("");
}

/** Open water with a bright path and short waves. */
export function sea(width: number, top: number, bottom: number, tone: string, seed = 5): string {
  const random = chance(seed);
  const high = bottom - top;
  const bands = [0, 0.16, 0.42].map((share, index) =>
    rect(
      0,
      top + high * share,
      width,
      high * (1 - share),
      mix(tone, color.paper, 0.3 - index * 0.14),
    ),
  );
  let waves = "";
  for (let row = 0; row < 16; row++) {
    const depth = (row + 1) / 16;
    const long = 24 + depth * 60;
    const x = random() * (width - long);
    const y = top + high * depth * 0.94;
    waves += data([
      [x, y, 1],
      [x + long / 2, y - 2 - depth * 3],
      [x + long, y, 1],
      [x + long / 2, y + 1],
    ]);
  }
  return bands.join("") + veil(path(waves, color.white), 0.45);
}

export function ground(width: number, top: number, bottom: number, fill: string, dip = 12): string {
  return shape(
    [
      [0, top, 1],
      [width * 0.3, top - dip],
      [width * 0.7, top + dip * 0.6],
      [width, top - dip * 0.4, 1],
      [width, bottom, 1],
      [0, bottom, 1],
    ],
    fill,
  );
}

/** Blades and stones strewn over a strip of ground. */
export function tufts(
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  count: number,
  fill: string,
  seed = 2,
): string {
  const random = chance(seed);
  let marks = "";
  for (let index = 0; index < count; index++) {
    const x = Math.round(x0 + random() * (x1 - x0));
    const y = Math.round(y0 + random() * (y1 - y0));
    const s = Math.round(5 + (6 * (y - y0)) / Math.max(1, y1 - y0));
    marks += `M${x} ${y}l-${s}-${s * 2} ${s} ${s} 1-${Math.round(s * 1.8)} ${Math.round(s * 0.6)} ${s * 2} ${s}-${s} -${s} ${Math.round(s * 1.4)}z`;
  }
  return path(marks, fill);
}

export function stones(
  x0: number,
  x1: number,
  y0: number,
  y1: number,
  count: number,
  fill: string,
  seed = 4,
): string {
  const random = chance(seed);
  let marks = "";
  for (let index = 0; index < count; index++) {
    const x = Math.round(x0 + random() * (x1 - x0));
    const y = Math.round(y0 + random() * (y1 - y0));
    const s = Math.round(8 + random() * 22);
    marks += `M${x} ${y}h${s}`;
  }
  return `<path stroke="${fill}" stroke-width="4" stroke-linecap="round" fill="none" d="${marks}"/>`;
}

/** Furrows that run to a vanishing point. */
export function rows(
  left: number,
  right: number,
  top: number,
  bottom: number,
  count: number,
  vanish: Vec,
  fill: string,
): string {
  let marks = "";
  for (let index = 0; index <= count; index++) {
    const x = left + ((right - left) * index) / count;
    const wide = ((right - left) / count) * 0.36;
    const t = (bottom - top) / (bottom - vanish[1]);
    const far0 = x + (vanish[0] - x) * t;
    const far1 = x + wide + (vanish[0] - x - wide) * t;
    marks += data([
      [x, bottom, 1],
      [far0, top, 1],
      [far1, top, 1],
      [x + wide, bottom, 1],
    ]);
  }
  return path(marks, fill);
}

export const birds = (spots: readonly Vec[], fill: string, size = 12): string =>
  join(
    ...spots.map(([x, y]) =>
      line(
        [
          [x - size, y - size * 0.3],
          [x - size * 0.45, y - size * 0.5],
          [x, y, 1],
          [x + size * 0.45, y - size * 0.5],
          [x + size, y - size * 0.3],
        ],
        fill,
        2.5,
      ),
    ),
  );

/** A soft patch of shade on the ground. */
export const shadow = (x: number, y: number, rx: number, ry: number, strength = 0.2): string =>
  veil(
    `<ellipse cx="${Math.round(x)}" cy="${Math.round(y)}" rx="${Math.round(rx)}" ry="${Math.round(ry)}" fill="${color.ink}"/>`,
    strength,
  );
