import { shade } from "../palette.ts";
import { add, lerp, type Point, place, sub, type Vec } from "../path.ts";
import { shape } from "../svg.ts";
import { along, drawTube, type Tube } from "../tube.ts";
import type { Hand, Skeleton } from "./types.ts";

const degrees = (from: Vec, to: Vec): number => {
  const [x, y] = sub(to, from);
  return (Math.atan2(y, x) * 180) / Math.PI;
};

/** Upper arm and forearm, or thigh and shin, as one tube down to `share` of its length. */
export function limbTube(
  joints: readonly [Vec, Vec, Vec],
  halves: readonly [number, number, number, number, number],
  share = 1,
  back = 0,
): Tube {
  const [a, b, c] = joints;
  const stops: [Vec, number][] = [
    [a, halves[0]],
    [lerp(a, b, 0.5), halves[1]],
    [b, halves[2]],
    [lerp(b, c, 0.35), halves[3]],
    [c, halves[4]],
  ];
  const marks = [0, 0.25, 0.5, 0.675, 1];
  const kept: [Vec, number][] = [];
  for (const [index, stop] of stops.entries()) {
    const mark = marks[index] as number;
    if (mark <= share + 0.001) kept.push(stop);
    else {
      const before = stops[index - 1] as [Vec, number];
      const previous = marks[index - 1] as number;
      const t = (share - previous) / (mark - previous);
      if (t > 0.05) kept.push([lerp(before[0], stop[0], t), before[1] + (stop[1] - before[1]) * t]);
      break;
    }
  }
  return along(
    kept.map(([point]) => point),
    kept.map(([, half]) => half),
    kept.map((_, index) => (index === 3 ? back : 0)),
  );
}

const mitten: Record<Hand, Point[]> = {
  rest: [
    [-0.06, -0.085, 1],
    [0.1, -0.12],
    [0.28, -0.11],
    [0.43, -0.03],
    [0.42, 0.05],
    [0.3, 0.08],
    [0.22, 0.13],
    [0.12, 0.12],
    [-0.06, 0.085, 1],
  ],
  grip: [
    [-0.06, -0.085, 1],
    [0.08, -0.13],
    [0.24, -0.13],
    [0.31, -0.03],
    [0.28, 0.1],
    [0.17, 0.15],
    [0.05, 0.12],
    [-0.06, 0.085, 1],
  ],
  open: [
    [-0.06, -0.08, 1],
    [0.12, -0.11],
    [0.32, -0.12],
    [0.5, -0.08],
    [0.52, -0.03],
    [0.36, 0.01],
    [0.25, 0.06],
    [0.24, 0.16],
    [0.12, 0.12],
    [-0.06, 0.08, 1],
  ],
};

export function hand(bones: Skeleton, index: 0 | 1, kind: Hand, skin: string): string {
  const wrist = bones.wrists[index];
  const angle = degrees(bones.elbows[index], wrist);
  const size = bones.unit * 0.98;
  return shape(place(mitten[kind], wrist, [size, -size * bones.facing], angle), skin);
}

/** The middle of the closed hand. */
export function palm(bones: Skeleton, index: 0 | 1): Vec {
  const elbow = bones.elbows[index];
  const wrist = bones.wrists[index];
  return add(wrist, sub(wrist, elbow), 0.15);
}

const shoe: Point[] = [
  [-0.15, -0.2, 1],
  [-0.2, -0.08],
  [-0.19, 0.03, 1],
  [0.1, 0.04],
  [0.6, 0.04, 1],
  [0.63, -0.03],
  [0.5, -0.12],
  [0.28, -0.17],
  [0.15, -0.25, 1],
];

export function foot(bones: Skeleton, index: 0 | 1, lift: number, fill: string, size = 1): string {
  const ankle = bones.ankles[index];
  const unit = bones.unit * size;
  const span = 0.62 + 0.38 * bones.turn;
  const spot: Vec = [ankle[0], ankle[1] + unit * 0.13];
  return shape(place(shoe, spot, [unit * bones.facing * span, unit], lift * bones.facing), fill);
}

/** The far limbs lie in shade whole, and so do those of small figures. */
const depthOf = (bones: Skeleton, index: 0 | 1): number => (index === 1 || bones.plain ? 0 : 0.36);

export function bareArm(
  bones: Skeleton,
  index: 0 | 1,
  skin: string,
  bulk: number,
  covered: boolean,
): string {
  const u = bones.unit * bulk;
  const joints = [bones.shoulders[index], bones.elbows[index], bones.wrists[index]] as const;
  const whole = limbTube(joints, [u * 0.19, u * 0.175, u * 0.135, u * 0.14, u * 0.09]);
  const tube = covered ? whole.slice(1) : whole;
  const start = covered ? "flat" : "round";
  return drawTube(tube, { fill: skin, dark: shade(skin), start, depth: depthOf(bones, index) });
}

export function sleeve(
  bones: Skeleton,
  index: 0 | 1,
  fill: string,
  share: number,
  bulk: number,
): string {
  const u = bones.unit * bulk;
  const joints = [bones.shoulders[index], bones.elbows[index], bones.wrists[index]] as const;
  const loose = share < 0.6 ? 1.18 : 1;
  const tube = limbTube(
    joints,
    [u * 0.25, u * 0.24 * loose, u * 0.2 * loose, u * 0.19, u * 0.15],
    share,
  );
  return drawTube(tube, { fill, start: "round", end: "hem", depth: depthOf(bones, index) });
}

export function legTube(
  bones: Skeleton,
  index: 0 | 1,
  halves: readonly [number, number, number, number, number],
  share = 1,
  back = 0,
): Tube {
  const joints = [bones.hips[index], bones.knees[index], bones.ankles[index]] as const;
  const u = bones.unit;
  const sized = halves.map((half) => half * u) as [number, number, number, number, number];
  return limbTube(joints, sized, share, back * u);
}
