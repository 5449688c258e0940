import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { XMLValidator } from "fast-xml-parser";
import t from "tap";
import { testContent } from "./content-copy.ts";

/** All SVG files of the site: the path below `content`, and the text. */
const drawn = readdirSync(join(testContent, "images"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".svg"))
  .map((path) => `images/${path}`)
  .map((name): [string, string] => [name, readFileSync(join(testContent, name), "utf8")]);

/** Returns the largest allowed size in bytes, since a phone on a slow network loads the drawing. */
const limit = (name: string): number => (name.startsWith("images/patterns/") ? 4000 : 25_000);

const sizeOf = (svg = "") => /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.slice(1).map(Number) ?? [];

/** Returns the names of the files for which `isWrong` holds. */
const where = (isWrong: (svg: string, name: string) => boolean) =>
  drawn.filter(([name, svg]) => isWrong(svg, name)).map(([name]) => name);

t.test("every drawing is well-formed and within its size limits", async (t) => {
  t.same(
    where((svg) => XMLValidator.validate(svg) !== true),
    [],
  );
  const hasOtherSize = (svg: string) => {
    const [width, height] = sizeOf(svg);
    const [root = ""] = /<svg\s[^>]*>/.exec(svg) ?? [];
    return !(root.includes(`width="${width}"`) && root.includes(`height="${height}"`));
  };
  t.same(where(hasOtherSize), [], "width and height are those of the view box");
  t.same(
    where((svg, name) => Buffer.byteLength(svg) > limit(name)),
    [],
  );
});

t.test("no drawing runs a script, moves or loads anything", async (t) => {
  const forbidden = [
    /<(script|style|image|foreignObject|text|iframe|a|animate\w*|set)\b/i,
    /<!(DOCTYPE|ENTITY)|<\?xml-stylesheet/i,
    /\son\w+\s*=/i,
    /@import|javascript:|data:|url\((?!#)/i,
    /href\s*=\s*["'](?!#)/i,
  ];
  for (const pattern of forbidden)
    t.same(
      where((svg) => pattern.test(svg)),
      [],
      pattern.source,
    );
});

/** Returns the relative luminance of a color (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

t.test("names on the map are 12 px high at 375 px, on a ground with contrast", async (t) => {
  const [, svg = ""] = drawn.find(([name]) => name.endsWith("map/tanzania.svg")) ?? [];
  const [, ink = "", names = ""] = /<\/defs><g fill="(#\w{6})">(.*)/.exec(svg) ?? [];
  // Letters are a hundred units high before scaling, and the picture is 341 px wide on a phone of 375 px.
  const sizes = [...names.matchAll(/scale\(([.\d]+)\)/g)].map(([, scale]) => Number(scale) * 100);
  t.ok(sizes.length > 9 && sizes.every((size) => (size * 341) / 800 >= 12), sizes.join());
  t.notMatch(names, "fill=", "one ink for all");
  const grounds = [...svg.matchAll(/fill="(#\w{6})" id="tanzania-|(#EADCBD|#dceff3)"/gi)];
  t.ok(grounds.length >= 6);
  for (const [, zone, other = ""] of grounds) {
    const [light, dark] = [luminance(zone ?? other), luminance(ink)].sort((a, b) => b - a);
    t.ok(((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05) >= 4.5, zone ?? other);
  }
});
