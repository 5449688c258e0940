import { picture } from "../document.ts";
import { color, mix, shade } from "../palette.ts";
import { data, type Point } from "../path.ts";
import { outline } from "../props/tanzania.ts";
import { circle, ellipse, join, path, rect, shape, veil } from "../svg.ts";

type Degrees = readonly (readonly [longitude: number, latitude: number])[];

const project = (points: Degrees): Point[] =>
  points.map(([lon, lat]): Point => [40 + (lon - 29.3) * 64, 30 - (lat + 0.95) * 64, 1]);

/* Regions in broad strokes; the country's outline cuts them. */
const regions = {
  tanga: [
    [38, -4.2],
    [39.6, -4.4],
    [39.3, -5.5],
    [38.95, -6],
    [38.1, -5.95],
    [37.4, -6],
    [37.2, -5.5],
    [37.6, -4.8],
  ],
  lindi: [
    [38, -8.7],
    [38.8, -8.5],
    [40, -8.45],
    [40.4, -9.5],
    [40.3, -10.2],
    [39.2, -10.5],
    [38.4, -10.6],
    [37.6, -10.3],
    [37.2, -9.6],
  ],
  mtwara: [
    [40.3, -10.2],
    [40.9, -10.2],
    [40.7, -11.2],
    [39, -11.9],
    [37.9, -11.9],
    [37.9, -11.2],
    [38.4, -10.6],
    [39.2, -10.5],
  ],
  pwani: [
    [38.1, -5.95],
    [38.95, -6],
    [39.1, -6.3],
    [39.7, -6.9],
    [40.1, -7.6],
    [40.1, -8.2],
    [40, -8.45],
    [38.8, -8.5],
    [38.2, -8],
    [38.3, -7.2],
    [38, -6.6],
  ],
  morogoro: [
    [37.4, -6],
    [38.1, -5.95],
    [38, -6.6],
    [38.3, -7.2],
    [38.2, -8],
    [38.8, -8.5],
    [38, -8.7],
    [37.2, -9.6],
    [36.3, -9.9],
    [35.7, -9.2],
    [36.2, -8.4],
    [36.7, -7.6],
    [36.6, -6.7],
    [36.9, -6],
    [37.2, -5.5],
  ],
  dodoma: [
    [35.5, -4.4],
    [36.2, -4.4],
    [36.5, -5.2],
    [37.2, -5.5],
    [36.9, -6],
    [36.6, -6.7],
    [36.2, -7.2],
    [35.4, -7.2],
    [35, -6.9],
    [34.9, -6],
    [35.3, -5.2],
  ],
  singida: [
    [35.5, -4.4],
    [35.3, -5.2],
    [34.9, -6],
    [35, -6.9],
    [34.3, -7.4],
    [33.7, -7],
    [33.6, -6],
    [33.9, -5.2],
    [33.8, -4.6],
    [34.3, -3.9],
    [35, -3.8],
  ],
  tabora: [
    [33.8, -4.6],
    [33.9, -5.2],
    [33.6, -6],
    [33.7, -7],
    [33, -7],
    [32.2, -6.6],
    [31.6, -6.2],
    [31.5, -5.2],
    [31.4, -4.4],
    [32.2, -4.2],
    [33.2, -4],
    [33.8, -4.2],
  ],
  kigoma: [
    [31.4, -4.4],
    [31.5, -5.2],
    [31.6, -6.2],
    [30.6, -6.3],
    [29, -6.3],
    [29, -4.3],
    [29.7, -4.4],
    [30.2, -3.3],
    [30.8, -3.2],
    [31.2, -3.8],
  ],
} satisfies Record<string, Degrees>;

const victoria: Degrees = [
  [31.7, -0.9],
  [31.8, -1.3],
  [31.72, -1.8],
  [31.68, -2.2],
  [31.8, -2.65],
  [32.05, -2.5],
  [32.3, -2.35],
  [32.6, -2.5],
  [32.8, -2.45],
  [32.86, -2.75],
  [32.94, -2.5],
  [33.1, -2.4],
  [33.4, -2.5],
  [33.85, -2.3],
  [33.5, -2.1],
  [33.2, -2.05],
  [33.4, -1.85],
  [33.65, -1.75],
  [33.85, -1.5],
  [33.95, -1.2],
  [34.05, -0.9],
];
const tanganyika: Degrees = [
  [29, -4.4],
  [29.5, -4.4],
  [29.64, -4.9],
  [29.78, -5.5],
  [29.78, -6],
  [30.2, -6.6],
  [30.48, -7.1],
  [30.75, -7.8],
  [31.15, -8.6],
  [30.7, -8.5],
  [29, -7],
];

/** Tanzania with the four zones and the office at Bunju B. */
export function tanzania(): string {
  const fills = {
    coastal: color.primary,
    eastern: color.gold,
    central: color.terracotta,
    western: color.forest,
  };
  const zone = (id: keyof typeof fills, parts: readonly Degrees[]): string =>
    path(
      parts.map((part) => data(project(part))).join(""),
      fills[id],
      `id="tanzania-${id}" stroke="#fbf6ec" stroke-width="3" stroke-linejoin="round"`,
    );
  const lakes = path(
    data(project(victoria)) + data(project(tanganyika)),
    mix(color.accent, color.paper, 0.5),
  );
  const waves = [
    [690, 240],
    [730, 330],
    [712, 470],
    [742, 560],
    [690, 690],
    [748, 180],
  ]
    .map(([x, y]) =>
      shape(
        [
          [(x ?? 0) - 34, y ?? 0, 1],
          [x ?? 0, (y ?? 0) - 5],
          [(x ?? 0) + 34, y ?? 0, 1],
          [x ?? 0, (y ?? 0) + 1],
        ],
        color.white,
      ),
    )
    .join("");
  const [spot] = project([[39.1, -6.66]]) as [Point];
  const [x, y] = spot;
  return picture(
    800,
    760,
    join(
      rect(0, 0, 800, 760, "#DCEFF3"),
      veil(waves, 0.8),
      `<clipPath id="tanzania-c"><path d="${outline}"/></clipPath>`,
      `<g opacity=".16" transform="translate(9 11)">${path(outline, color.ink)}</g>`,
      path(outline, "#EADCBD"),
      `<g clip-path="url(#tanzania-c)">${join(zone("western", [regions.kigoma, regions.tabora]), zone("central", [regions.singida, regions.dodoma]), zone("eastern", [regions.morogoro, regions.pwani]), zone("coastal", [regions.tanga, regions.lindi, regions.mtwara]), lakes)}</g>`,
      path(
        outline,
        "none",
        `stroke="${shade(color.sand, 0.5)}" stroke-width="2" stroke-linejoin="round"`,
      ),
      ellipse(x, y + 1, 13, 5, shade(color.gold, 0.5)),
      shape(
        [
          [x, y, 1],
          [x - 20, y - 34],
          [x - 24, y - 52],
          [x, y - 76],
          [x + 24, y - 52],
          [x + 20, y - 34],
        ],
        color.ink,
      ),
      circle(x, y - 50, 10, color.gold),
    ),
  );
}
