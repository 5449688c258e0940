import { existsSync, globSync, readFileSync } from "node:fs";
import { XMLValidator } from "fast-xml-parser";
import t from "tap";
import { fallbackDrawing } from "../../../client/components/media/fallback-drawing.ts";
import { contentErrors } from "../../../server/content/check-content.ts";
import { ContentFiles } from "../../../server/content/content-files.ts";
import { routesInSources } from "../../../server/content/routes-in-sources.ts";
import { samples, startScene } from "../../setup/site/scene.ts";

// The test of the texts and pictures of `content/`, which editors change freely; `e2e/pages/real-content.test.ts` opens its pages in
// a browser. All other tests stand on tests/fixtures/content.

t.test("the content of the site is valid", async (t) => {
  t.same(await contentErrors(new ContentFiles("content"), routesInSources()), []);
});

t.test("every page of the content renders, and its links lead somewhere", async (t) => {
  const { site } = await startScene(t, { ...samples(), env: { CONTENT_DIR: "content" } });
  const read = async (path: string) => {
    const response = await fetch(site.url + path, { redirect: "manual" });
    return { status: response.status, html: await response.text() };
  };
  const map = await read("/sitemap.xml");
  const paths = [...map.html.matchAll(/<loc>https?:\/\/[^/]*([^<]*)<\/loc>/g)].map(
    ([, path = ""]) => path || "/",
  );
  t.ok(paths.length > 50, `${paths.length} pages`);
  const targets = new Map<string, string>();
  for (const path of paths) {
    const { status, html } = await read(path);
    t.equal(status, 200, path);
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
    for (const [, href = ""] of main.matchAll(/ href="(\/[^"#]*)/g))
      targets.set(href.replaceAll("&amp;", "&"), path);
  }
  const dead: string[] = [];
  for (const [target, from] of targets) {
    const { status } = paths.includes(target) ? { status: 200 } : await read(target);
    if (status >= 400) dead.push(`${from} -> ${target}: ${status}`);
  }
  t.same(dead, []);
});

/** The drawings of the content: the path below `content`, and the text. */
const drawn = globSync("images/**/*.svg", { cwd: "content" }).map((name): [string, string] => [
  name,
  readFileSync(`content/${name}`, "utf8"),
]);

/** Returns the largest allowed size in bytes, since a phone on a slow network loads the drawing. */
const limit = (name: string): number => (name.startsWith("images/patterns/") ? 4000 : 25_000);

/** Returns the names of the drawings for which `isWrong` holds. */
const where = (isWrong: (svg: string, name: string) => boolean) =>
  drawn.filter(([name, svg]) => isWrong(svg, name)).map(([name]) => name);

t.test("every drawing is well-formed and within its size limits", async (t) => {
  t.same(
    where((svg) => XMLValidator.validate(svg) !== true),
    [],
  );
  const hasOtherSize = (svg: string) => {
    const [width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.slice(1).map(Number) ?? [];
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

t.test("the drawings that the program names are there", async (t) => {
  const named = globSync("client/**/*.{ts,tsx,css}")
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/images\/[\w/-]+\.svg/g)])
    .map(([name]) => name);
  const topics = ["relief", "wash", "sport", "gender", "health", "school", "climate", "market"];
  const inPlaceOfPictures = [...topics, "village", "anything"].flatMap((topic) =>
    ["a", "b", "c", "d"].map((id) => fallbackDrawing(id, [topic])),
  );
  t.ok(named.length > 5 && new Set(inPlaceOfPictures).size === 40);
  for (const name of [...new Set(named), ...inPlaceOfPictures])
    t.ok(existsSync(`content/${name}`), name);
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

t.test("the fonts have every letter of the content", async (t) => {
  const ranges = [
    ...readFileSync("client/styles/fonts.css", "utf8").matchAll(/unicode-range:(.*?);/gs),
  ]
    .flatMap(([, list = ""]) => list.split(","))
    .map((part) => part.trim().replace("U+", "").split("-"));
  const hasFont = (letter: string) =>
    ranges.some(([from = "", to = from]) => {
      const code = letter.codePointAt(0) ?? 0;
      return code >= Number.parseInt(from, 16) && code <= Number.parseInt(to, 16);
    });
  const texts = globSync("content/{*.json,*/*.md}").map((file) => readFileSync(file, "utf8"));
  const letters = new Set(texts.flatMap((text) => [...text]));
  t.same(
    [...letters].filter((letter) => letter !== "\n" && !hasFont(letter)),
    [],
  );
});
