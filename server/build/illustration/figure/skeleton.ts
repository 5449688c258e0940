import { add, length, sub, unit as unitOf, type Vec } from "../path.ts";
import type { Angles, Person, Reach, Skeleton } from "./types.ts";

const heads = { child: 5.5, youth: 6.4, adult: 6.9, elder: 6.7 } as const;

const isAngles = (spec: Reach): spec is Angles => Array.isArray(spec);

function direction(degrees: number, facing: number): Vec {
  const angle = (degrees * Math.PI) / 180;
  return [Math.sin(angle) * facing, Math.cos(angle)];
}

/** Where the middle joint of a two-bone limb lies when its end is at the target. */
function bend(root: Vec, target: Vec, first: number, second: number, side: number): [Vec, Vec] {
  const wanted = sub(target, root);
  const reach = Math.min(length(wanted), (first + second) * 0.995);
  const way = unitOf(wanted);
  const along = (reach * reach + first * first - second * second) / (2 * reach || 1);
  const height = Math.sqrt(Math.max(first * first - along * along, 0)) * side;
  const end = add(root, way, reach);
  return [add(add(root, way, along), [-way[1], way[0]], height), end];
}

function limb(
  root: Vec,
  spec: Reach,
  bones: readonly [number, number],
  facing: number,
  origin: Vec,
  unit: number,
): [Vec, Vec] {
  if (isAngles(spec)) {
    const [first, second] = spec;
    const middle = add(root, direction(first, facing), bones[0]);
    return [middle, add(middle, direction(second, facing), bones[1])];
  }
  const at = spec.at ?? [0, 0];
  const target = spec.to ?? add(origin, [at[0] * facing * unit, at[1] * unit]);
  const a = bend(root, target, bones[0], bones[1], 1);
  const b = bend(root, target, bones[0], bones[1], -1);
  const lower = a[0][1] - a[0][0] * facing * 0.35 > b[0][1] - b[0][0] * facing * 0.35;
  return lower !== (spec.flip ?? false) ? a : b;
}

export function skeleton(person: Person): Skeleton {
  const { pose, facing = 1, turn = 0.6, age = "adult", sex = "m" } = person;
  const tall = heads[age];
  const unit = person.height / tall;
  const rest = (tall - 1.26) * unit;
  const bones = {
    torso: rest * 0.36,
    thigh: rest * 0.305,
    shin: rest * 0.295,
    foot: rest * 0.04,
    upper: rest * 0.235,
    fore: rest * 0.2,
  };
  const lean = pose.lean ?? 0;
  const chest = pose.chest ?? lean;
  const up = (degrees: number): Vec => {
    const [x, y] = direction(degrees, facing);
    return [x, -y];
  };
  const low = up(lean);
  const high = up(chest);
  const waist = add([0, 0], low, bones.torso * 0.4);
  const neck = add(waist, high, bones.torso * 0.6);
  const young = age === "child" ? 0.84 : 1;
  const spread = (sex === "m" ? 0.76 : 0.64) * unit * young * (1 - 0.72 * turn);
  const side: Vec = [-high[1], high[0]];
  const drop = add(neck, high, -0.2 * unit);
  const shoulders = [add(drop, side, -spread * facing), add(drop, side, spread * facing)] as const;
  const wide = (sex === "m" ? 0.3 : 0.33) * unit * young * (1 - 0.75 * turn);
  const hips = [
    [-wide * facing, 0],
    [wide * facing, 0],
  ] as const;
  const arms = [pose.near, pose.far].map((spec, index) =>
    limb(shoulders[index] as Vec, spec, [bones.upper, bones.fore], facing, neck, unit),
  );
  const legs = [pose.nearLeg, pose.farLeg].map((spec, index) =>
    limb(hips[index] as Vec, spec, [bones.thigh, bones.shin], facing, [0, 0], unit),
  );
  const tilt = chest * 0.55 + (pose.nod ?? 0);
  const head = add(add(neck, up(chest * 0.8), 0.2 * unit), up(tilt), 0.46 * unit);
  const lifts = [pose.nearFoot ?? 0, pose.farFoot ?? 0];
  const soles = legs.map(
    ([, ankle], index) =>
      ankle[1] +
      bones.foot +
      Math.max(0, Math.sin(((lifts[index] ?? 0) * Math.PI) / 180)) * unit * 0.5,
  );
  const ground = person.seated === true ? 0 : Math.max(...soles);
  const shift: Vec = [person.at[0], person.at[1] - ground];
  const move = (point: Vec): Vec => add(point, shift);
  // Targets in picture units need the figure in place before the arm can reach.
  const placed = [pose.near, pose.far].map((spec, index) => {
    if (isAngles(spec) || spec.to === undefined) return arms[index] as [Vec, Vec];
    const target = sub(spec.to, shift);
    const aim = { ...spec, to: target };
    return limb(shoulders[index] as Vec, aim, [bones.upper, bones.fore], facing, neck, unit);
  });
  const pair = (points: readonly (readonly [Vec, Vec])[], member: 0 | 1): readonly [Vec, Vec] => [
    move((points[0] as readonly [Vec, Vec])[member]),
    move((points[1] as readonly [Vec, Vec])[member]),
  ];
  return {
    unit,
    plain: person.plain ?? false,
    facing,
    turn,
    hip: move([0, 0]),
    waist: move(waist),
    neck: move(neck),
    head: move(head),
    headTilt: tilt * facing,
    shoulders: [move(shoulders[0]), move(shoulders[1])],
    elbows: pair(placed, 0),
    wrists: pair(placed, 1),
    hips: [move(hips[0]), move(hips[1])],
    knees: pair(legs, 0),
    ankles: pair(legs, 1),
    spine: { low, high },
  };
}
