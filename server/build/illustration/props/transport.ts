import { color, mix, shade, tint } from "../palette.ts";
import type { Point } from "../path.ts";
import { at, circle, join, line, lit, poly, rect, shape } from "../svg.ts";

/** A dhow under a lateen sail, about 260 long; the sail may carry two seams. */
export function dhow(
  x: number,
  y: number,
  s = 1,
  options: { sail?: string; hull?: string; mirror?: boolean; crew?: boolean } = {},
): string {
  const { sail = color.paper, hull = "#6B3A28", mirror = false, crew = true } = options;
  const body: Point[] = [
    [-130, -34, 1],
    [-96, -14],
    [0, -12],
    [96, -22],
    [146, -52, 1],
    [118, -8],
    [84, 14, 1],
    [-88, 14, 1],
    [-118, -6],
  ];
  const canvas: Point[] = [
    [-112, -44, 1],
    [-40, -150],
    [96, -268, 1],
    [100, -180],
    [70, -96],
    [40, -40, 1],
    [-40, -34],
  ];
  const away: Point[] = [
    [96, -268, 1],
    [100, -180],
    [70, -96],
    [40, -40, 1],
    [10, -38, 1],
    [44, -110],
    [72, -190],
  ];
  const sitter = (dx: number, fill: string): string =>
    shape(
      [
        [dx - 9, -12, 1],
        [dx - 10, -34],
        [dx, -42],
        [dx + 10, -34],
        [dx + 10, -12, 1],
      ],
      fill,
    ) + circle(dx + 1, -48, 7, "#3A241B");
  return at(
    x,
    y,
    s,
    join(
      crew && sitter(-70, color.terracotta) + sitter(70, color.primary),
      rect(-8, -196, 6, 190, shade(hull, 0.3)),
      shape(canvas, sail),
      shape(away, shade(sail, 0.22)),
      line(
        [
          [-118, -40, 1],
          [-40, -154],
          [104, -276, 1],
        ],
        shade(hull, 0.3),
        5,
      ),
      line(
        [
          [-78, -92, 1],
          [40, -60, 1],
        ],
        shade(sail, 0.3),
        2,
      ),
      line(
        [
          [-22, -168, 1],
          [80, -116, 1],
        ],
        shade(sail, 0.3),
        2,
      ),
      lit(body, hull, { depth: 0.3 }),
      line(
        [
          [-128, -32, 1],
          [-96, -14],
          [0, -11],
          [96, -21],
          [144, -50, 1],
        ],
        tint(hull, 0.35),
        4,
      ),
    ),
    mirror,
  );
}

/** A fishing canoe with high ends, about 220 long. */
export function canoe(
  x: number,
  y: number,
  s = 1,
  hull: string = color.terracotta,
  band: string = color.gold,
): string {
  return at(
    x,
    y,
    s,
    join(
      lit(
        [
          [-120, -34, 1],
          [-80, -10],
          [0, -4],
          [80, -10],
          [124, -40, 1],
          [92, 10],
          [60, 16, 1],
          [-62, 16, 1],
          [-92, 8],
        ],
        hull,
        { depth: 0.36 },
      ),
      line(
        [
          [-106, -16, 1],
          [-70, 2],
          [0, 6],
          [74, 1],
          [110, -20, 1],
        ],
        band,
        6,
      ),
    ),
  );
}

function wheel(x: number, y: number, r: number): string {
  return join(
    circle(x, y, r, "#171B1E"),
    circle(x, y, r * 0.74, "#8E9AA0"),
    circle(x, y, r * 0.66, "#3C474D"),
    line(
      [
        [x - r * 0.64, y, 1],
        [x + r * 0.64, y, 1],
      ],
      "#8E9AA0",
      2.5,
    ),
    line(
      [
        [x - r * 0.32, y - r * 0.55, 1],
        [x + r * 0.32, y + r * 0.55, 1],
      ],
      "#8E9AA0",
      2.5,
    ),
    line(
      [
        [x + r * 0.32, y - r * 0.55, 1],
        [x - r * 0.32, y + r * 0.55, 1],
      ],
      "#8E9AA0",
      2.5,
    ),
    circle(x, y, r * 0.2, "#C9D2D5"),
  );
}

/** A boda boda, about 300 long and 170 high, facing right; seat at (-30, -122). */
export function boda(
  x: number,
  y: number,
  s = 1,
  paint: string = color.terracotta,
  mirror = false,
): string {
  return at(
    x,
    y,
    s,
    join(
      wheel(-98, -44, 44),
      wheel(104, -44, 44),
      lit(
        [
          [-148, -74, 1],
          [-120, -98],
          [-80, -98],
          [-56, -76, 1],
          [-62, -70, 1],
          [-86, -86],
          [-118, -86],
          [-142, -66, 1],
        ],
        shade(paint, 0.2),
      ),
      line(
        [
          [-98, -44, 1],
          [-20, -54, 1],
        ],
        "#59666C",
        9,
      ),
      line(
        [
          [-14, -30, 1],
          [-120, -34, 1],
        ],
        "#B9C3C7",
        11,
      ),
      lit(
        [
          [-36, -78, 1],
          [-40, -36, 1],
          [-20, -22],
          [34, -24, 1],
          [42, -52, 1],
          [30, -80, 1],
        ],
        "#6E7B81",
        { depth: 0.4 },
      ),
      [-66, -56, -46].map((dy) => rect(-34, dy, 70, 3.5, "#39454B")).join(""),
      line(
        [
          [76, -128, 1],
          [104, -44, 1],
        ],
        "#B9C3C7",
        9,
      ),
      line(
        [
          [64, -120, 1],
          [30, -34, 1],
        ],
        "#2C363B",
        8,
      ),
      lit(
        [
          [-30, -92, 1],
          [-24, -112],
          [16, -132],
          [58, -126],
          [72, -108, 1],
          [56, -86],
          [10, -78, 1],
        ],
        paint,
        { depth: 0.3 },
      ),
      shape(
        [
          [-14, -106, 1],
          [18, -122],
          [48, -118],
          [20, -112],
        ],
        tint(paint, 0.4),
      ),
      lit(
        [
          [-128, -112, 1],
          [-120, -126],
          [-50, -124],
          [-24, -112, 1],
          [-30, -98],
          [-116, -98, 1],
        ],
        "#1F2427",
      ),
      rect(-152, -116, 34, 6, "#59666C", 3),
      shape(
        [
          [72, -92, 1],
          [104, -98],
          [140, -74],
          [148, -54, 1],
          [132, -70],
          [104, -84],
        ],
        shade(paint, 0.1),
      ),
      line(
        [
          [76, -128, 1],
          [70, -152],
          [46, -160, 1],
        ],
        "#2C363B",
        7,
      ),
      line(
        [
          [72, -150, 1],
          [84, -182, 1],
        ],
        "#2C363B",
        4,
      ),
      circle(86, -186, 9, "#59666C"),
      lit(
        [
          [78, -140],
          [92, -148],
          [106, -140],
          [104, -122],
          [88, -116],
          [78, -124],
        ],
        "#DDE4E4",
      ),
      circle(98, -132, 9, tint(color.gold, 0.3)),
    ),
    mirror,
  );
}

/** A two-wheeled handcart with a load. */
export function cart(x: number, y: number, s = 1, load = "", mirror = false): string {
  const wood = "#8A6344";
  return at(
    x,
    y,
    s,
    join(
      load === "" ? "" : at(0, -84, 1, load),
      lit(
        [
          [-90, -86, 1],
          [-84, -50, 1],
          [84, -50, 1],
          [90, -86, 1],
        ],
        wood,
      ),
      line(
        [
          [88, -64, 1],
          [190, -84, 1],
        ],
        shade(wood),
        8,
      ),
      wheel(-10, -36, 36),
    ),
    mirror,
  );
}

/** Half a bridge of planks on posts, from x to the right. */
export function pier(x: number, y: number, long: number, deep: number, wood = "#7A5843"): string {
  const count = Math.max(2, Math.round(long / 90));
  const posts = Array.from({ length: count }, (_, i) =>
    rect(x + 10 + (i * (long - 28)) / (count - 1), y, 10, deep, shade(wood, 0.3)),
  ).join("");
  return (
    posts +
    rect(x, y - 10, long, 14, wood, 2) +
    poly(
      [
        [x, y - 10],
        [x + 14, y - 18],
        [x + long + 10, y - 18],
        [x + long, y - 10],
      ],
      mix(wood, color.paper, 0.25),
    )
  );
}
