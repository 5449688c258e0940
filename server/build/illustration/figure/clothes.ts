import { shade, skins } from "../palette.ts";
import { add, lerp, type Point, place, sub, unit as unitOf, type Vec } from "../path.ts";
import { join, lit, shape } from "../svg.ts";
import { drawTube, onTube, outline, piece, type Section, strip, type Tube } from "../tube.ts";
import { legTube } from "./limbs.ts";
import { printed } from "./textile.ts";
import type { Dress, Person, Skeleton } from "./types.ts";

const blend = (front: number, side: number, turn: number): number => front + (side - front) * turn;

/** Shoulders to below the hips, as a tube that follows the spine. */
export function torsoTube(bones: Skeleton, person: Person, reach: number): Tube {
  const { unit, turn, spine, neck, waist, hip, facing } = bones;
  const woman = person.sex === "f";
  const small = person.age === "child" ? 0.86 : 1;
  const girth = (person.girth ?? 1) * small;
  const row = (front: number, side: number, share = 1): number =>
    blend(front, side, turn) * unit * 0.5 * share;
  const level = (from: Vec, to: Vec, t: number): Vec => lerp(from, to, t);
  const bust = woman && person.age !== "child" ? 0.05 * turn * unit * facing : 0.02 * unit * facing;
  const sections: [Vec, number, Vec, number][] = [
    [add(neck, spine.high, unit * 0.05), row(0.5, 0.42), spine.high, 0],
    [add(neck, spine.high, -unit * 0.1), row(woman ? 1.22 : 1.45, 0.72, small), spine.high, 0],
    [add(neck, spine.high, -unit * 0.3), row(woman ? 1.4 : 1.72, 0.9, small), spine.high, 0],
    [
      level(neck, waist, 0.55),
      row(woman ? 1.24 : 1.46, woman ? 1.02 : 0.98, girth),
      spine.high,
      bust,
    ],
    [waist, row(woman ? 1.0 : 1.2, 0.86, girth), spine.high, 0],
    [level(waist, hip, 0.7), row(woman ? 1.26 : 1.2, woman ? 1.04 : 0.94, girth), spine.low, 0],
    [
      add(hip, spine.low, -unit * 0.16),
      row(woman ? 1.36 : 1.22, woman ? 1.1 : 0.98, girth),
      spine.low,
      0,
    ],
  ];
  if (reach > 1) {
    sections.push([
      add(hip, spine.low, -unit * (0.16 + (reach - 1) * 1.4)),
      row(woman ? 1.5 : 1.36, 1.16, girth),
      [0, -1],
      0,
    ]);
  }
  return sections.map(([centre, half, up, forward]): Section => {
    const side: Vec = [up[1], -up[0]];
    const middle = add(centre, [1, 0], forward);
    const a = add(middle, side, half);
    const b = add(middle, side, -half);
    const litFirst = a[0] * 0.86 + a[1] * 0.5 < b[0] * 0.86 + b[1] * 0.5;
    return litFirst ? [a, b] : [b, a];
  });
}

/** A wrap or a skirt hung from the waist round both legs. */
export function skirtTube(bones: Skeleton, person: Person, long: number, flare: number): Tube {
  const { unit, hip, waist, turn } = bones;
  const girth = person.girth ?? 1;
  const top = blend(person.sex === "m" ? 1.18 : 1.06, 0.9, turn) * unit * 0.5 * girth;
  const seat = blend(1.44, 1.14, turn) * unit * 0.5 * girth;
  const legPoint = (index: 0 | 1, t: number): Vec =>
    t < 0.5
      ? lerp(bones.hips[index], bones.knees[index], t * 2)
      : lerp(bones.knees[index], bones.ankles[index], t * 2 - 1);
  const level = (t: number, half: number): Section => {
    const a = legPoint(0, t);
    const b = legPoint(1, t);
    const y = (a[1] + b[1]) / 2;
    return [
      [Math.min(a[0], b[0]) - half, Math.max(a[1] * 0.5 + b[1] * 0.5, y)],
      [Math.max(a[0], b[0]) + half, y],
    ];
  };
  const start = lerp(waist, hip, 0.25);
  const sections: Section[] = [
    [
      [start[0] - top, start[1]],
      [start[0] + top, start[1]],
    ],
    [
      [hip[0] - seat, hip[1] - unit * 0.05],
      [hip[0] + seat, hip[1] - unit * 0.05],
    ],
  ];
  for (const t of [0.28, 0.5, 0.78, 0.98]) {
    if (t < long) sections.push(level(t, unit * (0.42 + (flare - 1) * t * 0.6)));
  }
  sections.push(level(Math.min(long, 0.99), unit * (0.42 + (flare - 1) * long * 0.6)));
  return sections;
}

export function folds(tube: Tube, fill: string, unit: number): string {
  const dark = shade(fill, 0.2);
  return [0.42]
    .map((u, index) => {
      const top = onTube(tube, u + 0.06, 0.3 + index * 0.12);
      const low = onTube(tube, u, 0.97);
      const side = add(low, [unit * 0.11, 0]);
      return shape(
        [
          [top[0], top[1], 1],
          [low[0], low[1], 1],
          [side[0], side[1], 1],
        ],
        dark,
      );
    })
    .join("");
}

export function skirt(bones: Skeleton, person: Person): string {
  const { bottom } = person.dress;
  const long = bottom.length ?? 0.9;
  const bentKnee = Math.abs(bones.knees[0][1] - bones.hips[0][1]) < bones.unit * 0.9;
  if (bentKnee || person.seated === true) {
    const widths = [0.5, 0.52, 0.5, 0.46, 0.44] as const;
    return ([1, 0] as const)
      .map((index) => {
        const tube = legTube(bones, index, widths, Math.min(long, 0.94));
        return (
          drawTube(tube, { fill: bottom.fill, start: "round", end: "hem" }) +
          (index === 0 ? printed(tube, bottom, bones.unit) : "")
        );
      })
      .join("");
  }
  const tube = skirtTube(bones, person, long, bottom.flare ?? 1);
  return join(
    drawTube(tube, { fill: bottom.fill, end: "hem" }),
    !bones.plain && folds(tube, bottom.fill, bones.unit),
    printed(piece(tube, 0.08, 1, 6), bottom, bones.unit),
  );
}

export function trouserLeg(bones: Skeleton, person: Person, index: 0 | 1): string {
  const { bottom, socks, skin } = person.dress;
  const tone = skins[skin] ?? skins[0];
  const long = bottom.kind === "trousers" ? (bottom.length ?? 0.97) : 0;
  const depth = index === 1 || bones.plain ? 0 : 0.34;
  const g = 0.85 + 0.15 * (person.girth ?? 1);
  const bare = legTube(bones, index, [0.34 * g, 0.29 * g, 0.2, 0.215, 0.115], 1, 0);
  const cloth = legTube(bones, index, [0.4 * g, 0.35 * g, 0.27, 0.25, 0.21], long);
  const shorts = legTube(bones, index, [0.4 * g, 0.4 * g, 0.37 * g, 0.3, 0.25], long);
  const sock = piece(legTube(bones, index, [0.34, 0.29, 0.2, 0.23, 0.14], 1), 0.62, 1, 4);
  return join(
    long < 0.9 &&
      drawTube(bare, { fill: index === 1 ? shade(tone, 0.16) : tone, start: "round", depth }),
    socks !== undefined &&
      drawTube(sock, { fill: index === 1 ? shade(socks, 0.14) : socks, depth }),
    long > 0 &&
      drawTube(long < 0.6 ? shorts : cloth, {
        fill: index === 1 ? shade(bottom.fill, 0.14) : bottom.fill,
        start: "round",
        end: "hem",
        depth,
      }),
  );
}

export function torso(bones: Skeleton, person: Person): string {
  const { dress } = person;
  const { unit } = bones;
  const base = torsoTube(bones, person, dress.top.length ?? 1);
  const closed = { start: "flat", end: "hem" } as const;
  const body = drawTube(base, { fill: dress.top.fill, ...closed });
  const print =
    dress.top.textile === undefined ? "" : printed(piece(base, 0.18, 0.97, 6), dress.top, unit);
  const vestTube = piece(base, 0.1, 0.97, 6);
  const vest =
    dress.vest === undefined
      ? ""
      : join(
          drawTube(vestTube, { fill: dress.vest, end: "hem" }),
          drawTube(piece(vestTube, 0.62, 0.72, 3), { fill: "#F4F1E4", dark: "#C9CDBD" }),
          drawTube(strip(piece(vestTube, 0, 0.62, 4), 0.2, 0.3), { fill: "#F4F1E4", depth: 0 }),
          drawTube(strip(piece(vestTube, 0, 0.62, 4), 0.7, 0.8), { fill: "#C9CDBD", depth: 0 }),
        );
  const bib =
    dress.bib === undefined
      ? ""
      : drawTube(strip(piece(base, 0.12, 0.86, 5), 0.04, 0.96), { fill: dress.bib, end: "hem" });
  const apron =
    dress.apron === undefined
      ? ""
      : drawTube(strip(piece(base, 0.36, 1, 5), 0.14, 0.9), { fill: dress.apron, end: "hem" });
  return body + print + vest + bib + apron + collar(bones, person);
}

function collar(bones: Skeleton, person: Person): string {
  if (person.back === true) return "";
  const skin = skins[person.dress.skin] ?? skins[0];
  const { neck, unit, facing, turn } = bones;
  const forward = 0.16 * turn;
  const v: Point[] = [
    [-0.22 + forward, -0.08, 1],
    [0.26 + forward, -0.08, 1],
    [0.08 + forward * 1.6, 0.26, 1],
  ];
  return shape(place(v, neck, [unit * facing, unit]), shade(skin, 0.16));
}

/** The neck, dark under the chin. */
export function neckShape(bones: Skeleton, skin: string): string {
  const { neck, head, unit } = bones;
  const up = unitOf(sub(head, neck));
  const wide = unit * 0.2;
  const low = add(neck, up, -unit * 0.12);
  const top = add(neck, up, unit * 0.4);
  const tube: Tube = [
    [add(low, [-1, 0], wide * 1.25), add(low, [1, 0], wide * 1.25)],
    [add(top, [-1, 0], wide), add(top, [1, 0], wide)],
  ];
  return drawTube(tube, { fill: shade(skin, 0.22), depth: 0 });
}

/** A cloth thrown over the shoulders. */
export function shawl(bones: Skeleton, person: Person): string {
  const cloth = person.dress.shawl;
  if (cloth === undefined) return "";
  const base = torsoTube(bones, person, 1);
  const wide = piece(base, 0.14, 0.6, 5).map(
    ([a, b]): Section => [lerp(a, b, -0.09), lerp(a, b, 1.09)],
  );
  return drawTube(wide, { fill: cloth.fill, end: "hem" }) + printed(wide, cloth, bones.unit);
}

/** A baby tied to the back: a rounded bundle and a small head. */
export function babyOnBack(bones: Skeleton, person: Person): string {
  const cloth = person.dress.baby;
  if (cloth === undefined) return "";
  const { waist, unit, facing } = bones;
  const spot: Vec = [waist[0] - facing * unit * 0.42, waist[1] - unit * 0.3];
  const bundle: Point[] = [
    [-0.1, -0.62],
    [-0.5, -0.4],
    [-0.62, 0.15],
    [-0.4, 0.62],
    [0.1, 0.7],
    [0.4, 0.2],
    [0.3, -0.45],
  ];
  const crown: Point[] = [
    [-0.02, -0.34],
    [0.28, -0.1],
    [0.24, 0.22],
    [-0.08, 0.32],
    [-0.32, 0.1],
    [-0.28, -0.2],
  ];
  const headAt: Vec = [spot[0] - facing * unit * 0.16, spot[1] - unit * 0.72];
  const skin = skins[(person.dress.skin + 1) % skins.length] ?? skins[0];
  const tube: Tube = [
    [add(spot, [-unit * 0.4, -unit * 0.45]), add(spot, [unit * 0.3, -unit * 0.45])],
    [add(spot, [-unit * 0.5, unit * 0.1]), add(spot, [unit * 0.4, unit * 0.1])],
    [add(spot, [-unit * 0.35, unit * 0.5]), add(spot, [unit * 0.35, unit * 0.5])],
  ];
  const hair: Point[] = [
    [0.3, -0.12, 1],
    [0.1, -0.4],
    [-0.26, -0.34],
    [-0.4, 0.02],
    [-0.2, 0.12, 1],
    [0, -0.12],
  ];
  return join(
    lit(place(crown, headAt, [unit * facing, unit]), skin),
    lit(place(hair, headAt, [unit * facing, unit]), "#1B1413"),
    lit(place(bundle, spot, [unit * facing, unit]), cloth.fill),
    printed(tube, cloth, unit),
  );
}

/** An open coat over the body: health workers, teachers. */
export function coat(bones: Skeleton, person: Person): string {
  const fill = person.dress.coat;
  if (fill === undefined) return "";
  const base = torsoTube(bones, person, 1.55);
  const open = strip(piece(base, 0.1, 0.98, 7), 0.4, 0.62);
  const inner = person.dress.top.fill;
  return (
    drawTube(piece(base, 0.08, 1, 7), { fill, end: "hem" }) +
    shape(
      outline(
        open.map(
          ([a, b], i): Section =>
            i === 0 ? [a, b] : [lerp(a, b, 0.2 + i * 0.03), lerp(a, b, 0.8)],
        ),
        "flat",
        "flat",
      ),
      inner,
    )
  );
}
