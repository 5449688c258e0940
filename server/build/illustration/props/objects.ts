import { color, mix, shade, tint } from "../palette.ts";
import { data, type Point, place } from "../path.ts";
import { at, circle, ellipse, join, line, lit, path, poly, rect, shape } from "../svg.ts";

const wood = "#8A6344";

/** A football of radius r. */
export function football(x: number, y: number, r: number, light: string = color.paper): string {
  const pent = (cx: number, cy: number, size: number, angle: number): string =>
    data(
      place(
        [
          [0, -1, 1],
          [0.95, -0.31, 1],
          [0.59, 0.81, 1],
          [-0.59, 0.81, 1],
          [-0.95, -0.31, 1],
        ],
        [x + cx * r, y + cy * r],
        size * r,
        angle,
      ),
      { digits: 1 },
    );
  return join(
    circle(x, y, r, shade(light, 0.4)),
    ellipse(x - r * 0.1, y - r * 0.06, r * 0.88, r * 0.93, light),
    path(
      pent(-0.06, -0.04, 0.3, 8) +
        pent(-0.62, -0.52, 0.22, 40) +
        pent(0.52, -0.6, 0.22, 10) +
        pent(0.66, 0.42, 0.22, 60) +
        pent(-0.1, 0.78, 0.2, 30) +
        pent(-0.8, 0.3, 0.2, 0),
      color.ink,
    ),
  );
}

/** An open book seen from above at a slant, `w` half its width. */
export function openBook(x: number, y: number, w: number, cover: string = color.primary): string {
  const h = w * 0.62;
  return join(
    shape(
      [
        [x - w * 1.05, y - h * 0.6, 1],
        [x - w * 0.5, y - h * 0.9],
        [x, y - h * 0.66, 1],
        [x + w * 0.5, y - h * 0.9],
        [x + w * 1.05, y - h * 0.6, 1],
        [x + w * 1.12, y + h * 0.5, 1],
        [x, y + h * 0.56, 1],
        [x - w * 1.12, y + h * 0.5, 1],
      ],
      cover,
    ),
    shape(
      [
        [x - w, y - h * 0.66, 1],
        [x - w * 0.5, y - h * 0.94],
        [x, y - h * 0.7, 1],
        [x, y + h * 0.42, 1],
        [x - w * 0.5, y + h * 0.14],
        [x - w * 1.05, y + h * 0.36, 1],
      ],
      "#FFFDF6",
    ),
    shape(
      [
        [x + w, y - h * 0.66, 1],
        [x + w * 0.5, y - h * 0.94],
        [x, y - h * 0.7, 1],
        [x, y + h * 0.42, 1],
        [x + w * 0.5, y + h * 0.14],
        [x + w * 1.05, y + h * 0.36, 1],
      ],
      shade("#FFFDF6", 0.2),
    ),
    `<path fill="none" stroke="${color.metal}" stroke-width="${Math.max(1, Math.round(w * 0.04))}" d="M${Math.round(x - w * 0.8)} ${Math.round(y - h * 0.44)}q${Math.round(w * 0.3)}-${Math.round(h * 0.22)} ${Math.round(w * 0.6)} 0M${Math.round(x - w * 0.82)} ${Math.round(y - h * 0.14)}q${Math.round(w * 0.3)}-${Math.round(h * 0.22)} ${Math.round(w * 0.6)} 0M${Math.round(x + w * 0.2)} ${Math.round(y - h * 0.44)}q${Math.round(w * 0.3)}-${Math.round(h * 0.22)} ${Math.round(w * 0.6)} 0M${Math.round(x + w * 0.2)} ${Math.round(y - h * 0.14)}q${Math.round(w * 0.3)}-${Math.round(h * 0.22)} ${Math.round(w * 0.6)} 0"/>`,
  );
}

/** A desk or a table, `tall` high. */
export function table(x: number, y: number, wide: number, tall: number, fill = wood): string {
  return join(
    rect(x + 12, y - tall, 10, tall, shade(fill, 0.2)),
    rect(x + wide - 22, y - tall, 10, tall, shade(fill, 0.36)),
    rect(x + 12, y - tall + 8, wide - 24, 22, shade(fill, 0.28)),
    rect(x, y - tall - 4, wide, 13, tint(fill, 0.25), 2),
  );
}

export function bench(x: number, y: number, wide: number, tall = 70, fill = wood): string {
  return (
    rect(x + 16, y - tall, 11, tall, shade(fill, 0.25)) +
    rect(x + wide - 27, y - tall, 11, tall, shade(fill, 0.4)) +
    rect(x, y - tall - 6, wide, 14, fill, 3) +
    rect(x, y - tall - 6, wide, 5, tint(fill, 0.3), 2)
  );
}

/** A metal cash box with three padlocks. */
export function cashBox(x: number, y: number, s = 1, fill: string = color.primaryDark): string {
  const lock = (dx: number): string =>
    line(
      [
        [dx - 7, -44, 1],
        [dx - 6, -56],
        [dx + 6, -56],
        [dx + 7, -44, 1],
      ],
      color.ink,
      4,
    ) + rect(dx - 10, -46, 20, 18, color.gold, 3);
  return at(
    x,
    y,
    s,
    join(
      poly(
        [
          [-74, -66],
          [-60, -88],
          [88, -88],
          [74, -66],
        ],
        tint(fill, 0.25),
      ),
      poly(
        [
          [74, -66],
          [88, -88],
          [88, -20],
          [74, 0],
        ],
        shade(fill, 0.36),
      ),
      rect(-74, -66, 148, 66, fill),
      rect(-74, -48, 148, 5, shade(fill, 0.3)),
      lock(-44),
      lock(0),
      lock(44),
    ),
  );
}

export const coins = (x: number, y: number, count: number, r = 16): string =>
  Array.from(
    { length: count },
    (_, i) =>
      ellipse(x, y - i * r * 0.46, r, r * 0.4, shade(color.gold, 0.3)) +
      ellipse(
        x,
        y - i * r * 0.46 - r * 0.2,
        r,
        r * 0.4,
        i === count - 1 ? tint(color.gold, 0.25) : color.gold,
      ),
  ).join("");

/** A round clay pot. */
export function pot(x: number, y: number, s = 1, fill: string = color.terracotta): string {
  return at(
    x,
    y,
    s,
    join(
      lit(
        [
          [-30, -118, 1],
          [-24, -100],
          [-62, -66],
          [-58, -20],
          [-30, 0, 1],
          [30, 0, 1],
          [58, -20],
          [62, -66],
          [24, -100],
          [30, -118, 1],
        ],
        fill,
        { depth: 0.4 },
      ),
      path(
        "M-60-62l12 12 12-12 12 12 12-12 12 12 12-12 12 12 12-12 12 12 12-12v10l-12 12-12-12-12 12-12-12-12 12-12-12-12 12-12-12-12 12-12-12z",
        color.sand,
      ),
      ellipse(0, -118, 32, 8, shade(fill, 0.5)),
    ),
  );
}

/** A hand-cranked sewing machine facing left. */
export function sewing(x: number, y: number, s = 1, fill: string = color.ink): string {
  return at(
    x,
    y,
    s,
    join(
      rect(-110, -16, 230, 16, wood, 3),
      rect(-110, -16, 230, 6, tint(wood, 0.3), 2),
      lit(
        [
          [-92, -110, 1],
          [-84, -128],
          [40, -132],
          [86, -120],
          [92, -60],
          [92, -16, 1],
          [46, -16, 1],
          [46, -80],
          [30, -88, 1],
          [-66, -88, 1],
          [-70, -60, 1],
          [-88, -60, 1],
        ],
        fill,
        { depth: 0.2 },
      ),
      rect(-82, -60, 5, 38, color.metal),
      rect(-96, -24, 34, 6, color.metal),
      path("M-50-108h90", "none", `stroke="${color.gold}" stroke-width="5" stroke-linecap="round"`),
      circle(98, -92, 34, shade(color.metal, 0.3)),
      circle(98, -92, 24, fill),
      circle(98, -92, 7, color.gold),
      circle(0, -140, 9, color.terracotta),
      rect(-3, -140, 6, 12, color.metal),
    ),
  );
}

/** Folded cloth in a pile. */
export const folded = (x: number, y: number, w: number, fills: readonly string[]): string =>
  fills
    .map(
      (fill, i) =>
        rect(x - w / 2 + (i % 2) * 3, y - (i + 1) * 13, w, 12, fill, 5) +
        rect(
          x - w / 2 + (i % 2) * 3 + w * 0.62,
          y - (i + 1) * 13,
          w * 0.38,
          12,
          shade(fill, 0.2),
          5,
        ),
    )
    .join("");

/** Bananas in a hand. */
export const bananas = (x: number, y: number, s = 1): string =>
  at(
    x,
    y,
    s,
    [-30, -10, 10, 30]
      .map((angle, i) =>
        shape(
          place(
            [
              [0, -8, 1],
              [-10, 14],
              [-2, 44, 1],
              [8, 16],
              [5, -8, 1],
            ],
            [0, -40],
            1,
            angle,
          ),
          i < 2 ? tint(color.gold, 0.15) : shade(color.gold, 0.16),
        ),
      )
      .join("") + rect(-5, -54, 10, 12, color.laterite, 3),
  );

/** A hoe between two points held by a figure. */
export const tool = (
  from: readonly [number, number],
  to: readonly [number, number],
  head: string = color.metal,
): string => {
  const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  return (
    line(
      [
        [from[0], from[1], 1],
        [to[0], to[1], 1],
      ],
      wood,
      7,
    ) +
    shape(
      place(
        [
          [-6, -4, 1],
          [8, -4, 1],
          [4, 40, 1],
          [-16, 34, 1],
        ],
        [to[0], to[1]],
        1,
        angle,
      ),
      head,
    )
  );
};

export function cone(x: number, y: number, s = 1): string {
  return at(
    x,
    y,
    s,
    lit(
      [
        [-18, -6, 1],
        [-5, -62, 1],
        [5, -62, 1],
        [18, -6, 1],
      ],
      "#E0692F",
    ) +
      poly(
        [
          [-13, -26],
          [-9, -42],
          [9, -42],
          [13, -26],
        ],
        color.paper,
      ) +
      rect(-26, -7, 52, 8, shade("#E0692F"), 2),
  );
}

export const clipboard = (x: number, y: number, s = 1): string =>
  at(
    x,
    y,
    s,
    `<g transform="rotate(-14)">${rect(-24, -34, 48, 64, wood, 3)}${rect(-19, -26, 38, 52, color.white)}${rect(-9, -38, 18, 8, color.metal, 2)}<path stroke="${color.metal}" stroke-width="3" d="M-13-14h26M-13-4h26M-13 6h18"/></g>`,
  );

/** A wooden crate of goods. */
export const crate = (x: number, y: number, w: number, h: number, goods = ""): string =>
  join(
    goods === "" ? "" : at(x + w / 2, y - h, 1, goods),
    rect(x, y - h, w, h, wood),
    rect(x, y - h, w, h * 0.28, tint(wood, 0.25)),
    rect(x, y - h * 0.5, w, h * 0.28, tint(wood, 0.12)),
    rect(x + w * 0.88, y - h, w * 0.12, h, shade(wood, 0.3)),
  );

/** A mat with a striped edge, in perspective. */
export function mat(
  x: number,
  y: number,
  w: number,
  h: number,
  fill: string = color.ochre,
): string {
  return join(
    poly(
      [
        [x - w / 2, y],
        [x - w * 0.4, y - h],
        [x + w * 0.4, y - h],
        [x + w / 2, y],
      ],
      fill,
    ),
    poly(
      [
        [x - w * 0.46, y - h * 0.12],
        [x - w * 0.385, y - h * 0.82],
        [x - w * 0.36, y - h * 0.82],
        [x - w * 0.43, y - h * 0.12],
      ],
      color.laterite,
    ),
    poly(
      [
        [x + w * 0.46, y - h * 0.12],
        [x + w * 0.385, y - h * 0.82],
        [x + w * 0.36, y - h * 0.82],
        [x + w * 0.43, y - h * 0.12],
      ],
      color.laterite,
    ),
    poly(
      [
        [x - w * 0.4, y - h * 0.2],
        [x - w * 0.39, y - h * 0.28],
        [x + w * 0.39, y - h * 0.28],
        [x + w * 0.4, y - h * 0.2],
      ],
      tint(fill, 0.4),
    ),
  );
}

/** A cow grazing, facing left, about 190 long. */
export function cow(x: number, y: number, s = 1, fill = "#8C5A3C", mirror = false): string {
  const body: Point[] = [
    [-74, -112],
    [-40, -124],
    [-10, -122],
    [20, -132],
    [60, -116],
    [84, -108],
    [90, -70],
    [82, -48],
    [40, -44],
    [-30, -44],
    [-66, -58],
  ];
  return at(
    x,
    y,
    s,
    join(
      rect(-46, -60, 11, 60, shade(fill, 0.4)),
      rect(60, -60, 11, 60, shade(fill, 0.4)),
      lit(body, fill, { depth: 0.3 }),
      rect(-60, -60, 12, 60, fill),
      rect(74, -64, 12, 64, shade(fill, 0.2)),
      lit(
        [
          [-66, -110, 1],
          [-96, -78],
          [-116, -40],
          [-132, -26],
          [-124, -12],
          [-104, -18],
          [-88, -44],
          [-62, -70, 1],
        ],
        mix(fill, color.ink, 0.1),
      ),
      line(
        [
          [-104, -50, 1],
          [-128, -58],
          [-136, -78, 1],
        ],
        color.paper,
        5,
      ),
      line(
        [
          [-98, -52, 1],
          [-92, -66],
          [-98, -86, 1],
        ],
        color.paper,
        5,
      ),
      line(
        [
          [90, -104, 1],
          [100, -70],
          [98, -40, 1],
        ],
        shade(fill, 0.3),
        4,
      ),
    ),
    mirror,
  );
}
