import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import t, { type Test } from "tap";
import { createPhotographs } from "../../../../../../server/build/content/images/photographs.ts";
import { preparePhotograph } from "../../../../../../server/build/content/images/prepare-photograph.ts";
import {
  fallbackWidths,
  markPhotograph,
  photographWidths,
  readPhotograph,
} from "../../../../../../shared/model/photograph.ts";
import { photographLike } from "../../../../../fixtures/photograph.ts";

async function scene(t: Test, name: string, bytes: Buffer) {
  const dir = t.testdir({ images: {}, cache: {} });
  const path = join(dir, "images", name);
  writeFileSync(path, bytes);
  return { path, images: join(dir, "images"), cache: join(dir, "cache") };
}

t.test("a photograph is generated in three formats and every width up to its own", async (t) => {
  const original = await photographLike({ width: 900, height: 600 });
  const { path, cache } = await scene(t, "market.jpg", original);
  const { width, height, files } = await preparePhotograph(path, cache);
  t.same([width, height], [900, 600]);
  const ends = ["avif", "webp", "jpg"].flatMap((format) =>
    [480, 800, 900].map((step) => `-${step}.${format}`),
  );
  t.same([...files.keys()].sort(), [...ends, ".jpg"].sort());
  for (const [end, bytes] of files) {
    const made = await sharp(bytes).metadata();
    const wanted = Number(/-(\d+)\./.exec(end)?.[1] ?? 900);
    t.equal(made.width, wanted, end);
    t.equal(made.format, { avif: "heif", webp: "webp", jpg: "jpeg" }[end.split(".")[1] ?? ""], end);
    t.ok(bytes.length < original.length, `${end} is lighter than the original`);
  }
});

t.test("metadata is removed", async (t) => {
  const original = await photographLike({ width: 600, height: 400 });
  t.match(original.toString("latin1"), "Somebody", "the original tells");
  t.ok((await sharp(original).metadata()).exif);
  const { path, cache } = await scene(t, "market.jpg", original);
  for (const [end, bytes] of (await preparePhotograph(path, cache)).files) {
    const { exif, iptc, xmp } = await sharp(bytes).metadata();
    t.same([exif, iptc, xmp], [undefined, undefined, undefined], end);
    t.notMatch(bytes.toString("latin1"), /Somebody|Telephone|GPS/, end);
  }
});

t.test("the orientation of the camera is applied", async (t) => {
  const bytes = await photographLike({ width: 600, height: 400, orientation: 6 });
  const { path, cache } = await scene(t, "upright.jpg", bytes);
  const { width, height, files } = await preparePhotograph(path, cache);
  t.same([width, height], [400, 600]);
  const made = await sharp(files.get("-400.webp")).metadata();
  t.same([made.width, made.height], [400, 600]);
});

t.test("the placeholder is a few bytes, and empty for a transparent picture", async (t) => {
  const solid = await scene(t, "solid.jpg", await photographLike({ width: 480, height: 300 }));
  const { placeholder } = await preparePhotograph(solid.path, solid.cache);
  t.ok(placeholder.length > 20 && placeholder.length < 400, `${placeholder.length} letters`);
  const blur = await sharp(Buffer.from(placeholder, "base64")).metadata();
  t.same([blur.format, blur.width, blur.height], ["webp", 16, 10]);
  const seeThrough = await photographLike({
    width: 1000,
    height: 500,
    format: "png",
    isClear: true,
  });
  const clear = await scene(t, "clear.png", seeThrough);
  const made = await preparePhotograph(clear.path, clear.cache);
  t.equal(made.placeholder, "");
  t.ok((await sharp(made.files.get("-480.webp")).metadata()).hasAlpha);
  t.ok(made.files.has("-800.png"));
  t.notOk(made.files.has("-1000.png"), "the heavy format stays small");
});

t.test("a second build takes everything from the cache", async (t) => {
  const bytes = await photographLike({ width: 500, height: 400 });
  const { path, cache } = await scene(t, "market.jpg", bytes);
  const first = await preparePhotograph(path, cache);
  const [folder = ""] = readdirSync(cache);
  writeFileSync(join(cache, folder, "_-480.avif"), "as it was kept");
  const second = await preparePhotograph(path, cache);
  t.equal(second.files.get("-480.avif")?.toString(), "as it was kept");
  t.equal(second.placeholder, first.placeholder);
  t.same([...second.files.keys()].sort(), [...first.files.keys()].sort());
});

t.test("an invalid file is named with its problem", async (t) => {
  const { images, cache } = await scene(t, "broken.jpg", Buffer.from("not a picture"));
  writeFileSync(join(images, "tiny.png"), await photographLike({ width: 200, height: 200 }));
  await t.rejects(createPhotographs(images, cache).prepareAll(), {
    message:
      "content/images/broken.jpg: cannot be read as a picture\n" +
      "content/images/tiny.png: is only 200 pixels wide; at least 320, better 1600, are needed",
  });
});

t.test("the size of a photograph is added to the content; drawings stay unchanged", async (t) => {
  const { images, cache } = await scene(
    t,
    "market.jpg",
    await photographLike({ width: 640, height: 480 }),
  );
  const code = '{"image":"images/market.jpg","other":"images/market-day.svg"}';
  const marked: Record<string, string> = JSON.parse(
    await createPhotographs(images, cache).mark(code),
  );
  t.equal(marked.other, "images/market-day.svg");
  const known = readPhotograph(marked.image ?? "");
  t.match(known, { stem: "images/market", ending: "jpg", width: 640, height: 480 });
  t.equal(known && markPhotograph(known), marked.image);
  t.equal(readPhotograph("images/market-day.svg"), null);
});

t.test("no width is wider than the photograph, or than any screen needs", async (t) => {
  t.same(photographWidths(4000), [480, 800, 1200, 1600]);
  t.same(photographWidths(1200), [480, 800, 1200]);
  t.same(photographWidths(350), [350]);
  t.same(fallbackWidths("png", 4000), [480, 800]);
  t.same(fallbackWidths("jpg", 900), [480, 800, 900]);
});
