import { color, mix, shade, tint } from "../palette.ts";
import { data, type Point, type Vec } from "../path.ts";
import { at, circle, ellipse, join, line, lit, path, poly, rect, shape } from "../svg.ts";

/** A bucket 60 high, its foot at the point. */
export function bucket(
  x: number,
  y: number,
  s = 1,
  fill: string = color.gold,
  water = false,
): string {
  return at(
    x,
    y,
    s,
    join(
      lit(
        [
          [-30, -58, 1],
          [-22, 0, 1],
          [0, 5],
          [22, 0, 1],
          [30, -58, 1],
        ],
        fill,
        { depth: 0.4 },
      ),
      ellipse(0, -58, 30, 8, shade(fill, 0.3)),
      water && ellipse(0, -56, 25, 5.6, color.accent),
    ),
  );
}

/** A basket 50 high with a woven band. */
export function basket(x: number, y: number, s = 1, fill: string = color.ochre, load = ""): string {
  const bands = path(
    "M-42-38l6 10 8-10 8 10 8-10 8 10 8-10 8 10 8-10 8 10 8-10 6 10-2 8-6-9-8 10-8-10-8 10-8-10-8 10-8-10-8 10-7-9z",
    mix(fill, color.laterite, 0.6),
  );
  return at(
    x,
    y,
    s,
    join(
      load !== "" && at(0, -58, 1, load),
      lit(
        [
          [-46, -50, 1],
          [-38, -14],
          [-24, 0, 1],
          [24, 0, 1],
          [38, -14],
          [46, -50, 1],
        ],
        fill,
        { depth: 0.4 },
      ),
      bands,
      rect(-48, -54, 96, 8, tint(fill, 0.25), 4),
    ),
  );
}

/** A heap of round fruit for a basket or a stall. */
export function fruit(width: number, fill: string, rows = 2, r = 11): string {
  const tones = [shade(fill, 0.2), fill, tint(fill, 0.16)];
  return tones
    .map((tone, turn) => {
      let dots = "";
      for (let row = 0; row < rows; row++) {
        const count = Math.max(1, Math.floor(width / (r * 1.8)) - row);
        for (let i = 0; i < count; i++) {
          const x = (i - (count - 1) / 2) * r * 1.85;
          if ((i * 2 + row) % 3 === turn)
            dots += `M${Math.round(x)} ${Math.round(-row * r * 1.5)}h0`;
        }
      }
      return dots === ""
        ? ""
        : path(dots, tone, `stroke="${tone}" stroke-width="${r * 2}" stroke-linecap="round"`);
    })
    .join("");
}

/** A concrete tap stand 190 high; the water falls at x + 52. */
export function tapStand(x: number, y: number, s = 1, running = true): string {
  return at(
    x,
    y,
    s,
    join(
      poly(
        [
          [-74, 0],
          [-60, -22],
          [126, -22],
          [140, 0],
        ],
        mix(color.metal, color.paper, 0.4),
      ),
      poly(
        [
          [-74, 0],
          [140, 0],
          [140, 14],
          [-74, 14],
        ],
        shade(color.metal, 0.1),
      ),
      lit(
        [
          [-26, -22, 1],
          [-22, -170, 1],
          [0, -186],
          [22, -170, 1],
          [26, -22, 1],
        ],
        "#C9CFC9",
        { depth: 0.42 },
      ),
      rect(14, -140, 40, 10, color.primaryDark, 4),
      rect(44, -140, 12, 26, color.primaryDark, 4),
      rect(26, -156, 6, 18, color.ink, 2),
      rect(16, -162, 26, 7, color.terracotta, 3),
      running &&
        shape(
          [
            [46, -114, 1],
            [45, -70],
            [42, -30, 1],
            [58, -30, 1],
            [55, -70],
            [54, -114, 1],
          ],
          color.accent,
        ),
      running &&
        shape(
          [
            [48, -112, 1],
            [48, -60, 1],
            [51, -60, 1],
            [51, -112, 1],
          ],
          "#D6F3FA",
        ),
    ),
  );
}

/** A hand pump 200 high; spout to the right, handle to the left at `lift` degrees. */
export function handPump(x: number, y: number, s = 1, lift = 24, pouring = true): string {
  const steel = color.primary;
  return at(
    x,
    y,
    s,
    join(
      poly(
        [
          [-110, 0],
          [-92, -16],
          [150, -16],
          [168, 0],
        ],
        mix(color.metal, color.paper, 0.45),
      ),
      poly(
        [
          [-110, 0],
          [168, 0],
          [168, 12],
          [-110, 12],
        ],
        shade(color.metal, 0.12),
      ),
      lit(
        [
          [-18, -16, 1],
          [-16, -150, 1],
          [16, -150, 1],
          [18, -16, 1],
        ],
        steel,
        { depth: 0.42 },
      ),
      `<g transform="rotate(${lift} 0 -172)">${rect(-150, -178, 156, 11, mix(steel, color.ink, 0.45), 5)}${circle(-148, -172, 9, color.terracotta)}</g>`,
      lit(
        [
          [-26, -148, 1],
          [-26, -196, 1],
          [0, -206],
          [26, -196, 1],
          [26, -148, 1],
        ],
        mix(steel, color.ink, 0.15),
        { depth: 0.42 },
      ),
      shape(
        [
          [14, -136, 1],
          [70, -132],
          [84, -112],
          [84, -100, 1],
          [70, -100, 1],
          [66, -112],
          [14, -116, 1],
        ],
        mix(steel, color.ink, 0.25),
      ),
      pouring &&
        shape(
          [
            [71, -100, 1],
            [72, -60],
            [66, -14, 1],
            [90, -14, 1],
            [83, -60],
            [83, -100, 1],
          ],
          color.accent,
        ),
      pouring &&
        shape(
          [
            [75, -98, 1],
            [75, -40, 1],
            [79, -40, 1],
            [79, -98, 1],
          ],
          "#D6F3FA",
        ),
    ),
  );
}

/** A water tank on a steel tower, `tall` to the platform. */
export function tankTower(
  x: number,
  y: number,
  tall: number,
  s = 1,
  fill: string = color.primaryDark,
): string {
  const steel = shade(color.metal, 0.3);
  const leg = 6;
  return at(
    x,
    y,
    s,
    join(
      poly(
        [
          [-74, 0],
          [-56, -tall],
          [-56 + leg, -tall],
          [-74 + leg + 3, 0],
        ],
        steel,
      ),
      poly(
        [
          [74, 0],
          [56, -tall],
          [56 - leg, -tall],
          [74 - leg - 3, 0],
        ],
        shade(steel, 0.3),
      ),
      line(
        [
          [-70, -tall * 0.28, 1],
          [62, -tall * 0.66, 1],
        ],
        steel,
        5,
      ),
      line(
        [
          [70, -tall * 0.28, 1],
          [-62, -tall * 0.66, 1],
        ],
        shade(steel, 0.2),
        5,
      ),
      rect(-74, -tall - 10, 148, 12, shade(steel, 0.25), 2),
      lit(
        [
          [-62, -tall - 10, 1],
          [-64, -tall - 128, 1],
          [-50, -tall - 146],
          [0, -tall - 160],
          [50, -tall - 146],
          [64, -tall - 128, 1],
          [62, -tall - 10, 1],
        ],
        fill,
        { depth: 0.42 },
      ),
      [38, 72, 106].map((dy) => rect(-63, -tall - 10 - dy, 126, 5, shade(fill, 0.24))).join(""),
      rect(-16, -tall - 166, 32, 10, shade(fill, 0.2), 4),
    ),
  );
}

/** A tilted solar panel with its frame; `wide` by `deep`, foot at the point. */
export function solar(
  x: number,
  y: number,
  wide: number,
  deep: number,
  columns = 4,
  slant = 0.28,
): string {
  const top = (u: number): Vec => [x + u * wide + deep * slant, y - deep];
  const low = (u: number): Vec => [x + u * wide, y];
  let cells = "";
  for (let i = 1; i < columns; i++)
    cells += data(
      [
        [...low(i / columns), 1],
        [...top(i / columns), 1],
      ] as Point[],
      { closed: false },
    );
  for (const v of [0.33, 0.66])
    cells += data(
      [
        [x + deep * slant * v, y - deep * v, 1],
        [x + wide + deep * slant * v, y - deep * v, 1],
      ],
      { closed: false },
    );
  return join(
    poly([low(0), top(0), top(1), low(1)], color.deep),
    poly([low(0), top(0), top(0.3), low(0.12)], mix(color.deep, color.accent, 0.4)),
    `<path fill="none" stroke="${mix(color.deep, color.accent, 0.6).toLowerCase()}" stroke-width="2" d="${cells}"/>`,
    poly([low(0), low(1), [x + wide, y + 5], [x, y + 5]], color.metal),
  );
}

/** A wind pump, `tall` to the hub. */
export function windPump(x: number, y: number, tall: number, tone: string = color.metal): string {
  const vanes = Array.from(
    { length: 10 },
    (_, i) =>
      `<path fill="${i % 2 ? tone : shade(tone, 0.25)}" transform="rotate(${i * 36})" d="M-4-8l-6-46h20l-6 46z"/>`,
  ).join("");
  return at(
    x,
    y,
    1,
    join(
      line(
        [
          [-tall * 0.16, 0, 1],
          [0, -tall, 1],
          [tall * 0.16, 0, 1],
        ],
        shade(tone, 0.4),
        4,
      ),
      line(
        [
          [-tall * 0.12, -tall * 0.25, 1],
          [tall * 0.08, -tall * 0.5, 1],
        ],
        shade(tone, 0.4),
        3,
      ),
      line(
        [
          [tall * 0.12, -tall * 0.25, 1],
          [-tall * 0.08, -tall * 0.5, 1],
        ],
        shade(tone, 0.4),
        3,
      ),
      poly(
        [
          [0, -tall],
          [70, -tall - 14],
          [70, -tall + 18],
        ],
        color.terracotta,
      ),
      `<g transform="translate(0 ${Math.round(-tall)})">${vanes}</g>`,
      circle(0, -tall, 8, color.ink),
    ),
  );
}

/** A falling drop. */
export const drop = (x: number, y: number, r: number, fill: string = color.accent): string =>
  shape(
    [
      [x, y - r * 1.7, 1],
      [x + r * 0.8, y - r * 0.2],
      [x + r * 0.7, y + r * 0.7],
      [x, y + r],
      [x - r * 0.7, y + r * 0.7],
      [x - r * 0.8, y - r * 0.2],
    ],
    fill,
  );

/** A tippy-tap: a frame, a can hung on a bar, a foot pedal. */
export function tippyTap(x: number, y: number, s = 1, fill: string = color.gold): string {
  const wood = "#7A5843";
  return at(
    x,
    y,
    s,
    join(
      rect(-60, -168, 9, 170, wood),
      rect(56, -168, 9, 170, shade(wood)),
      rect(-70, -170, 146, 8, tint(wood, 0.15), 3),
      line(
        [
          [0, -166, 1],
          [0, -140, 1],
        ],
        color.ink,
        2,
      ),
      lit(
        [
          [-22, -140, 1],
          [-26, -96],
          [-20, -92, 1],
          [22, -92, 1],
          [26, -96],
          [20, -140, 1],
          [0, -148],
        ],
        fill,
      ),
      shape(
        [
          [20, -112, 1],
          [30, -96],
          [27, -40, 1],
          [33, -40, 1],
          [36, -98],
          [22, -118, 1],
        ],
        color.accent,
      ),
      line(
        [
          [-20, -130, 1],
          [-30, -10, 1],
        ],
        color.ink,
        2,
      ),
      poly(
        [
          [-70, -4],
          [20, -12],
          [20, -6],
          [-70, 2],
        ],
        tint(wood, 0.2),
      ),
    ),
  );
}
