import t from "tap";
import { poses } from "../../../../server/build/illustration/figure/poses.ts";
import { skeleton } from "../../../../server/build/illustration/figure/skeleton.ts";
import type { Person } from "../../../../server/build/illustration/figure/types.ts";
import { data, pts } from "../../../../server/build/illustration/path.ts";

const standing: Person = {
  at: [200, 400],
  height: 345,
  pose: poses.stand,
  dress: { skin: 1, top: { fill: "#ffffff" }, bottom: { kind: "trousers", fill: "#0b2a3a" } },
};

t.test("a grown person is close to seven heads tall and stands on the ground", async (t) => {
  const bones = skeleton(standing);
  const crown = bones.head[1] - bones.unit / 2;
  const heads = (400 - crown) / bones.unit;
  t.ok(heads > 6.4 && heads < 7.1, `${heads} heads`);
  t.ok(Math.max(bones.ankles[0][1], bones.ankles[1][1]) < 400, "ankles above the ground");
});

t.test("a hand goes where it is told, or as near as the arm is long", async (t) => {
  const reached = skeleton({ ...standing, pose: { ...poses.stand, far: { to: [260, 200] } } });
  t.ok(Math.hypot(reached.wrists[1][0] - 260, reached.wrists[1][1] - 200) < 1);
  const short = skeleton({ ...standing, pose: { ...poses.stand, far: { to: [900, 200] } } });
  t.ok(short.wrists[1][0] < 400, "the arm does not stretch");
});

t.test("a mirrored person is the same person the other way round", async (t) => {
  const right = skeleton({ ...standing, pose: poses.walk });
  const left = skeleton({ ...standing, pose: poses.walk, facing: -1 });
  const apart = (x: number) => Math.round(x - 200);
  t.equal(apart(right.wrists[1][0]), -apart(left.wrists[1][0]));
  t.equal(apart(right.knees[0][0]), -apart(left.knees[0][0]));
});

t.test("path data is short, relative and closed", async (t) => {
  t.equal(data(pts("0,0! 10,0! 10,10! 0,10!")), "M0 0l10 0 0 10-10 0 0-10z");
  t.match(data(pts("0,0 10,0 10,10 0,10")), /^M0 0[cs].*z$/);
  t.equal(data(pts("0,0! 10,0!"), { closed: false }), "M0 0l10 0");
});
