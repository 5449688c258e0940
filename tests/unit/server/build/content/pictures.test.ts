import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { compileContent } from "../../../../../server/build/content/compile-content.ts";
import { walkObjects } from "../../../../../server/build/content/walk-content.ts";
import { copyContent, edit, errorsOf, realContent } from "./content-copy.ts";

const { data, entries } = compileContent(realContent);
const { slots }: { slots: { key: string; alt: string }[] } = JSON.parse(
  readFileSync(join(realContent, "images/slots.json"), "utf8"),
);

interface Use {
  picture: string;
  file: string;
  alt: string;
  title: string;
}

/** Every place of the content that shows a picture. */
const uses: Use[] = [];
const collect = (value: unknown, file: string) =>
  walkObjects(value, (fields) => {
    for (const [key, item] of Object.entries(fields)) {
      if (typeof item !== "string" || !item.startsWith("images/")) continue;
      const alt = fields[`${key}Alt`] ?? fields[`${key}_alt`] ?? fields.alt;
      const title = fields.title ?? fields.name ?? fields.caption ?? "";
      uses.push({ picture: item, file, alt: String(alt ?? ""), title: String(title) });
    }
  });
for (const [file, value] of data) collect(value, file);
for (const { fields, file } of Object.values(entries).flat()) collect(fields, file);

const words = (text: string) => text.split(/\s+/).filter((word) => word !== "");
const hashOf = (picture: string) =>
  createHash("sha256")
    .update(readFileSync(join(realContent, picture)))
    .digest("hex");

t.test("every slot has a picture of its own", async (t) => {
  const owner = new Map<string, string>();
  for (const key of new Set([
    ...slots.map((slot) => slot.key),
    ...uses.map((use) => use.picture),
  ])) {
    const hash = hashOf(key);
    t.equal(owner.get(hash), undefined, `${key} holds the same as ${owner.get(hash)}`);
    owner.set(hash, key);
  }
  t.ok(owner.size > 60, `${owner.size} pictures`);
});

t.test("no picture is used for two things", async (t) => {
  // One thing may be shown in two places: a project on its card and on its own page.
  const things = new Map<string, string>();
  for (const { picture, alt, file } of uses) {
    const before = things.get(picture) ?? alt;
    t.equal(alt, before, `${picture} in ${file} shows what it shows elsewhere`);
    things.set(picture, before);
  }
});

t.test("alternative texts describe the picture", async (t) => {
  for (const { picture, alt, title, file } of uses) {
    t.ok(words(alt).length >= 4, `${file}: "${alt}" for ${picture}`);
    t.not(alt.toLowerCase(), title.toLowerCase(), `${file}: more than the title`);
    t.notMatch(alt, /^(picture|image|photo|illustration|drawing) of/i, file);
    t.ok(alt.length <= 160, `${file}: ${picture} in one breath`);
  }
  const said = new Map(uses.map(({ picture, alt }) => [alt, picture]));
  for (const { picture, alt } of uses) t.equal(said.get(alt), picture, `"${alt}" said once`);
});

t.test("no picture is too large for a phone on a slow network", async (t) => {
  for (const { picture } of uses) {
    const { size } = statSync(join(realContent, picture));
    if (picture.endsWith(".svg")) t.ok(size <= 25_000, `${picture} weighs ${size}`);
  }
});

t.test("pictures without alternative text stop the build", async (t) => {
  const dir = copyContent(t.testdir({}));
  edit(
    dir,
    "blog/who-mends-the-pump.md",
    /featured_image_alt: .*/,
    "featured_image_alt: A pump, mended",
  );
  edit(dir, "gallery.json", /"alt": "[^"]*"/, '"alt": "Two words"');
  const title = /^title: (.*)$/m.exec(
    readFileSync(join(dir, "projects/menstrual-justice.md"), "utf8"),
  )?.[1];
  edit(dir, "projects/menstrual-justice.md", /imageAlt: .*/, `imageAlt: ${title}`);
  t.same(errorsOf(dir), [
    'content/gallery.json: field "items[0].alt": must describe the picture in at least 3 words',
    'content/projects/menstrual-justice.md: field "imageAlt": repeats "title": it must describe the picture',
  ]);
});
