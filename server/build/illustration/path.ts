/** Points in, path data out: smooth closed shapes, rounded, written with relative commands. */
export type Vec = readonly [x: number, y: number];
/** A point; a third member 1 makes it a sharp corner. */
export type Point = readonly [x: number, y: number, corner?: 0 | 1];

type Cubic = { a: Vec; b: Vec; to: Vec; straight: boolean };

export const add = (a: Vec, b: Vec, k = 1): Vec => [a[0] + b[0] * k, a[1] + b[1] * k];
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1]];
export const lerp = (a: Vec, b: Vec, t: number): Vec => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
];
export const length = (a: Vec): number => Math.hypot(a[0], a[1]);
export const unit = (a: Vec): Vec => {
  const size = length(a) || 1;
  return [a[0] / size, a[1] / size];
};
/** A quarter turn. */
export const across = (a: Vec): Vec => [-a[1], a[0]];

export function number(value: number, digits: number): string {
  const text = (Math.round(value * 10 ** digits) / 10 ** digits).toFixed(digits);
  const short = digits > 0 ? text.replace(/\.?0+$/, "") : text;
  if (short === "-0" || short === "") return "0";
  return short.replace(/^(-?)0\./, "$1.");
}

function list(values: readonly number[], digits: number): string {
  return values.reduce((text, value) => {
    const next = number(value, digits);
    return text === "" || next.startsWith("-") ? text + next : `${text} ${next}`;
  }, "");
}

function tangent(points: readonly Point[], index: number, closed: boolean): Vec {
  const count = points.length;
  const here = points[index] as Point;
  if (here[2] === 1) return [0, 0];
  const before = points[closed ? (index - 1 + count) % count : Math.max(0, index - 1)] as Point;
  const after = points[closed ? (index + 1) % count : Math.min(count - 1, index + 1)] as Point;
  return unit([after[0] - before[0], after[1] - before[1]]);
}

/** How far the handles reach at a point; equal where they nearly are, which writes shorter. */
function reach(points: readonly Point[], index: number, closed: boolean, pull: number): Vec {
  const count = points.length;
  const here = points[index] as Point;
  const before = points[closed ? (index - 1 + count) % count : Math.max(0, index - 1)] as Point;
  const after = points[closed ? (index + 1) % count : Math.min(count - 1, index + 1)] as Point;
  const into = Math.hypot(here[0] - before[0], here[1] - before[1]) * pull;
  const out = Math.hypot(after[0] - here[0], after[1] - here[1]) * pull;
  const ratio = into / (out || 1);
  const middle = (into + out) / 2;
  return ratio > 0.55 && ratio < 1.8 ? [middle, middle] : [into, out];
}

function cubics(points: readonly Point[], closed: boolean, pull: number): Cubic[] {
  const count = points.length;
  const result: Cubic[] = [];
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const from = points[index] as Point;
    const to = points[(index + 1) % count] as Point;
    const leave = tangent(points, index, closed);
    const arrive = tangent(points, (index + 1) % count, closed);
    const out = reach(points, index, closed, pull)[1];
    const into = reach(points, (index + 1) % count, closed, pull)[0];
    result.push({
      a: [from[0] + leave[0] * out, from[1] + leave[1] * out],
      b: [to[0] - arrive[0] * into, to[1] - arrive[1] * into],
      to: [to[0], to[1]],
      straight: from[2] === 1 && to[2] === 1,
    });
  }
  return result;
}

export type PathOptions = { closed?: boolean; digits?: number; pull?: number };

/** Path data of a smooth line through the points. */
export function data(points: readonly Point[], options: PathOptions = {}): string {
  const { closed = true, digits = 0, pull = 0.37 } = options;
  const round = (value: number) => Math.round(value * 10 ** digits) / 10 ** digits;
  const first = points[0];
  if (first === undefined) return "";
  let at: Vec = [round(first[0]), round(first[1])];
  let text = `M${list(at, digits)}`;
  let command = "M";
  let smoothFrom: Vec | undefined;
  for (const { a, b, to, straight } of cubics(points, closed, pull)) {
    const end: Vec = [round(to[0]), round(to[1])];
    const mirrored = smoothFrom !== undefined && length(sub(a, smoothFrom)) <= 2.1 / 10 ** digits;
    const wanted = straight ? [end] : mirrored ? [b, end] : [a, b, end];
    const next = straight ? "l" : mirrored ? "s" : "c";
    const body = list(
      wanted.flatMap((point) => [...sub(point, at)]),
      digits,
    );
    smoothFrom = straight ? undefined : [end[0] * 2 - round(b[0]), end[1] * 2 - round(b[1])];
    text += next === command ? (body.startsWith("-") ? body : ` ${body}`) : next + body;
    command = next;
    at = end;
  }
  return closed ? `${text}z` : text;
}

/** Points along the curve, for measuring. */
export function flatten(points: readonly Point[], closed = true, steps = 6): Vec[] {
  const result: Vec[] = [];
  let from = points[0] as Point;
  for (const { a, b, to, straight } of cubics(points, closed, 0.37)) {
    for (let step = 1; step <= steps; step++) {
      const t = step / steps;
      const u = 1 - t;
      const mixAxis = (axis: 0 | 1): number =>
        straight
          ? from[axis] * u + to[axis] * t
          : from[axis] * u ** 3 +
            3 * a[axis] * u * u * t +
            3 * b[axis] * u * t * t +
            to[axis] * t ** 3;
      result.push([mixAxis(0), mixAxis(1)]);
    }
    from = to;
  }
  return result;
}

export const turn = (point: Vec, degrees: number): Vec => {
  const angle = (degrees * Math.PI) / 180;
  const [x, y] = point;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
};

/** The points moved, scaled, mirrored (scale.x below 0) and turned. */
export function place(
  points: readonly Point[],
  at: Vec,
  scale: number | Vec,
  degrees = 0,
): Point[] {
  const [sx, sy] = typeof scale === "number" ? [scale, scale] : scale;
  return points.map((point) => {
    const turned = turn([point[0] * sx, point[1] * sy], degrees);
    return [turned[0] + at[0], turned[1] + at[1], point[2] ?? 0];
  });
}
