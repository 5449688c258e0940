import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serialize } from "node:v8";
import sharp from "sharp";
import t, { type Test } from "tap";
import { ContentFiles } from "../../../../../server/content/content-files.ts";
import type { Path } from "../../../../../server/content/errors.ts";
import { createImages, pictureErrors } from "../../../../../server/content/images.ts";
import {
  markPhotograph,
  photographWidths,
  readPhotograph,
} from "../../../../../shared/model/photograph.ts";
import { photographLike } from "../../../../fixtures/photograph.ts";

/** Opens the pictures of a folder that has one photograph. */
async function scene(t: Test, name: string, bytes: Buffer) {
  const dir = t.testdir({ images: {}, cache: {} });
  writeFileSync(join(dir, "images", name), bytes);
  const cache = join(dir, "cache");
  return { dir, cache, pictures: createImages(dir, cache) };
}

t.test("a photograph comes in three formats, each width, upright, without metadata", async (t) => {
  const original = await photographLike({ width: 220, height: 330, orientation: 6 });
  t.match(original.toString("latin1"), "Somebody", "the original has the metadata");
  const { pictures, cache } = await scene(t, "market.jpg", original);
  const made = await Promise.all(
    ["market-330.avif", "market-330.webp", "market.jpg"].map(async (name) => {
      const bytes = (await pictures.file(name)) ?? Buffer.of();
      const { format, width, exif, iptc, xmp } = await sharp(bytes).metadata();
      const isLight = bytes.length < original.length;
      const isClean = !/Somebody|Telephone|GPS/.test(bytes.toString("latin1"));
      return [format, width, isLight && isClean && !(exif || iptc || xmp)];
    }),
  );
  t.same(made, [
    ["heif", 330, true],
    ["webp", 330, true],
    ["jpeg", 330, true],
  ]);
  const known = readPhotograph((await pictures.marks()).get("images/market.jpg") ?? "");
  t.match(known, { width: 330, height: 220 });
  const { placeholder = "" } = known ?? {};
  t.ok(placeholder.length > 20 && placeholder.length < 400, `${placeholder.length} letters`);
  const blur = await sharp(Buffer.from(placeholder, "base64")).metadata();
  t.match(blur, { format: "webp", width: 16 });

  for (const kept of readdirSync(cache)) writeFileSync(join(cache, kept), serialize("kept"));
  t.equal(await pictures.file("market-330.avif"), "kept", "nothing is made twice");
});

t.test("another width, format or picture is not offered", async (t) => {
  const { pictures } = await scene(
    t,
    "market.jpg",
    await photographLike({ width: 330, height: 220 }),
  );
  const names = ["market-480.avif", "market-330.png", "market.png", "market-330", "mark.jpg", ""];
  const found = await Promise.all(names.map((name) => pictures.file(name)));
  t.same(
    names.filter((_, index) => found[index] !== null),
    [],
  );
  t.equal(await pictures.file("../images/market.jpg"), null);
});

t.test("a transparent picture stays so, and has no placeholder", async (t) => {
  const clear = { width: 330, height: 165, format: "png", isClear: true } as const;
  const { pictures } = await scene(t, "clear.png", await photographLike(clear));
  const known = readPhotograph((await pictures.marks()).get("images/clear.png") ?? "");
  t.equal(known?.placeholder, "");
  t.ok((await sharp((await pictures.file("clear-330.webp")) ?? Buffer.of()).metadata()).hasAlpha);
  t.ok(await pictures.file("clear.png"));
});

t.test("an invalid file is named with its problem", async (t) => {
  const { pictures } = await scene(t, "broken.jpg", Buffer.from("not a picture"));
  await t.rejects(pictures.marks(), {
    name: "ContentError",
    message: "content/images/broken.jpg: cannot be read as a picture",
  });
});

t.test("a photograph is as wide as its place needs", async (t) => {
  const bytes = await photographLike({ width: 450, height: 450 });
  const { dir } = await scene(t, "asha.jpg", bytes);
  writeFileSync(join(dir, "images/broken.jpg"), "not a picture");
  for (const file of ["home.json", "gallery.json"]) writeFileSync(join(dir, file), "{}");
  const at = (file: string, path: Path, name = "asha.jpg") => ({
    file,
    path,
    picture: `images/${name}`,
  });
  const places = [
    at("leaders.json", ["leaders", 0, "photo"]),
    at("partners.json", ["partners", 0, "logo"]),
    at("home.json", ["heroSlides", 0, "image"]),
    at("gallery.json", ["items", 0, "src"]),
    at("blog/a.md", ["featured_image"], "broken.jpg"),
  ];
  const needs = (width: number) => `images/asha.jpg is 450 pixels wide; ${width} are needed here`;
  const errors = await pictureErrors(new ContentFiles(dir), places);
  t.strictSame(errors, [
    `content/home.json: field "heroSlides[0].image": ${needs(1600)}`,
    `content/gallery.json: field "items[0].src": ${needs(900)}`,
    "content/images/broken.jpg: cannot be read as a picture",
  ]);
});

t.test("the size of a photograph is added to the content; drawings stay unchanged", async (t) => {
  const bytes = await photographLike({ width: 330, height: 220 });
  const { dir, pictures } = await scene(t, "market.jpg", bytes);
  writeFileSync(join(dir, "images/market-day.svg"), "<svg/>");
  const marks = await pictures.marks();
  t.same([...marks.keys()], ["images/market.jpg"]);
  const marked = marks.get("images/market.jpg") ?? "";
  const known = readPhotograph(marked);
  t.match(known, { stem: "images/market", ending: "jpg", width: 330, height: 220 });
  t.equal(known && markPhotograph(known), marked);
  t.equal(readPhotograph("images/market-day.svg"), null);
});

t.test("the address of all pictures changes with any of them", async (t) => {
  const bytes = await photographLike({ width: 330, height: 220 });
  const { dir, pictures } = await scene(t, "market.jpg", bytes);
  const before = pictures.base();
  t.match(before, /^\/assets\/images-[0-9a-f]{10}$/);
  t.equal(pictures.base(), before);
  writeFileSync(join(dir, "images/market-day.svg"), "<svg/>");
  t.not(pictures.base(), before);
});

t.test("no width is wider than the photograph, or than any screen needs", async (t) => {
  t.same(
    [photographWidths(4000), photographWidths(1200), photographWidths(350)],
    [[480, 800, 1200, 1600], [480, 800, 1200], [350]],
  );
});
