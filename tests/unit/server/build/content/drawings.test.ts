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

/** The largest size of a picture, bytes. */
const limit = (name: string): number => (name.startsWith("images/patterns/") ? 4000 : 25_000);

t.test("every drawing is well-formed and within its size limits", async (t) => {
  for (const [name, svg] of drawn) {
    t.equal(XMLValidator.validate(svg), true, `${name} is well-formed`);
    const [root = ""] = /<svg\s[^>]*>/.exec(svg) ?? [];
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(root) ?? [];
    t.match(root, `width="${width}"`, `${name}: its width is that of its view box`);
    t.match(root, `height="${height}"`, `${name}: its height is that of its view box`);
    t.ok(Buffer.byteLength(svg) <= limit(name), `${name} weighs ${Buffer.byteLength(svg)}`);
    t.notMatch(svg, /NaN|undefined|Infinity|null/, `${name} has no broken number`);
  }
});

t.test("no drawing runs a script or loads anything", async (t) => {
  for (const [name, svg] of drawn) {
    t.notMatch(
      svg,
      /<(script|image|foreignObject|text|iframe|a|animate\w*|set)\b/i,
      `${name}: no such element`,
    );
    t.notMatch(svg, /<!(DOCTYPE|ENTITY)|<\?xml-stylesheet/i, `${name}: no declaration`);
    t.notMatch(svg, /\son\w+\s*=/i, `${name}: no handler`);
    t.notMatch(svg, /@import|javascript:|data:|url\((?!#)/i, `${name}: nothing from outside`);
    const links = [...svg.matchAll(/href\s*=\s*["']([^"']*)/g)].map(([, to]) => to ?? "");
    t.ok(
      links.every((to) => to.startsWith("#")),
      `${name}: it refers only to itself`,
    );
  }
});

t.test("ids and animations are the file's own, so pictures may stand in one page", async (t) => {
  const owner = new Map<string, string>();
  for (const [name, svg] of drawn) {
    const own = [...svg.matchAll(/\sid\s*=\s*["']([^"']*)/g)].map(([, id]) => id ?? "");
    t.equal(new Set(own).size, own.length, `${name}: each id once`);
    const animations = [...svg.matchAll(/@keyframes ([\w-]+)/g)].map(([, id]) => id ?? "");
    for (const id of [...own, ...animations]) {
      t.equal(owner.get(id) ?? name, name, `${id} belongs to ${name}`);
      owner.set(id, name);
    }
    for (const [, id] of svg.matchAll(/(?:href\s*=\s*["']|url\()#([\w-]+)/g)) {
      t.ok(own.includes(id ?? ""), `${name}: ${id} is defined in it`);
    }
  }
});

t.test("animations stop for reduced motion, and use transform alone", async (t) => {
  for (const [name, svg] of drawn) {
    const css = /<style[^>]*>(.*?)<\/style>/s.exec(svg)?.[1];
    if (css === undefined) continue;
    t.match(css, /^@media \(prefers-reduced-motion:no-preference\)\{.*\}$/s, name);
    for (const [, frame] of css.matchAll(/to\{([^}]*)\}/g)) {
      t.match(frame, /^transform:[^;]*$/, `${name}: by transform`);
    }
  }
});

t.test("no two files contain the same picture", async (t) => {
  const seen = new Map<string, string>();
  for (const [name, svg] of drawn) {
    const plain = svg.replace(/(id="|#)[\w-]+/g, "$1");
    t.equal(seen.get(plain), undefined, `${name} differs from ${seen.get(plain)}`);
    seen.set(plain, name);
  }
});

t.test("every slot of the site has a drawing in its ratio, with alternative text", async (t) => {
  const file = readFileSync(join(realContent, "images/slots.json"), "utf8");
  const { slots }: { slots: { key: string; ratio: string; alt: string }[] } = JSON.parse(file);
  const sizes = new Map(drawn);
  t.ok(slots.length > 60, `${slots.length} slots`);
  for (const { key, ratio, alt } of slots) {
    t.ok(alt.trim().split(/\s+/).length >= 4, `${key} has alternative text`);
    const size = /viewBox="0 0 (\d+) (\d+)"/.exec(sizes.get(key) ?? "");
    const [wide, high] = ratio.split(":").map(Number);
    t.equal(Number(size?.[1]) * (high ?? 0), Number(size?.[2]) * (wide ?? 0), `${key} is ${ratio}`);
  }
});
