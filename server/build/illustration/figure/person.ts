import { shade, skins } from "../palette.ts";
import { add, number, type Point, place, type Vec } from "../path.ts";
import { ellipse, group, join, lit, veil } from "../svg.ts";
import { babyOnBack, coat, neckShape, shawl, skirt, torso, trouserLeg } from "./clothes.ts";
import { drawHead, headView } from "./head.ts";
import { bareArm, foot, hand, palm, sleeve } from "./limbs.ts";
import { skeleton } from "./skeleton.ts";
import type { Cloth, Person, Skeleton } from "./types.ts";

function arm(bones: Skeleton, person: Person, index: 0 | 1): string {
  const { dress, pose, sex, age } = person;
  const skin = skins[dress.skin] ?? skins[0];
  const tone = index === 1 ? shade(skin, 0.16) : skin;
  const bulk = (sex === "f" ? 0.9 : 1) * (age === "child" ? 0.84 : 1);
  const share = dress.coat !== undefined ? 0.97 : (dress.top.sleeve ?? 0.42);
  const cloth = dress.coat ?? dress.top.fill;
  return join(
    share < 0.9 && bareArm(bones, index, tone, bulk, share > 0.38),
    hand(bones, index, pose.hands?.[index] ?? "rest", tone),
    share > 0 && sleeve(bones, index, index === 1 ? shade(cloth, 0.14) : cloth, share, bulk),
  );
}

function shoes(bones: Skeleton, person: Person, index: 0 | 1): string {
  const { dress, pose } = person;
  const skin = skins[dress.skin] ?? skins[0];
  const lift = (index === 0 ? pose.nearFoot : pose.farFoot) ?? 0;
  const size = person.age === "child" ? 0.86 : person.sex === "f" ? 0.88 : 1;
  return foot(bones, index, lift, dress.shoes ?? shade(skin, 0.12), size);
}

/** The strap and the body of a school bag worn on the back. */
function backpack(bones: Skeleton, fill: string): string {
  const { neck, waist, unit, facing } = bones;
  const middle: Vec = [
    (neck[0] + waist[0]) / 2 - facing * unit * 0.5,
    (neck[1] + waist[1]) / 2 + unit * 0.1,
  ];
  const body: Point[] = [
    [0.3, -0.62],
    [-0.2, -0.66],
    [-0.46, -0.4],
    [-0.5, 0.4],
    [-0.3, 0.66],
    [0.3, 0.66],
  ];
  return lit(place(body, middle, [unit * facing, unit]), fill);
}

export type Drawn = {
  svg: string;
  bones: Skeleton;
  /** Where the closed hands are. */
  near: Vec;
  far: Vec;
  crown: Vec;
};

/** The figure is drawn larger in whole numbers and scaled back: fine edges, short files. */
function enlarged(spec: Person, factor: number): Person {
  const big = (point: Vec): Vec => [point[0] * factor, point[1] * factor];
  const reach = (aim: Person["pose"]["near"]): Person["pose"]["near"] =>
    "to" in aim && aim.to !== undefined ? { ...aim, to: big(aim.to) } : aim;
  const pose = { ...spec.pose, near: reach(spec.pose.near), far: reach(spec.pose.far) };
  return { ...spec, at: big(spec.at), height: spec.height * factor, pose };
}

/** Small figures wear dots: a finer print would be lost, and weigh. */
function simpler(spec: Person): Person {
  const { dress } = spec;
  const dotted = <T extends Cloth>(cloth: T): T =>
    cloth.textile === undefined || cloth.textile === "stripes"
      ? cloth
      : { ...cloth, textile: "dots" };
  const next = { ...dress, top: dotted(dress.top), bottom: dotted(dress.bottom) };
  return {
    ...spec,
    dress: dress.baby === undefined ? next : { ...next, baby: dotted(dress.baby) },
  };
}

export function drawPerson(spec: Person): Drawn {
  const real = skeleton(spec);
  const factor = Math.max(1, Math.round(52 / real.unit));
  const plain = spec.plain ?? real.unit < 44;
  const person = { ...enlarged(real.unit < 32 ? simpler(spec) : spec, factor), plain };
  const bones = skeleton(person);
  const { dress } = person;
  const skin = skins[dress.skin] ?? skins[0];
  const near = palm(real, 0);
  const far = palm(real, 1);
  const wear = dress.headwear === undefined || dress.headwear.kind === "hijab" ? 0.56 : 0.64;
  const crown = add(real.head, [0, -real.unit * wear]);
  const own = (content: string | undefined): string | undefined =>
    content === undefined || factor === 1 ? content : group(content, `scale(${factor})`);
  const ground = Math.max(bones.ankles[0][1], bones.ankles[1][1]) + bones.unit * 0.16;
  const hidden = dress.bottom.kind === "skirt" && (dress.bottom.length ?? 0.9) > 0.8;
  const legs = ([1, 0] as const).map(
    (index) => shoes(bones, person, index) + (hidden ? "" : trouserLeg(bones, person, index)),
  );
  const skirted = dress.bottom.kind === "skirt";
  const lower = skirted ? legs.join("") + skirt(bones, person) : legs.join("");
  const behind = person.back === true;
  const backWear = join(
    dress.bag !== undefined && backpack(bones, dress.bag),
    babyOnBack(bones, person),
  );
  const shadow = ellipse(
    bones.hip[0] + bones.unit * 0.9,
    ground,
    bones.unit * 1.7,
    bones.unit * 0.16,
    "#0B2A3A",
  );
  const svg = join(
    person.shadow !== false && person.bust !== true && person.seated !== true && veil(shadow, 0.2),
    own(person.inFar?.(far, real.unit)),
    arm(bones, person, 1),
    person.bust !== true && lower,
    !behind && backWear,
    neckShape(bones, skin),
    torso(bones, person),
    coat(bones, person),
    shawl(bones, person),
    behind && backWear,
    own(person.onHead?.(crown, real.unit)),
    drawHead(bones, dress, headView(bones.turn, behind)),
    own(person.inNear?.(near, real.unit)),
    arm(bones, person, 0),
  );
  const scaled = factor === 1 ? svg : group(svg, `scale(${number(1 / factor, 4)})`);
  return { svg: scaled, bones: real, near, far, crown };
}

export const person = (spec: Person): string => drawPerson(spec).svg;
