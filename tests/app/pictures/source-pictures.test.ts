import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import t from "tap";
import { fileName } from "../../../server/pictures/picture-files.ts";
import { PICTURE_WIDTHS } from "../../../shared/model/picture-widths.ts";
import { fakePicture, jpeg, serveBytes } from "../../fakes/pictures.ts";
import { type PictureScene, startPictureScene } from "../../setup/site/picture-scene.ts";
import { metricValue, readMetrics } from "../../setup/site/read-metrics.ts";
import { startSite } from "../../setup/site/site.ts";
import { until } from "../../setup/until.ts";

const dataDir = mkdtempSync(join(tmpdir(), "pictures-"));
let scene: PictureScene;
let tap: Buffer;
t.before(async () => {
  scene = await startPictureScene({ dataDir });
  tap = await jpeg(1700, 900);
  scene.source.media.set("/media/tap.jpg", serveBytes(tap));
});
t.teardown(async () => {
  await scene.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const versionOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex").slice(0, 12);
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const asked = (path: string) => scene.source.requests.filter((url) => url === path).length;

t.test("a picture comes in every width and format, never enlarged", async (t) => {
  const types = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" };
  for (const width of PICTURE_WIDTHS) {
    for (const [format, type] of Object.entries(types)) {
      const response = await scene.get("/media/tap.jpg", `${width}.${format}`);
      t.equal(response.status, 200);
      t.equal(response.headers.get("content-type"), type);
      const { width: got, height } = await sharp(await bytesOf(response)).metadata();
      t.same([got, height], [width, Math.round((width * 900) / 1700)], `${width}.${format}`);
    }
  }
  t.equal(asked("/media/tap.jpg"), 1, "the source is asked once");
  scene.source.media.set(
    "/media/small.png",
    serveBytes(await fakePicture(100, 50).png().toBuffer()),
  );
  const small = await bytesOf(await scene.get("/media/small.png", "640.webp"));
  t.equal((await sharp(small).metadata()).width, 100);
});

t.test("a URL that holds the version never changes; another is asked for again", async (t) => {
  const url = scene.urlOf("/media/tap.jpg", "640.webp", versionOf(tap));
  for (const state of ["from disk", "from memory"]) {
    const { headers } = await fetch(url);
    t.equal(headers.get("cache-control"), "public, max-age=31536000, immutable", state);
    t.equal(headers.get("cross-origin-resource-policy"), "cross-origin");
    t.equal(headers.get("x-content-type-options"), "nosniff");
    t.equal(headers.get("content-security-policy"), "default-src 'none'; frame-ancestors 'none'");
    const bytes = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join("").length;
    t.ok(bytes < 400, `${bytes} bytes of headers`);
  }
  for (const version of [null, "00000000abcd"]) {
    const { headers, status } = await fetch(scene.urlOf("/media/tap.jpg", "640.webp", version));
    t.equal(status, 200);
    t.match(headers.get("cache-control"), /^public, max-age=300,/);
  }
});

t.test("a picture is upright, and nothing of EXIF and ICC is left", async (t) => {
  const rotated = await fakePicture(400, 200)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: "secret of the camera" } })
    .jpeg()
    .toBuffer();
  scene.source.media.set("/media/rotated.jpg", serveBytes(rotated));
  for (const variant of ["320.jpg", "320.webp", "320.avif"]) {
    const bytes = await bytesOf(await scene.get("/media/rotated.jpg", variant));
    const { width, height, exif, icc, orientation } = await sharp(bytes).metadata();
    t.same([width, height], [200, 400], variant);
    t.same([exif, icc, orientation ?? 1], [undefined, undefined, 1], variant);
  }
});

t.test("a transparent picture stays so, and is white in JPEG", async (t) => {
  const create = { width: 64, height: 64, channels: 4, background: "#0000" } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  scene.source.media.set("/media/mark.png", serveBytes(bytes, { type: "image/png" }));
  const webp = sharp(await bytesOf(await scene.get("/media/mark.png", "320.webp")));
  t.equal((await webp.metadata()).hasAlpha, true);
  const pixels = sharp(await bytesOf(await scene.get("/media/mark.png", "320.jpg")));
  t.same([...(await pixels.raw().toBuffer()).subarray(0, 3)], [255, 255, 255]);
});

t.test("an SVG becomes pixels, a GIF its first frame", async (t) => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#087fae"/></svg>';
  scene.source.media.set("/media/a.svg", serveBytes(Buffer.from(svg), { type: "image/svg+xml" }));
  const drawn = await sharp(await bytesOf(await scene.get("/media/a.svg", "1600.webp"))).metadata();
  t.same([drawn.format, drawn.width, drawn.height], ["webp", 1600, 800]);
  const frames = [
    await fakePicture(60, 40).png().toBuffer(),
    await fakePicture(60, 40).negate().png().toBuffer(),
  ];
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  t.equal((await sharp(gif).metadata()).pages, 2);
  scene.source.media.set("/media/a.gif", serveBytes(gif, { type: "image/gif" }));
  const still = await sharp(await bytesOf(await scene.get("/media/a.gif", "320.webp"))).metadata();
  t.same([still.format, still.pages ?? 1], ["webp", 1]);
});

t.test("pictures as phones, cameras and drawing programs make them", async (t) => {
  const avif = await fakePicture(64, 48).avif().toBuffer();
  avif.write("mif1", 8, "latin1");
  const svg = (prolog: string) =>
    Buffer.from(`${prolog}<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"/>`);
  const publicId = '"-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"';
  const given: Record<string, Buffer> = {
    "AVIF of the brand mif1": avif,
    "SVG with a document type": svg(`<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC ${publicId}>\n`),
    "SVG in millimetres": Buffer.from(String(svg("")).replace(/="(64|48)"/g, '="$1mm"')),
    "SVG with comments around it": svg(
      `<!-- a > b --><!DOCTYPE svg SYSTEM 'svg.dtd'>\n<!-- c -->\n`,
    ),
    "50 megapixels of a phone": await jpeg(8_160, 6_120),
    "50 megapixels of a camera, upright": await fakePicture(8_688, 5_792)
      .withMetadata({ orientation: 6 })
      .jpeg({ progressive: true })
      .toBuffer(),
    "a file of 20 MB": Buffer.concat([tap, Buffer.alloc(20 * 1024 * 1024 - tap.length)]),
  };
  for (const [name, bytes] of Object.entries(given)) {
    scene.source.media.set("/media/real", serveBytes(bytes, { etag: `"${name}"` }));
    const response = await scene.get(`/media/real?${encodeURIComponent(name)}`, "320.webp");
    t.equal(response.status, 200, name);
  }
});

t.test("readers who come at once share one fetch and one conversion", async (t) => {
  scene.source.media.set("/media/shared.jpg", serveBytes(await jpeg(800, 600)));
  const before = await converted();
  const urls = Array.from({ length: 20 }, () => scene.get("/media/shared.jpg", "640.avif"));
  for (const response of await Promise.all(urls)) t.equal(response.status, 200);
  t.equal(asked("/media/shared.jpg"), 1);
  t.equal((await converted()) - before, 1);
});

async function converted(): Promise<number> {
  const metrics = await readMetrics(`${scene.site.url}/metrics`);
  const name = "site_picture_conversion_duration_seconds_count";
  return metricValue(metrics, name, { format: "avif" }) ?? 0;
}

t.test("under overload the main JPEG is sent at once, and is not kept by browsers", async (t) => {
  scene.source.media.set("/media/busy.jpg", serveBytes(await jpeg(1600, 1200)));
  t.equal((await scene.get("/media/busy.jpg", "1280.jpg")).status, 200);
  const variants = PICTURE_WIDTHS.flatMap((width) => [`${width}.avif`, `${width}.webp`]);
  const responses = await Promise.all(variants.map((name) => scene.get("/media/busy.jpg", name)));
  const instead = responses.filter(({ headers }) => headers.get("content-type") === "image/jpeg");
  t.ok(instead.length > 0);
  for (const { status, headers } of instead)
    t.same([status, headers.get("cache-control")], [200, "public, max-age=10"]);
  const later = await scene.get("/media/busy.jpg", "1600.avif");
  t.equal(later.headers.get("content-type"), "image/avif");
});

t.test("a changed picture is fetched in the background, and gets a URL of its own", async (t) => {
  let nowMs = Date.now();
  const site = await startSite({
    contentApiUrl: scene.source.url,
    env: { PICTURE_KEY: "the key of a test, 32 characters or more" },
    now: () => nowMs,
  });
  const [first, second] = [await jpeg(640, 320), await jpeg(640, 480)];
  scene.source.media.set("/media/changes.jpg", serveBytes(first));
  const variant = async (version: string | null) => {
    const id = scene.ids.idOf({ address: `${scene.source.url}/media/changes.jpg`, version });
    return fetch(`${site.url}/pictures/${id}/640.jpg`);
  };
  t.equal((await sharp(await bytesOf(await variant(null))).metadata()).height, 320);
  scene.source.media.set("/media/changes.jpg", serveBytes(second));
  nowMs += 10 * 60_000;
  t.equal((await sharp(await bytesOf(await variant(null))).metadata()).height, 320, "at once");
  const height = async () => (await sharp(await bytesOf(await variant(null))).metadata()).height;
  await until(async () => (await height()) !== 320);
  t.equal(await height(), 480);
  t.match((await variant(versionOf(second))).headers.get("cache-control"), /immutable/);
  scene.source.media.delete("/media/changes.jpg");
  for (const mode of ["error", "well"] as const) {
    scene.source.mode = mode;
    nowMs += 10 * 60_000;
    const before = asked("/media/changes.jpg");
    await fetch(`${site.url}/bff/news`);
    await variant(null);
    await until(() => asked("/media/changes.jpg") > before);
    if (mode === "error")
      t.equal((await variant(null)).status, 200, "while the source fails, the old picture stays");
  }
  await until(async () => (await variant(null)).status === 404);
  await site.close();
});

t.test("requests for its URL, or for its item alone, notice a replaced picture", async (t) => {
  const clock = { ms: Date.now() };
  const { source, site, urlOf, close } = await startPictureScene({ now: () => clock.ms });
  t.teardown(close);
  const path = "/media/replaced.jpg";
  source.news = [{ id: 1, slug: "tap", title: "A tap", published_at: "2026-06-01", image: path }];
  const put = async (height: number) => {
    const bytes = await jpeg(640, height);
    source.media.set(path, serveBytes(bytes));
    return urlOf(path, "1280.jpg", versionOf(bytes));
  };
  const shown = async (): Promise<string> => {
    const { data } = await (await fetch(`${site.url}/bff/news`)).json();
    return new URL(data[0].image.url).pathname;
  };
  /** Moves the clock, sends the request, and waits until the site has asked the source. */
  const isAsked = async (request: () => Promise<unknown>) => {
    const times = () => source.requests.filter((url) => url === path).length;
    const before = times();
    clock.ms += 10 * 60_000;
    await request();
    await until(() => times() > before);
  };
  /** Waits until the site's data name the URL, which the site learns in the background. */
  const isShown = (url: string) =>
    until(async () => {
      clock.ms += 10 * 60_000;
      return (await shown()) === new URL(url).pathname;
    });

  const first = await put(320);
  t.equal((await fetch(first)).status, 200);
  t.match((await fetch(first)).headers.get("cache-control"), /immutable/, "from memory");
  const second = await put(480);
  await isAsked(() => fetch(first));
  await isShown(second);
  const third = await put(160);
  await isAsked(shown);
  await isShown(third);
});

t.test("pictures outlive a restart and the source; another key refuses old URLs", async (t) => {
  const version = versionOf(tap);
  const url = () => scene.urlOf("/media/tap.jpg", "960.webp", version);
  t.equal((await fetch(url())).status, 200);
  scene.source.mode = "refuse";
  await scene.restart();
  t.equal((await fetch(url())).status, 200, "from disk");
  t.equal((await fetch(scene.urlOf("/media/tap.jpg", "320.jpg"))).status, 200);
  const another = { PICTURE_KEY: "another key of a test, long enough for it" };
  const before = { PICTURE_KEY_BEFORE: "the key of a test, 32 characters or more" };
  await scene.restart({ ...another, ...before });
  t.equal((await fetch(url())).status, 200, "the key of before is still read");
  await scene.restart(another);
  const refused = await fetch(url());
  t.same([refused.status, refused.headers.get("cache-control")], [404, "no-store"]);
  scene.source.mode = "well";
  await scene.restart();
});

t.test("files of other names, and pictures without a file, do no harm", async (t) => {
  const folder = join(dataDir, "pictures");
  writeFileSync(join(folder, "left-over.webp"), "x");
  for (const name of readdirSync(folder)) if (name.endsWith("640.webp")) rmSync(join(folder, name));
  await scene.restart();
  t.notOk(readdirSync(folder).includes("left-over.webp"));
  t.equal((await fetch(scene.urlOf("/media/tap.jpg", "640.webp"))).status, 200);
});

t.test("an original that was damaged on disk is fetched again", async (t) => {
  scene.source.media.set("/media/damaged.jpg", serveBytes(tap));
  t.equal((await scene.get("/media/damaged.jpg", "320.jpg")).status, 200);
  const address = `${scene.source.url}/media/damaged.jpg`;
  const file = join(dataDir, "pictures", fileName(address, versionOf(tap), "original"));
  const damages = {
    "320.webp": () => writeFileSync(file, "damaged"),
    "640.webp": () => rmSync(file),
  };
  for (const [variant, damage] of Object.entries(damages)) {
    damage();
    t.equal((await scene.get("/media/damaged.jpg", variant)).status, 404);
    t.equal((await scene.get("/media/damaged.jpg", variant)).status, 200);
  }
});

t.test("an original that cannot be decoded is not kept", async (t) => {
  const cut = tap.subarray(0, tap.length / 2);
  scene.source.media.set("/media/cut.jpg", serveBytes(cut));
  t.equal((await scene.get("/media/cut.jpg", "320.webp")).status, 404);
  const name = fileName(`${scene.source.url}/media/cut.jpg`, versionOf(cut), "original");
  await until(() => !readdirSync(join(dataDir, "pictures")).includes(name));
});

t.test("the folder stays within its limit and keeps what was used last", async (t) => {
  await scene.restart({ PICTURE_CACHE_MB: "16" });
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  for (let index = 0; index < 6; index += 1) {
    const create = { width: 1600, height: 1200, channels: 3, background: "#000", noise } as const;
    const bytes = await sharp({ create }).jpeg({ quality: 95 }).toBuffer();
    scene.source.media.set(`/media/noise-${index}.jpg`, serveBytes(bytes, { etag: `"n${index}"` }));
    t.equal((await scene.get(`/media/noise-${index}.jpg`, "1280.jpg")).status, 200);
  }
  const folder = join(dataDir, "pictures");
  const sizeOf = (name: string) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
  const size = () => readdirSync(folder).reduce((sum, name) => sum + sizeOf(name), 0);
  await until(() => size() <= 16 * 1024 * 1024);
  const before = asked("/media/noise-5.jpg");
  t.equal((await scene.get("/media/noise-5.jpg", "1280.jpg")).status, 200);
  t.equal(asked("/media/noise-5.jpg"), before);
});
