import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { serialize } from "node:v8";
import sharp from "sharp";
import t, { type Test } from "tap";
import type { Path } from "../../../../../../server/build/content/errors.ts";
import { createImages, pictureErrors } from "../../../../../../server/build/content/images.ts";
import {
  markPhotograph,
  photographWidths,
  readPhotograph,
} from "../../../../../../shared/model/photograph.ts";
import { photographLike } from "../../../../../fixtures/photograph.ts";

async function scene(t: Test, name: string, bytes: Buffer) {
  const dir = t.testdir({ images: {}, cache: {} });
  writeFileSync(join(dir, "images", name), bytes);
  return { images: join(dir, "images"), cache: join(dir, "cache") };
}

t.test("a photograph comes in three formats, each width, upright, without metadata", async (t) => {
  const original = await photographLike({ width: 220, height: 330, orientation: 6 });
  t.match(original.toString("latin1"), "Somebody", "the original has the metadata");
  const { images, cache } = await scene(t, "market.jpg", original);
  const { prepare } = createImages(images, cache);
  const { width, height, placeholder, files } = await prepare("market.jpg");
  t.same([width, height], [330, 220]);
  const made = await Promise.all(
    [...files].map(async ([end, bytes]) => {
      const { format, width, exif, iptc, xmp } = await sharp(bytes).metadata();
      const isLight = bytes.length < original.length;
      const isClean = !/Somebody|Telephone|GPS/.test(bytes.toString("latin1"));
      return [end, format, width, isLight && isClean && !(exif || iptc || xmp)];
    }),
  );
  t.same(made.sort(), [
    ["-330.avif", "heif", 330, true],
    ["-330.webp", "webp", 330, true],
    [".jpg", "jpeg", 330, true],
  ]);
  t.ok(placeholder.length > 20 && placeholder.length < 400, `${placeholder.length} letters`);
  const blur = await sharp(Buffer.from(placeholder, "base64")).metadata();
  t.match(blur, { format: "webp", width: 16 });

  const [kept = ""] = readdirSync(cache);
  writeFileSync(join(cache, kept), serialize({ width, height, placeholder, files: new Map() }));
  const second = await prepare("market.jpg");
  t.equal(second.files.size, 0, "nothing is made twice");
});

t.test("a transparent picture stays so, and has no placeholder", async (t) => {
  const clear = { width: 330, height: 165, format: "png", isClear: true } as const;
  const { images, cache } = await scene(t, "clear.png", await photographLike(clear));
  const { placeholder, files } = await createImages(images, cache).prepare("clear.png");
  t.equal(placeholder, "");
  t.ok((await sharp(files.get("-330.webp")).metadata()).hasAlpha);
  t.ok(files.has(".png"));
});

t.test("an invalid file is named with its problem", async (t) => {
  const { images, cache } = await scene(t, "broken.jpg", Buffer.from("not a picture"));
  await t.rejects(createImages(images, cache).prepare("broken.jpg"), {
    message: "content/images/broken.jpg: cannot be read as a picture",
  });
});

t.test("a photograph is as wide as its place needs", async (t) => {
  const bytes = await photographLike({ width: 450, height: 450 });
  const { images } = await scene(t, "asha.jpg", bytes);
  writeFileSync(join(images, "broken.jpg"), "not a picture");
  for (const file of ["home.json", "gallery.json"])
    writeFileSync(join(dirname(images), file), "{}");
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
  const errors = await pictureErrors(dirname(images), places);
  t.strictSame(errors, [
    `content/home.json: field "heroSlides[0].image": ${needs(1600)}`,
    `content/gallery.json: field "items[0].src": ${needs(900)}`,
    "content/images/broken.jpg: cannot be read as a picture",
  ]);
});

t.test("the size of a photograph is added to the content; drawings stay unchanged", async (t) => {
  const bytes = await photographLike({ width: 330, height: 220 });
  const { images, cache } = await scene(t, "market.jpg", bytes);
  const code = '{"image":"images/market.jpg","other":"images/market-day.svg"}';
  const marked: Record<string, string> = JSON.parse(await createImages(images, cache).mark(code));
  t.equal(marked.other, "images/market-day.svg");
  const known = readPhotograph(marked.image ?? "");
  t.match(known, { stem: "images/market", ending: "jpg", width: 330, height: 220 });
  t.equal(known && markPhotograph(known), marked.image);
  t.equal(readPhotograph("images/market-day.svg"), null);
});

t.test("no width is wider than the photograph, or than any screen needs", async (t) => {
  t.same(
    [photographWidths(4000), photographWidths(1200), photographWidths(350)],
    [[480, 800, 1200, 1600], [480, 800, 1200], [350]],
  );
});
