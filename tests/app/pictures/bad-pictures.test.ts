import type { IncomingMessage, ServerResponse } from "node:http";
import sharp from "sharp";
import t, { type Test } from "tap";
import { fakePicture, jpeg, pngBomb, serveBytes } from "../../fakes/pictures.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { type PictureScene, startPictureScene } from "../../setup/site/picture-scene.ts";
import { rawRequest } from "../../setup/site/raw-request.ts";

const MB = 1024 * 1024;
let scene: PictureScene;
let good: Buffer;

t.before(async () => {
  // The clock stands still, so a failure that is remembered for a minute lasts for the whole file.
  scene = await startPictureScene({ now: () => SAMPLE_CLOCK });
  good = await jpeg(800, 600);
  scene.source.media.set("/media/good.jpg", serveBytes(good));
  t.equal((await scene.get("/media/good.jpg", "320.avif")).status, 200);
});
t.teardown(() => scene.close());

type Bytes = Buffer | ((response: ServerResponse) => void);
let number = 0;

/** Requests a picture for which the source serves the given bytes. */
async function statusOf(
  bytes: Bytes,
  type = "image/jpeg",
  variant = "640.webp",
): Promise<Response> {
  number += 1;
  const path = `/media/bad-${number}`;
  const serve = Buffer.isBuffer(bytes)
    ? serveBytes(bytes, { type })
    : (_request: IncomingMessage, response: ServerResponse) => bytes(response);
  scene.source.media.set(path, serve);
  return scene.get(path, variant);
}

async function isMissing(t: Test, bytes: Bytes, type?: string): Promise<void> {
  const response = await statusOf(bytes, type);
  t.equal(response.status, 404);
  t.equal(response.headers.get("cache-control"), "no-store");
  t.match(await response.text(), "There is no picture");
}

t.test("a bomb: a PNG of 30,000 x 30,000", (t) =>
  isMissing(t, pngBomb(30_000, 30_000), "image/png"),
);

t.test("a PNG just above 40 megapixels", (t) => isMissing(t, pngBomb(8_000, 5_001), "image/png"));

t.test("a photograph above 50 megapixels, a file above 20 MB", async (t) => {
  await isMissing(t, await jpeg(10_000, 6_000));
  await isMissing(t, Buffer.concat([good, Buffer.alloc(20 * MB)]));
});

t.test("a header that lies about its size", async (t) => {
  const small = Buffer.from(pngBomb(64, 64));
  small.writeUInt32BE(30_000, 16);
  await isMissing(t, small, "image/png");
});

t.test("100 MB, announced", (t) =>
  isMissing(t, (response) => {
    response.writeHead(200, { "content-length": 100 * MB });
    response.write(good);
  }),
);

t.test("100 MB, not announced", (t) =>
  isMissing(t, (response) => {
    response.writeHead(200, { "content-type": "image/jpeg" });
    const part = Buffer.alloc(MB, good);
    let sent = 0;
    const more = () => {
      while (sent < 100 && !response.destroyed) {
        sent += 1;
        if (!response.write(part)) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  }),
);

t.test("an endless one ends at the time limit", { timeout: 30_000 }, (t) =>
  isMissing(t, (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), 50);
    response.once("close", () => clearInterval(timer));
  }),
);

t.test("one that never responds", { timeout: 30_000 }, (t) => isMissing(t, () => {}));

t.test("one that is cut off", async (t) => {
  await isMissing(t, (response) => {
    response.writeHead(200, { "content-length": good.length });
    response.write(good.subarray(0, good.length / 2), () => response.destroy());
  });
  await isMissing(t, good.subarray(0, good.length / 2));
});

t.test("HTML as JPEG, and an empty body", async (t) => {
  await isMissing(t, Buffer.from("<!doctype html><title>Not found</title><h1>Not found</h1>"));
  await isMissing(t, Buffer.alloc(0));
});

t.test("a compressed body that was not asked for expands to its limit only", (t) =>
  isMissing(t, (response) => {
    response.writeHead(200, { "content-encoding": "zstd" }).end(good);
  }),
);

const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

t.test("an SVG with scripts and references is drawn without them", async (t) => {
  const outside = `${scene.source.url}/media/outside.png`;
  const svg = `<svg ${SVG} width="400" height="200"><script>fetch("${outside}")</script>
    <style>@import "${outside}"; rect { fill: url(${outside}) }</style>
    <image href="${outside}" width="9" height="9"/><image xlink:href="file:///etc/passwd" width="9" height="9"/>
    <use href="${outside}#a"/><foreignObject><iframe src="${outside}"/></foreignObject>
    <rect onload="alert(1)" width="400" height="200" fill="#087fae"/></svg>`;
  const response = await statusOf(Buffer.from(svg), "image/svg+xml");
  t.equal(response.status, 200);
  const bytes = Buffer.from(await response.arrayBuffer());
  t.equal((await sharp(bytes).metadata()).format, "webp");
  t.notOk(scene.source.requests.includes("/media/outside.png"), "nothing is loaded");
});

t.test("an SVG with entities, without a size, or too large", async (t) => {
  const laughs = `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><svg ${SVG}><text>&b;</text></svg>`;
  for (const svg of [
    laughs,
    `<svg ${SVG}/>`,
    `<svg ${SVG} width="30000" height="30000"/>`,
    `<svg ${SVG} viewBox="0 0 0 0"/>`,
    `<svg ${SVG} width="9" height="9">${" ".repeat(2 * MB)}</svg>`,
  ])
    await isMissing(t, Buffer.from(svg), "image/svg+xml");
});

/** Drawings that take librsvg minutes, each in its own way. */
function endlessDrawings(): string[] {
  const drawing = (definitions: string, shown: string) =>
    `<svg ${SVG} width="1600" height="1600"><defs>${definitions}</defs>${shown}</svg>`;
  const square = (attributes: string) => `<rect width="1600" height="1600" ${attributes}/>`;
  const nested = (depth: number, part: (level: number) => string) =>
    Array.from({ length: depth }, (_, level) => part(level)).join("");
  const filter = (effects: string) =>
    drawing(`<filter id="f">${effects}</filter>`, square('filter="url(#f)"'));
  return [
    filter('<feGaussianBlur stdDeviation="200"/>'.repeat(50)),
    filter('<feTurbulence baseFrequency="0.9" numOctaves="200"/>'.repeat(50)),
    filter('<feMorphology operator="dilate" radius="300"/>'.repeat(50)),
    drawing(
      `<g id="u0">${square('opacity="0.5"')}</g>${nested(20, (level) => `<g id="u${level + 1}">${`<use href="#u${level}"/>`.repeat(4)}</g>`)}`,
      '<use href="#u20"/>',
    ),
    drawing(
      nested(
        12,
        (level) =>
          `<mask id="m${level + 1}">${square(`fill="#fff" opacity="0.9" mask="url(#m${level})"`).repeat(3)}</mask>`,
      ),
      square('mask="url(#m12)"'),
    ),
  ];
}

t.test("a drawing that takes minutes is ended, and no photograph waits for it", async (t) => {
  const quick = await jpeg(640, 480);
  const endless = endlessDrawings().map((svg) => statusOf(Buffer.from(svg), "image/svg+xml"));
  const ended = { count: 0 };
  for (const one of endless)
    void one.then(() => {
      ended.count += 1;
    });
  const response = await statusOf(quick);
  t.equal(response.status, 200);
  t.ok(ended.count < endless.length, "before the last of them has ended");
  for (const one of endless) {
    const { status } = await one;
    t.ok(status === 404 || status === 200, `${status}`);
  }
  t.equal((await endless[0])?.status, 404, "fifty blurs");
  const plain = `<svg ${SVG} width="40" height="20"><rect width="40" height="20"/></svg>`;
  t.equal(
    (await statusOf(Buffer.from(plain), "image/svg+xml")).status,
    200,
    "then others are drawn",
  );
});

t.test("the same bytes are not drawn again", { timeout: 100_000 }, async (t) => {
  const [blurs = ""] = endlessDrawings();
  // Drawn each time, they would take two seconds of a processor each.
  for (let index = 0; index < 80; index += 1)
    t.equal((await statusOf(Buffer.from(blurs), "image/svg+xml")).status, 404);
});

t.test("pictures of many frames and pixels end, and others go on", async (t) => {
  const frames = Array.from({ length: 30 }, (_, at) => ({
    create: { width: 900, height: 900, channels: 3 as const, background: { r: at, g: 0, b: 0 } },
  }));
  const many = await Promise.all(frames.map((create) => sharp(create).png().toBuffer()));
  const moving = sharp(many, { join: { animated: true } });
  for (const [bytes, type] of [
    [await moving.clone().gif({ effort: 1 }).toBuffer(), "image/gif"],
    [await moving.clone().webp({ effort: 0, lossless: true }).toBuffer(), "image/webp"],
  ] as const) {
    const response = await statusOf(bytes, type);
    t.ok([200, 404].includes(response.status), type);
  }
  const tall = await fakePicture(700, 16_000).png().toBuffer();
  for (const variant of ["640.avif", "640.webp", "640.jpg"])
    t.equal((await statusOf(tall, "image/png", variant)).status, 200, variant);
  t.equal((await statusOf(await jpeg(600, 400))).status, 200);
});

t.test("polyglots are what their first bytes say, and are encoded anew", async (t) => {
  const script = "/*<script>alert(1)</script>*/";
  const response = await statusOf(Buffer.concat([good, Buffer.from(script)]), "text/html");
  t.equal(response.status, 200);
  t.equal(response.headers.get("content-type"), "image/webp");
  t.notOk(Buffer.from(await response.arrayBuffer()).includes("script"));
  await isMissing(t, Buffer.concat([Buffer.from("GIF89a=1;/*"), good]), "image/gif");
  await isMissing(t, Buffer.from("%PDF-1.7\n%polyglot of a document and a picture"), "image/png");
  await isMissing(t, Buffer.from("II*\0polyglot of a tiff"), "image/jpeg");
  await isMissing(
    t,
    Buffer.from("\0\0\0\x18ftypmif1\0\0\0\0mif1heic, which is no AVIF"),
    "image/avif",
  );
});

t.test("oddities of ICC and EXIF", async (t) => {
  const odd = await fakePicture(300, 200)
    .withIccProfile("p3")
    .withExif({ IFD0: { ImageDescription: "x".repeat(60_000) } })
    .jpeg()
    .toBuffer();
  t.equal((await statusOf(odd)).status, 200);
  const spoiled = Buffer.from(odd);
  const [icc, exif] = [spoiled.indexOf("ICC_PROFILE"), spoiled.indexOf("Exif")];
  t.ok(icc > 0 && exif > 0);
  spoiled.fill(0xff, icc + 20, icc + 200);
  spoiled.fill(0xff, exif + 8, exif + 40);
  t.match((await statusOf(spoiled)).status, /200|404/);
});

t.test("an animated WebP gives its first frame, a CMYK JPEG gives sRGB", async (t) => {
  const frames = [await jpeg(64, 48), await jpeg(64, 48)];
  const moving = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  const still = await statusOf(moving, "image/webp");
  t.equal((await sharp(Buffer.from(await still.arrayBuffer())).metadata()).pages ?? 1, 1);
  const cmyk = await fakePicture(64, 48).toColourspace("cmyk").jpeg().toBuffer();
  t.equal((await sharp(cmyk).metadata()).space, "cmyk");
  const shown = await statusOf(cmyk, "image/jpeg", "320.jpg");
  t.equal((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).space, "srgb");
});

t.test("a picture of 1 x 1", async (t) => {
  const response = await statusOf(await jpeg(1, 1));
  t.equal(response.status, 200);
  t.equal((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width, 1);
});

t.test("the card of a strip takes no longer than any", { timeout: 10_000 }, async (t) => {
  t.equal((await statusOf(await jpeg(8_000, 1), "image/jpeg", "1200x630.jpg")).status, 200);
});

t.test("addresses that are never fetched", async (t) => {
  const { host } = new URL(scene.source.url);
  const before = scene.source.requests.length;
  for (const address of [
    `http://user:password@${host}/media/good.jpg`,
    "file:///etc/passwd",
    "data:image/png;base64,iVBORw0KGgo=",
    "ftp://example.org/a.jpg",
    "http://example.org/a.jpg",
    "http://169.254.169.254/latest/meta-data",
    "https://169.254.169.254/latest/meta-data",
    // Spellings of loopback. Which addresses are private: tests/unit/server/pictures/picture-client.test.ts.
    ...["127.0.0.1", "0x7f000001", "2130706433", "0177.0.0.1"].map((ip) => `https://${ip}/a.jpg`),
    ...["::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "64:ff9b::7f00:1", "2002:7f00:1::"].map(
      (ip) => `https://[${ip}]/a.jpg`,
    ),
    "no URL at all",
  ])
    t.equal((await scene.get(address, "320.jpg")).status, 404, address);
  t.equal(scene.source.requests.length, before);
});

t.test("a redirect to 169.254.169.254 is not followed, one within the source is", async (t) => {
  const redirect = (location: string) => (response: ServerResponse) =>
    void response.writeHead(302, { location }).end();
  for (const location of [
    "http://169.254.169.254/latest/meta-data",
    "https://169.254.169.254/",
    "file:///etc/passwd",
    "https://[::1]/",
    "http://user:password@127.0.0.1/",
    "//10.0.0.1/a.jpg",
  ])
    await isMissing(t, redirect(location));
  t.equal((await statusOf(redirect("/media/good.jpg"))).status, 200);
  const path = `/media/bad-${number + 1}`;
  await isMissing(t, redirect(path));
  t.equal(scene.source.requests.filter((url) => url === path).length, 4, "a redirect loop ends");
});

t.test("a forged or truncated id", async (t) => {
  const url = scene.urlOf("/media/good.jpg", "320.jpg");
  const [start = "", id = ""] = /^(.*\/pictures\/)([^/]+)/.exec(url)?.slice(1) ?? [];
  const other = scene.ids.idOf({ address: `${scene.source.url}/media/other.jpg`, version: null });
  const before = scene.source.requests.length;
  for (const forged of [
    id.slice(0, -1),
    id.slice(0, 30),
    id.slice(1),
    `${id}A`,
    `${id}=`,
    (id[0] === "A" ? "B" : "A") + id.slice(1),
    id.slice(0, 22) + other.slice(22),
    id.toLowerCase(),
    "x",
    "x".repeat(4_000),
    "%00",
    "..",
  ]) {
    const path = `${new URL(start).pathname}${forged}/320.jpg`;
    const request = `GET ${path} HTTP/1.1\r\nhost: site\r\nconnection: close\r\n\r\n`;
    const { status } = await rawRequest(scene.site.url, request);
    t.ok([400, 404, 414].includes(status), `${forged.slice(0, 40)}: ${status}`);
  }
  t.equal(scene.source.requests.length, before);
});

t.test("widths and formats that are not offered", async (t) => {
  for (const width of ["0", "1", "321", "100000", "99999999999", "-320", "0320", "320.0", "NaN"])
    t.match((await scene.get("/media/good.jpg", `${width}.jpg`)).status, /^40[04]$/, width);
  t.equal((await scene.get("/media/good.jpg", "1.jpg")).status, 400);
  t.equal((await scene.get("/media/good.jpg", "100000.jpg")).status, 400);
  for (const ending of ["svg", "gif", "png", "JPG", "jpg.html", "constructor", "toString"])
    t.match((await scene.get("/media/good.jpg", `320.${ending}`)).status, 404, ending);
});

t.test("a failure is remembered for a minute", async (t) => {
  const url = scene.urlOf("/media/none.jpg", "320.jpg");
  for (let index = 0; index < 5; index += 1) t.equal((await fetch(url)).status, 404);
  t.equal(scene.source.requests.filter((path) => path === "/media/none.jpg").length, 1);
});
