import { shade } from "./palette.ts";
import { across, add, lerp, type Point, sub, unit, type Vec } from "./path.ts";
import { shape } from "./svg.ts";

/**
 * A tube is a row of cross-sections, each with a lit and a dark end: limbs, torsos, skirts and
 * sleeves are all tubes, so one rule shades them and one rule wraps a textile around them.
 */
export type Section = readonly [lit: Vec, dark: Vec];
export type Tube = readonly Section[];
type Cap = "flat" | "round" | "hem";

const light: Vec = [-0.86, -0.5];

/** Cross-sections along a line of centres with half widths; `shift` moves a section sideways. */
export function along(
  centres: readonly Vec[],
  halves: readonly number[],
  shifts: readonly number[] = [],
): Tube {
  return centres.map((centre, index): Section => {
    const before = centres[Math.max(0, index - 1)] as Vec;
    const after = centres[Math.min(centres.length - 1, index + 1)] as Vec;
    const a = unit(sub(centre, before));
    const b = unit(sub(after, centre));
    let normal = across(unit(add(a[0] || a[1] ? a : b, b[0] || b[1] ? b : a)));
    const half = halves[index] ?? 0;
    const middle = add(centre, normal, shifts[index] ?? 0);
    if (normal[0] * light[0] + normal[1] * light[1] < 0) normal = [-normal[0], -normal[1]];
    return [add(middle, normal, half), add(middle, normal, -half)];
  });
}

function ends(section: Section, next: Section, cap: Cap): Point[] {
  const [first, second] = section;
  const middle = lerp(first, second, 0.5);
  const out = unit(sub(middle, lerp(next[0], next[1], 0.5)));
  const half = Math.hypot(second[0] - first[0], second[1] - first[1]) / 2;
  if (cap === "flat") return [];
  const reach = cap === "round" ? half * 0.85 : half * 0.16;
  if (cap === "round") {
    return [0.15, 0.5, 0.85].map((t) =>
      add(lerp(first, second, t), out, t === 0.5 ? reach : reach * 0.62),
    );
  }
  return [add(middle, out, reach)];
}

export function outline(tube: Tube, start: Cap, end: Cap): Point[] {
  const last = tube.length - 1;
  const corner = (index: number): 0 | 1 =>
    (index === 0 && start !== "round") || (index === last && end !== "round") ? 1 : 0;
  const left = tube.map(([a], index): Point => [a[0], a[1], corner(index)]);
  const right = tube.map(([, b], index): Point => [b[0], b[1], corner(index)]).reverse();
  const first = tube[0] as Section;
  const final = tube[last] as Section;
  return [
    ...left,
    ...ends(final, tube[last - 1] ?? first, end),
    ...right,
    ...ends(first, tube[1] ?? final, start).reverse(),
  ];
}

/** The part of a tube between two shares of its width. */
export const strip = (tube: Tube, from: number, to: number): Tube =>
  tube.map(([a, b]): Section => [lerp(a, b, from), lerp(a, b, to)]);

/** The point at `u` across and `v` down. */
export function onTube(tube: Tube, u: number, v: number): Vec {
  const place = Math.min(Math.max(v, 0), 1) * (tube.length - 1);
  const index = Math.min(Math.floor(place), tube.length - 2);
  const [a, b] = tube[index] as Section;
  const [c, d] = (tube[index + 1] ?? tube[index]) as Section;
  return lerp(lerp(a, b, u), lerp(c, d, u), place - index);
}

/** The piece of a tube between two heights. */
export function piece(tube: Tube, from: number, to: number, steps = 3): Tube {
  return Array.from({ length: steps }, (_, step): Section => {
    const v = from + ((to - from) * step) / (steps - 1);
    return [onTube(tube, 0, v), onTube(tube, 1, v)];
  });
}

export type TubeStyle = {
  fill: string;
  dark?: string | undefined;
  depth?: number;
  start?: Cap;
  end?: Cap;
};

/** A tube in two values. */
export function drawTube(tube: Tube, style: TubeStyle): string {
  const { fill, dark = shade(fill), depth = 0.34, start = "flat", end = "flat" } = style;
  if (depth <= 0) return shape(outline(tube, start, end), fill);
  const whole = shape(outline(tube, start, end), dark);
  return whole + shape(outline(strip(tube, -0.015, 1 - depth), start, end), fill);
}
