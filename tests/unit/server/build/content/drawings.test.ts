import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { XMLValidator } from "fast-xml-parser";
import t from "tap";
import { compileContent } from "../../../../../server/build/content/compile-content.ts";
import { walkObjects } from "../../../../../server/build/content/walk-content.ts";
import { after, edit, errorsOf, realContent } from "./content-copy.ts";

/** Every SVG file of the site: its path below `content`, and its text. */
const drawn = readdirSync(join(realContent, "images"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".svg"))
  .map((path) => `images/${path}`)
  .map((name): [string, string] => [name, readFileSync(join(realContent, name), "utf8")]);

const { slots }: { slots: { key: string; ratio: string; alt: string }[] } = JSON.parse(
  readFileSync(join(realContent, "images/slots.json"), "utf8"),
);

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
  t.same(
    where((svg) => /NaN|undefined|Infinity|null/.test(svg)),
    [],
    "no broken number",
  );
});

t.test("no drawing runs a script or loads anything", async (t) => {
  const forbidden = [
    /<(script|image|foreignObject|text|iframe|a|animate\w*|set)\b/i,
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

t.test("ids and animations are the file's own, so pictures may stand in one page", async (t) => {
  const owners = new Map<string, string>();
  const isShared = (name: string) => (id: string) => {
    const owner = owners.get(id) ?? name;
    owners.set(id, owner);
    return owner !== name;
  };
  const all = (svg: string, pattern: RegExp) => [...svg.matchAll(pattern)].map(([, id = ""]) => id);
  const wrong = where((svg, name) => {
    const own = all(svg, /\sid\s*=\s*["']([^"']*)/g);
    const used = all(svg, /(?:href\s*=\s*["']|url\()#([\w-]+)/g);
    return (
      new Set(own).size !== own.length ||
      [...own, ...all(svg, /@keyframes ([\w-]+)/g)].some(isShared(name)) ||
      used.some((id) => !own.includes(id))
    );
  });
  t.same(wrong, []);
});

t.test("animations stop for reduced motion, and use transform alone", async (t) => {
  const wrong = where((svg) => {
    const css = /<style[^>]*>(.*?)<\/style>/s.exec(svg)?.[1];
    if (css === undefined) return false;
    const frames = [...css.matchAll(/to\{([^}]*)\}/g)].map(([, frame = ""]) => frame);
    return (
      !/^@media \(prefers-reduced-motion:no-preference\)\{.*\}$/s.test(css) ||
      frames.some((frame) => !/^transform:[^;]*$/.test(frame))
    );
  });
  t.same(wrong, []);
});

/** Every place of the content that shows a picture. */
const uses: { picture: string; file: string; alt: string; title: string }[] = [];
const { data, entries } = compileContent(realContent);
for (const [file, value] of [
  ...data,
  ...Object.values(entries)
    .flat()
    .map((entry) => [entry.file, entry.fields] as const),
])
  walkObjects(value, (fields) => {
    for (const [key, item] of Object.entries(fields)) {
      if (typeof item !== "string" || !item.startsWith("images/")) continue;
      const alt = fields[`${key}Alt`] ?? fields[`${key}_alt`] ?? fields.alt;
      const title = fields.title ?? fields.name ?? fields.caption ?? "";
      uses.push({ picture: item, file, alt: String(alt ?? ""), title: String(title) });
    }
  });

t.test("every slot and place has a picture of its own, in its ratio", async (t) => {
  const pictures = [
    ...new Set([...slots.map(({ key }) => key), ...uses.map(({ picture }) => picture)]),
  ];
  const owners = new Map<string, string>();
  const doubled = pictures.filter((name) => {
    // Ids differ also where the drawing does not.
    const text = readFileSync(join(realContent, name), "latin1").replace(/(id="|#)[\w-]+/g, "$1");
    const hash = createHash("sha256").update(text).digest("hex");
    const owner = owners.get(hash) ?? name;
    owners.set(hash, owner);
    return owner !== name;
  });
  t.same(doubled, []);
  const svgs = new Map(drawn);
  const misshapen = slots.filter(({ key, ratio }) => {
    const [wide = 0, high = 0] = ratio.split(":").map(Number);
    const [width = 0, height = 0] = sizeOf(svgs.get(key));
    return width === 0 || width * high !== height * wide;
  });
  t.same(misshapen, []);
});

t.test("alternative texts describe the picture, and one picture shows one thing", async (t) => {
  const isShort = (alt: string) => alt.trim().split(/\s+/).length < 4;
  const poor = uses.filter(
    ({ alt, title }) =>
      isShort(alt) ||
      alt.length > 160 ||
      alt.toLowerCase() === title.toLowerCase() ||
      /^(picture|image|photo|illustration|drawing) of/i.test(alt),
  );
  t.same(poor, []);
  t.same(
    slots.filter(({ alt }) => isShort(alt)),
    [],
  );
  // A thing may be shown in two places: a project on its card and on its own page.
  const pairs = new Set(uses.map(({ picture, alt }) => `${picture} ${alt}`));
  t.equal(new Set(uses.map(({ picture }) => picture)).size, pairs.size, "one text a picture");
  t.equal(new Set(uses.map(({ alt }) => alt)).size, pairs.size, "one picture a text");
});

t.test("pictures without alternative text stop the build", async (t) => {
  const post = "blog/who-mends-the-pump.md";
  const project = "projects/menstrual-justice.md";
  const title = /^title: (.*)$/m.exec(readFileSync(join(realContent, project), "utf8"))?.[1];
  const errors = after((dir) => {
    edit(dir, post, /featured_image_alt: .*/, "featured_image_alt: A pump, mended");
    edit(dir, "gallery.json", /"alt": "[^"]*"/, '"alt": "Two words"');
    edit(dir, project, /imageAlt: .*/, `imageAlt: ${title}`);
  }, errorsOf);
  t.same(errors, [
    'content/gallery.json: field "items[0].alt": must describe the picture in at least 3 words',
    'content/projects/menstrual-justice.md: field "imageAlt": repeats "title": it must describe the picture',
  ]);
});
