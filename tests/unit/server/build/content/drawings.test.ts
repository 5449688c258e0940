import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { XMLValidator } from "fast-xml-parser";
import t from "tap";
import { realContent } from "./content-copy.ts";

/** Every SVG file of the site: its path below `content`, and its text. */
const drawn = readdirSync(join(realContent, "images"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".svg"))
  .map((path) => `images/${path}`)
  .map((name): [string, string] => [name, readFileSync(join(realContent, name), "utf8")]);

/** The largest size of a picture, bytes: a phone on a slow network loads it. */
const limit = (name: string): number => (name.startsWith("images/patterns/") ? 4000 : 25_000);

const sizeOf = (svg = "") => /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.slice(1).map(Number) ?? [];

/** The files of which something is true. */
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
