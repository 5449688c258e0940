import { shade } from "./palette.ts";
import { data, flatten, number, type PathOptions, type Point, type Vec } from "./path.ts";

/** Elements are plain strings; a picture is their concatenation. */
export const join = (...parts: (string | false | undefined)[]): string =>
  parts.filter(Boolean).join("");

export const path = (d: string, fill: string, more = ""): string =>
  `<path fill="${shortHex(fill)}"${more === "" ? "" : ` ${more}`} d="${d}"/>`;

export function shortHex(hex: string): string {
  const lower = hex.toLowerCase();
  return /^#(.)\1(.)\2(.)\3$/.test(lower) ? `#${lower[1]}${lower[3]}${lower[5]}` : lower;
}

/** A smooth closed shape. */
export const shape = (points: readonly Point[], fill: string, options?: PathOptions): string =>
  path(data(points, options), fill);

/** A shape of straight edges. */
export const poly = (points: readonly Vec[], fill: string, digits = 0): string =>
  path(
    data(
      points.map(([x, y]): Point => [x, y, 1]),
      { digits },
    ),
    fill,
  );

/** A line of even width with round ends: ropes, spokes, handles. */
export const line = (
  points: readonly Point[],
  stroke: string,
  width: number,
  closed = false,
): string =>
  `<path fill="none" stroke="${shortHex(stroke)}" stroke-width="${number(width, 1)}" stroke-linecap="round" stroke-linejoin="round" d="${data(points, { closed })}"/>`;

export const circle = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${number(x, 1)}" cy="${number(y, 1)}" r="${number(r, 1)}" fill="${shortHex(fill)}"/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string): string =>
  `<ellipse cx="${number(x, 1)}" cy="${number(y, 1)}" rx="${number(rx, 1)}" ry="${number(ry, 1)}" fill="${shortHex(fill)}"/>`;

export const rect = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
): string =>
  radius <= 0
    ? path(
        `M${number(x, 0)} ${number(y, 0)}h${number(width, width < 8 ? 1 : 0)}v${number(height, height < 8 ? 1 : 0)}h${number(-width, width < 8 ? 1 : 0)}z`,
        fill,
      )
    : `<rect x="${number(x, 1)}" y="${number(y, 1)}" width="${number(width, 1)}" height="${number(height, 1)}" rx="${number(radius, 1)}" fill="${shortHex(fill)}"/>`;

/** A group, moved and scaled; `more` carries a class or an id. */
export const group = (content: string, transform = "", more = ""): string =>
  `<g${more === "" ? "" : ` ${more}`}${transform === "" ? "" : ` transform="${transform}"`}>${content}</g>`;

export const at = (x: number, y: number, scale = 1, content = "", mirror = false): string => {
  const factor = mirror || scale !== 1 ? ` scale(${mirror ? `${-scale} ${scale}` : scale})` : "";
  return group(content, `translate(${number(x, 1)} ${number(y, 1)})${factor}`);
};

/** Translucent: a shadow on the ground, a veil of air. */
export const veil = (content: string, opacity: number): string =>
  `<g opacity="${number(opacity, 2)}">${content}</g>`;

/** A shape in two values: the light comes from the left, the right `depth` of it lies in shade. */
export function lit(
  points: readonly Point[],
  fill: string,
  options: { depth?: number; dark?: string } = {},
): string {
  const { depth = 0.32, dark = shade(fill) } = options;
  const edge = flatten(points);
  const top = Math.min(...edge.map((point) => point[1]));
  const bottom = Math.max(...edge.map((point) => point[1]));
  const reach = Math.max((bottom - top) / 14, 1);
  const light = points.map((point): Point => {
    const near = edge.filter((other) => Math.abs(other[1] - point[1]) <= reach);
    const low = Math.min(...near.map((other) => other[0]));
    const high = Math.max(...near.map((other) => other[0]));
    const share = high > low ? Math.min(1, Math.max(0, (point[0] - low) / (high - low))) : 0;
    const x = low + share * (high - low) * (1 - depth * share) - (1 - share);
    return [x, point[1], point[2] ?? 0];
  });
  if (depth <= 0) return shape(points, fill);
  return shape(points, dark) + shape(light, fill);
}

/** Repeatable chance: the same seed gives the same picture. */
export function chance(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4294967296;
  };
}
