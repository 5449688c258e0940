import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import t from "tap";
import { pictures } from "../../../../server/build/illustration/pictures.ts";

const content = fileURLToPath(new URL("../../../../content", import.meta.url));
const drawn = Object.entries(pictures());

/** The most a picture may weigh, in bytes. */
const limit = (name: string): number => (name.startsWith("images/patterns/") ? 4000 : 25_000);

/** The first thing that makes a text no well-formed XML, or nothing. */
function flaw(xml: string): string | undefined {
  const open: string[] = [];
  const tag = /<(\/?)([a-zA-Z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/g;
  const rest = xml.replace(
    tag,
    (_, closing: string, name: string, attributes: string, self: string) => {
      const names = [...attributes.matchAll(/([\w:-]+)="/g)].map(([, key]) => key);
      if (new Set(names).size !== names.length) open.push(`<${name}> repeats an attribute`);
      if (closing === "/") {
        const last = open.pop();
        if (last !== name) open.push(`</${name}> closes <${last}>`);
      } else if (self === "") open.push(name);
      return "";
    },
  );
  if (open.length > 0) return open.join(", ");
  return /[<>&]/.test(rest) ? rest.slice(0, 80) : undefined;
}

t.test("every drawing is well-formed, sized and within its weight", async (t) => {
  for (const [name, svg] of drawn) {
    t.equal(flaw(svg), undefined, `${name} is well-formed`);
    const size = /^<svg [^>]*width="(\d+)" height="(\d+)" viewBox="0 0 (\d+) (\d+)"/.exec(svg);
    t.ok(size, `${name} has width, height and viewBox`);
    t.same([size?.[1], size?.[2]], [size?.[3], size?.[4]], `${name}: its size is its view box`);
    t.ok(Buffer.byteLength(svg) <= limit(name), `${name} weighs ${Buffer.byteLength(svg)}`);
    t.notMatch(svg, /NaN|undefined|Infinity|null/, `${name} has no broken number`);
  }
});

t.test("no drawing runs, loads or writes anything", async (t) => {
  for (const [name, svg] of drawn) {
    t.notMatch(svg, /<(script|image|foreignObject|text|iframe|a)\b/i, `${name}: no such element`);
    t.notMatch(svg, /\son\w+=/i, `${name}: no handler`);
    t.notMatch(svg, /@import|javascript:|data:|url\((?!#)/i, `${name}: nothing from outside`);
    const links = [...svg.matchAll(/href="([^"]*)"/g)].map(([, to]) => to ?? "");
    t.ok(
      links.every((to) => to.startsWith("#")),
      `${name}: it uses only its own parts`,
    );
  }
});

t.test("ids and animations are the file's own, so pictures may stand in one page", async (t) => {
  const owner = new Map<string, string>();
  for (const [name, svg] of drawn) {
    const own = [...svg.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id ?? "");
    t.equal(new Set(own).size, own.length, `${name}: each id once`);
    const animations = [...svg.matchAll(/@keyframes ([\w-]+)/g)].map(([, id]) => id ?? "");
    for (const id of [...own, ...animations]) {
      t.equal(owner.get(id) ?? name, name, `${id} belongs to ${name}`);
      owner.set(id, name);
    }
    for (const [, id] of svg.matchAll(/(?:href="|url\()#([\w-]+)/g)) {
      t.ok(own.includes(id ?? ""), `${name}: ${id} is drawn in it`);
    }
  }
});

t.test("motion waits for the reader's leave and moves by transform alone", async (t) => {
  for (const [name, svg] of drawn) {
    const css = /<style>(.*?)<\/style>/s.exec(svg)?.[1];
    if (css === undefined) continue;
    t.match(css, /^@media \(prefers-reduced-motion:no-preference\)\{.*\}$/s, name);
    for (const [, frame] of css.matchAll(/to\{([^}]*)\}/g)) {
      t.match(frame, /^transform:[^;]*$/, `${name}: by transform`);
    }
  }
});

t.test("what is committed is what the kit draws, and it draws the same twice", async (t) => {
  const again = pictures();
  for (const [name, svg] of drawn) {
    t.equal(again[name], svg, `${name} is stable`);
    const file = join(content, name);
    t.ok(existsSync(file), `${name} is there`);
    t.equal(readFileSync(file, "utf8"), svg, `${name}: node server/build/illustration/draw.ts`);
  }
});

t.test("no two files hold the same picture", async (t) => {
  const seen = new Map<string, string>();
  for (const [name, svg] of drawn) {
    const plain = svg.replace(/(id="|#)[\w-]+/g, "$1");
    t.equal(seen.get(plain), undefined, `${name} differs from ${seen.get(plain)}`);
    seen.set(plain, name);
  }
});

t.test("every slot of the site has its drawing, in its ratio", async (t) => {
  const file = readFileSync(join(content, "images/slots.json"), "utf8");
  const { slots } = JSON.parse(file) as { slots: { key: string; ratio: string }[] };
  const sizes = new Map(drawn);
  for (const { key, ratio } of slots) {
    const size = /viewBox="0 0 (\d+) (\d+)"/.exec(sizes.get(key) ?? "");
    const [wide, high] = ratio.split(":").map(Number);
    t.equal(Number(size?.[1]) * (high ?? 0), Number(size?.[2]) * (wide ?? 0), `${key} is ${ratio}`);
  }
});
