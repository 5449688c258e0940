import { shade, skins } from "../palette.ts";
import { type Point, place, pts, type Vec } from "../path.ts";
import { line, lit } from "../svg.ts";

const cup: Point[] = pts(
  "-220,-36! -90,-40 -10,-44 36,-66 62,-86 84,-80 80,-58 56,-30 104,-16 160,-14 206,-32 218,-18 204,6 156,32 84,46 0,42 -90,38 -220,42!",
);
const pinch: Point[] = pts(
  "170,-230! 70,-120 6,-88 -40,-62 -62,-10 -68,34 -54,48 -40,36 -36,4 -22,-12 -8,14 -20,46 -6,60 14,48 32,14 58,-2 84,-24 112,-58 142,-80 250,-170!",
);

type Look = { scale?: number; degrees?: number; mirror?: boolean; skin?: number; sleeve?: string };

function drawn(
  points: readonly Point[],
  at: Vec,
  look: Look,
  cuff: readonly Point[],
  creases: readonly Point[][],
): string {
  const { scale = 1, degrees = 0, mirror = false, skin = 1, sleeve } = look;
  const tone = skins[skin] ?? skins[0];
  const put = (shapeOf: readonly Point[]): Point[] =>
    place(shapeOf, at, [mirror ? -scale : scale, scale], degrees);
  return (
    lit(put(points), tone, { depth: 0.22 }) +
    creases.map((crease) => `${line(put(crease), shade(tone, 0.3), 3 * scale)}`).join("") +
    (sleeve === undefined ? "" : lit(put(cuff), sleeve, { depth: 0.25 }))
  );
}

/** An open hand, palm up, fingers to the right. */
export const cupped = (at: Vec, look: Look = {}): string =>
  drawn(cup, at, look, pts("-340,-62! -170,-50! -160,52! -340,72!"), [
    pts("70,8 130,10 190,-10"),
    pts("20,-30 44,-40 60,-60"),
  ]);

/** A hand from above that holds something small at the point. */
export const pinching = (at: Vec, look: Look = {}): string =>
  drawn(pinch, at, look, pts("110,-170! 210,-330! 360,-230! 226,-110!"), [
    pts("-36,4 -26,-30 0,-50"),
  ]);
