import { color, mix, tint } from "./palette.ts";
import { data, type Point, place, turn } from "./path.ts";
import { chance, circle, group, join, path, rect } from "./svg.ts";

/** Motif x lattice x palette, chosen by seed: printed cotton for the six themes. */
export type Motif =
  | "baskets"
  | "rings"
  | "rays"
  | "drops"
  | "leaves"
  | "chevrons"
  | "waves"
  | "drums";
export type Inks = readonly [ground: string, bold: string, light: string, spark: string];

const ring = (r: number, stroke: string, width: number, dash = ""): string =>
  `<circle r="${Math.round(r)}" fill="none" stroke="${stroke.toLowerCase()}" stroke-width="${Math.round(width)}"${dash === "" ? "" : ` stroke-dasharray="${dash}"`}/>`;

function around(
  count: number,
  points: readonly Point[],
  radius: number,
  size: number,
  start = 0,
): string {
  return Array.from({ length: count }, (_, index) => {
    const angle = start + (index * 360) / count;
    return data(place(points, turn([0, -radius], angle), size, angle));
  }).join("");
}

const drop: Point[] = [
  [0, -1, 1],
  [0.5, 0.1],
  [0.36, 0.62],
  [0, 0.8],
  [-0.36, 0.62],
  [-0.5, 0.1],
];
const leaf: Point[] = [
  [0, -1, 1],
  [0.42, -0.2],
  [0.3, 0.5],
  [0, 0.9, 1],
  [-0.3, 0.5],
  [-0.42, -0.2],
];
const ray: Point[] = [
  [0, -1, 1],
  [0.28, 0.6, 1],
  [-0.28, 0.6, 1],
];
const lozenge: Point[] = [
  [0, -1, 1],
  [0.5, 0, 1],
  [0, 1, 1],
  [-0.5, 0, 1],
];

/** One motif round the origin, `r` its reach. */
export function motif(kind: Motif, r: number, inks: Inks, seed = 1): string {
  const random = chance(seed);
  const [ground, bold, light, spark] = inks;
  const few = 6 + Math.floor(random() * 2) * 2;
  switch (kind) {
    case "baskets":
      return join(
        circle(0, 0, r, bold),
        path(around(few * 2, ray, r * 0.74, r * 0.24), light),
        ring(r * 0.5, spark, r * 0.1),
        ring(r * 0.34, light, r * 0.09, `${Math.round(r * 0.12)} ${Math.round(r * 0.1)}`),
        circle(0, 0, r * 0.2, spark),
      );
    case "rings":
      return join(
        ...[-0.42, 0.42].map(
          (dx, i) =>
            `<g transform="translate(${Math.round(r * dx)} 0)">${ring(r * 0.55, i ? spark : bold, r * 0.24)}${ring(r * 0.55, light, r * 0.06, `${Math.round(r * 0.1)} ${Math.round(r * 0.08)}`)}</g>`,
        ),
        circle(0, 0, r * 0.14, light),
      );
    case "rays":
      return join(
        path(around(16, ray, r * 0.7, r * 0.3), bold),
        path(around(16, ray, r * 0.5, r * 0.2, 11.25), spark),
        circle(0, 0, r * 0.36, light),
        circle(0, 0, r * 0.22, bold),
        circle(0, 0, r * 0.1, spark),
      );
    case "drops":
      return join(
        path(around(8, drop, r * 0.66, r * 0.4), bold),
        path(around(8, drop, r * 0.62, r * 0.2), light),
        ring(r * 0.22, spark, r * 0.09),
        circle(0, 0, r * 0.09, light),
      );
    case "leaves":
      return join(
        path(around(few, leaf, r * 0.56, r * 0.48), bold),
        path(
          around(
            few,
            [
              [0, -0.8, 1],
              [0.06, 0.7, 1],
              [-0.06, 0.7, 1],
            ],
            r * 0.56,
            r * 0.48,
          ),
          light,
        ),
        path(around(few, drop, r * 0.74, r * 0.14, 180 / few), spark),
        circle(0, 0, r * 0.14, spark),
      );
    case "chevrons":
      return join(
        ...[1, 0.74, 0.5, 0.26].map((share, i) =>
          path(
            data(place(lozenge, [0, 0], [r * 1.6 * share, r * share])),
            [bold, light, spark, ground][i] ?? bold,
          ),
        ),
      );
    case "waves":
      return join(
        ...[0.96, 0.72, 0.48].map((share, i) =>
          ring(r * share, [bold, light, bold][i] ?? bold, r * 0.1),
        ),
        path(around(4, leaf, r * 0.2, r * 0.2), spark),
      );
    default:
      return join(
        path(
          data(
            place(
              [
                [-0.7, -0.8, 1],
                [-0.5, 0, 0],
                [-0.6, 0.8, 1],
                [0.6, 0.8, 1],
                [0.5, 0, 0],
                [0.7, -0.8, 1],
              ],
              [0, 0],
              r,
            ),
          ),
          bold,
        ),
        path(
          `M${Math.round(-r * 0.62)} ${Math.round(-r * 0.5)}l${[1, 2, 3, 4, 5, 6].map((i) => `${Math.round(r * 0.2)} ${Math.round((i % 2 ? 1 : -1) * r * 0.9)}`).join(" ")}`,
          "none",
          `stroke="${light.toLowerCase()}" stroke-width="${Math.round(r * 0.08)}"`,
        ),
        `<ellipse cy="${Math.round(-r * 0.8)}" rx="${Math.round(r * 0.7)}" ry="${Math.round(r * 0.2)}" fill="${spark.toLowerCase()}"/>`,
      );
  }
}

export type Print = {
  id: string;
  kind: Motif;
  lattice: "brick" | "square" | "diamond";
  inks: Inks;
  seed: number;
};

/** One repeat of a print; what crosses an edge comes back on the other side. */
export function repeat(print: Print, size = 160): string {
  const { id, kind, lattice, inks, seed } = print;
  const half = size / 2;
  const big = group(
    motif(kind, size * (lattice === "square" ? 0.29 : 0.31), inks, seed),
    "",
    `id="${id}-a"`,
  );
  const small = group(
    join(
      path(around(4, lozenge, size * 0.085, size * 0.055), inks[3]),
      circle(0, 0, size * 0.03, inks[2]),
    ),
    "",
    `id="${id}-b"`,
  );
  const put = (name: string, spots: readonly (readonly [number, number])[]): string =>
    spots.map(([x, y]) => `<use href="#${id}-${name}" x="${x}" y="${y}"/>`).join("");
  const corners = [
    [0, 0],
    [size, 0],
    [0, size],
    [size, size],
  ] as const;
  const edges = [
    [half, 0],
    [half, size],
    [0, half],
    [size, half],
  ] as const;
  const body =
    lattice === "square"
      ? put("a", [[half, half]]) + put("b", corners) + put("b", edges)
      : lattice === "brick"
        ? put("a", [...corners, [half, half]]) + put("b", edges)
        : put("a", edges) + put("b", [...corners, [half, half]]);
  const specks = path(
    Array.from(
      { length: 8 },
      (_, i) =>
        `M${Math.round(size * (((i * 3) % 8) / 8 + 0.06))} ${Math.round(size * (i / 8 + 0.06))}h0`,
    ).join(""),
    "none",
    `stroke="${mix(inks[0], inks[2], 0.4)}" stroke-width="3" stroke-linecap="round"`,
  );
  return `<defs>${big}${small}</defs>${rect(0, 0, size, size, inks[0])}${specks}${body}`;
}

/** A field of motifs inside a picture, drawn once and used again. */
export function field(print: Print, width: number, height: number, step: number): string {
  const { id, kind, inks, seed } = print;
  const uses: string[] = [];
  for (let row = 0; row * step * 0.5 <= height + step * 0.5; row++) {
    for (let x = row % 2 ? step / 2 : 0; x <= width + step * 0.4; x += step) {
      uses.push(`<use href="#${id}-m" x="${Math.round(x)}" y="${Math.round(row * step * 0.5)}"/>`);
    }
  }
  return `${rect(0, 0, width, height, inks[0])}<defs>${group(motif(kind, step * 0.3, inks, seed), "", `id="${id}-m"`)}</defs>${uses.join("")}`;
}

const {
  primary,
  gold,
  paper,
  terracotta,
  laterite,
  forest,
  acacia,
  accent,
  deep,
  ochre,
  primaryDark,
  sand,
} = color;
export const prints = {
  livelihoods: {
    id: "livelihoods",
    kind: "baskets",
    lattice: "brick",
    inks: [ochre, laterite, sand, gold],
    seed: 3,
  },
  gender: {
    id: "gender",
    kind: "rings",
    lattice: "diamond",
    inks: [terracotta, laterite, paper, gold],
    seed: 5,
  },
  youth: {
    id: "youth",
    kind: "rays",
    lattice: "brick",
    inks: [gold, terracotta, paper, primaryDark],
    seed: 8,
  },
  wash: {
    id: "wash",
    kind: "drops",
    lattice: "brick",
    inks: [primary, deep, tint(accent, 0.5), gold],
    seed: 2,
  },
  climate: {
    id: "climate",
    kind: "leaves",
    lattice: "diamond",
    inks: [forest, acacia, sand, gold],
    seed: 9,
  },
  emergency: {
    id: "emergency",
    kind: "chevrons",
    lattice: "brick",
    inks: [deep, terracotta, paper, gold],
    seed: 4,
  },
} as const satisfies Record<string, Print>;
