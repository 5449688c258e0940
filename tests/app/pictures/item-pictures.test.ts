import sharp from "sharp";
import t from "tap";
import { PICTURE_WIDTHS } from "../../../shared/model/picture-widths.ts";
import { jpeg, serveBytes } from "../../fakes/pictures.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { type PictureScene, startPictureScene } from "../../setup/site/picture-scene.ts";
import { until } from "../../setup/until.ts";

const TOKEN = "a-token-of-the-staff";
const ORIGIN = "https://site.example.org";
let scene: PictureScene;
const clock = { ms: SAMPLE_CLOCK };

const NEWS = {
  id: 1,
  slug: "tap",
  title: "A tap",
  image: { public_url: "/media/tap.jpg", alt: "Pupils at the tap", width: 10, height: 10 },
  content: '<p>Look:</p><p><img src="/media/body.jpg" alt="Two &amp; three" width="300"></p>',
  published_at: "2026-01-02T08:00:00Z",
};
const EVENT = {
  id: 2,
  slug: "forum",
  title: "Forum",
  start_date: "2027-01-02T08:00:00Z",
  featured_image: "https://pictures.example.org/forum.jpg",
  description: '<p><img src="/media/body.jpg" alt=""></p>',
};

t.before(async () => {
  scene = await startPictureScene({
    env: { FRESH_SECONDS: "0", EVENTS_WRITE_TOKEN: TOKEN, PUBLIC_ORIGIN: ORIGIN },
    now: () => clock.ms,
  });
  scene.source.news.push(NEWS);
  scene.source.events.push(EVENT);
  scene.source.news.push({
    ...NEWS,
    id: 7,
    slug: "unvisited",
    image: { ...NEWS.image, public_url: "/media/unvisited.jpg" },
    content: NEWS.content.replace("body", "unvisited-body"),
  });
  const [large, small] = [await jpeg(1700, 900), await jpeg(700, 350)];
  scene.source.media.set("/media/tap.jpg", serveBytes(large));
  scene.source.media.set("/media/body.jpg", serveBytes(small));
  const { image, body } = await dataOf("/bff/news/tap");
  for (const url of [image.url, /<img src="([^"]+)"/.exec(body)?.[1] ?? ""]) await fetch(at(url));
  await withFacts(
    () => dataOf("/bff/news/tap"),
    (item) => item.image.bytes !== null && / height="/.test(item.body),
  );
});
t.teardown(() => scene.close());

const at = (path: string) => scene.site.url + new URL(path, ORIGIN).pathname;
const textOf = async (path: string) => (await fetch(scene.site.url + path)).text();
const dataOf = async (path: string) => (await (await fetch(scene.site.url + path)).json()).data;
const pageOf = async (path: string) =>
  (await textOf(`${path}?complete=1`)).replaceAll("&amp;", "&");
/** Reads until the caches hold the new value. Cached responses with stale data are rendered again after two seconds. */
async function withFacts<T>(read: () => Promise<T>, isKnown: (value: T) => boolean): Promise<T> {
  let value = await read();
  await until(async () => {
    clock.ms += 50;
    value = await read();
    return isKnown(value);
  });
  return value;
}

t.test("before the first visit a picture has our URL, and the size the source gives", async (t) => {
  const { image, body } = await dataOf("/bff/news/unvisited");
  t.match(image.url, /^https:\/\/site\.example\.org\/pictures\/[\w-]+\/1280\.jpg$/);
  t.match(image, { alt: "Pupils at the tap", width: 10, bytes: null, source: null });
  t.equal(image.placeholder, null);
  t.match(body, /<img src="\/pictures\/[\w-]+\/1280\.jpg" alt="Two &amp; three" width="300"/);
  t.match(body, / srcset="\/pictures\/[\w-]+\/320\.webp 320w, .*1600w" sizes="[^"]+">/);
  t.notMatch(JSON.stringify([image, body]), new URL(scene.source.url).host);
  const event = await dataOf("/bff/events/forum");
  t.equal(event.image.source, "https://pictures.example.org/forum.jpg");
});

t.test("after it, the true size, a placeholder, its bytes and final URLs", async (t) => {
  const { image } = await dataOf("/bff/news/tap");
  t.match(image, { width: 1700, height: 900 });
  t.type(image.placeholder, "string");
  t.ok(`data:image/webp;base64,${image.placeholder}`.length < 100, image.placeholder);
  t.equal(image.variants.length, 3 * PICTURE_WIDTHS.length);
  for (const { url, width, type } of image.variants) {
    const response = await fetch(at(url));
    t.equal(response.headers.get("content-type"), type, `${width} ${type}`);
    t.match(response.headers.get("cache-control"), /immutable/);
  }
  const main = await (await fetch(at(image.url))).arrayBuffer();
  t.equal(main.byteLength, image.bytes);
});

t.test("a picture in a text gets its true ratio, in the width of its writer", async (t) => {
  const { body } = await dataOf("/bff/news/tap");
  t.match(body, / width="300" loading="lazy" decoding="async" height="150" srcset="/);
  t.notMatch(body, "960.webp", "never wider than it is");
  const { description } = await dataOf("/bff/events/forum");
  t.match(description, / width="700" height="350"/);
});

/** Returns the `img` of the page's first picture from the source. */
const photoOf = (html: string) => /<picture>.*?(<img [^>]*>)/.exec(html)?.[1] ?? "";

t.test("pages: every format and width, the first eager, the others lazy", async (t) => {
  const article = await pageOf("/news-events/news/tap");
  t.match(article, /<source type="image\/avif" srcSet="\/pictures\/[^"]+\/320\.avif 320w, /);
  const lead = photoOf(article);
  t.match(lead, /srcSet="\/pictures\/[^"]+\/320\.webp 320w, /);
  for (const part of [
    'width="1700"',
    'height="900"',
    'alt="Pupils at the tap"',
    'loading="eager"',
    'fetchPriority="high"',
  ])
    t.match(lead, part);
  t.match(article, /src="data:image\/webp;base64,/);
  const home = await pageOf("/");
  t.match(photoOf(home), /loading="lazy"/);
  for (const page of [article, home, await pageOf("/news-events")])
    t.notMatch(page, new URL(scene.source.url).host, "the source is not named");
});

t.test("structured data, feeds and calendars name our picture", async (t) => {
  const url = (await dataOf("/bff/news/tap")).image.url;
  t.match(await pageOf("/news-events/news/tap"), `"image":["${url}"]`);
  const bytes = (await dataOf("/bff/news/tap")).image.bytes;
  const rss = await textOf("/feed.xml");
  t.match(rss, `<enclosure url="${url}" type="image/jpeg" length="${bytes}"/>`);
  t.match(rss, `src=&quot;${ORIGIN}/pictures/`);
  t.notMatch(rss, "srcset");
  t.match(await textOf("/atom.xml"), `href="${url}" length="${bytes}"/>`);
  const [entry] = JSON.parse(await textOf("/feed.json")).items;
  t.match(entry, {
    image: url,
    attachments: [{ url, mime_type: "image/jpeg", size_in_bytes: bytes }],
  });
  const calendar = (await textOf("/events/forum.ics")).replaceAll("\r\n ", "");
  t.match(calendar, /\r\nIMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image\/jpeg:https:\/\/site/);
});

t.test("link previews of an item show its picture, in their size", async (t) => {
  const html = await pageOf("/news-events/news/tap");
  const [, url = ""] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
  t.match(html, /og:image:type" content="image\/jpeg"/);
  t.match(html, 'og:image:alt" content="Pupils at the tap"', "the alt text that the writer gave");
  t.match(await pageOf("/events/forum"), `og:image:alt" content="The picture of “Forum”`);
  const response = await fetch(scene.site.url + new URL(url).pathname);
  t.equal(response.headers.get("content-type"), "image/jpeg");
  const card = sharp(Buffer.from(await response.arrayBuffer()));
  t.match(await card.metadata(), { width: 1200, height: 630 });
  const { data, info } = await card.raw().toBuffer({ resolveWithObject: true });
  const at = (x: number) => [
    ...data.subarray((300 * info.width + x) * info.channels).subarray(0, 3),
  ];
  const isNear = (got: number[], wanted: number[]) =>
    got.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 40);
  // The picture is gold on its left and blue on its right.
  t.ok(isNear(at(100), [0xef, 0xb0, 0x00]), String(at(100)));
  t.ok(isNear(at(1100), [0x08, 0x7f, 0xae]), String(at(1100)));
});

t.test("staff: a fetched picture is no change, the source gets its own URLs back", async (t) => {
  /** Reads the event until it is fresh: the site does not wait for a slow source, and marks its copy as stale. */
  const read = async () => {
    let etag = "";
    let event = { data: { description: "" }, meta: { stale: true } };
    await until(async () => {
      const response = await fetch(`${scene.site.url}/bff/events/id/2`);
      etag = response.headers.get("etag") ?? "";
      event = await response.json();
      return !event.meta.stale;
    });
    return { etag, data: event.data };
  };
  const { etag, data } = await read();
  const { description } = data;
  const preview = await fetch(`${scene.site.url}/bff/events/preview`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${TOKEN}`,
      "content-type": "application/json",
      origin: ORIGIN,
    },
    body: JSON.stringify({ ...data, description }),
  });
  t.equal(preview.status, 200);
  const shown = (await preview.json()).data;
  t.equal(shown.image.source, "https://pictures.example.org/forum.jpg");
  const srcOf = (html: string) => /src="([^"]+)"/.exec(html)?.[1];
  t.equal(srcOf(shown.description), srcOf(description));
  scene.source.media.set("/media/body.jpg", serveBytes(await jpeg(701, 350), { etag: '"new"' }));
  t.equal((await read()).etag, etag);
});

t.test(
  "a file that is no picture is linked nowhere, and no page with it stays cached",
  async (t) => {
    scene.source.news.push({ ...NEWS, id: 3, slug: "none", image: "/media/none.jpg" });
    const page = await pageOf("/news-events/news/none");
    t.notMatch(page, "/fallback/");
    t.match(page, /<picture>/);
    const { image: unread } = await dataOf("/bff/news/none");
    t.equal((await fetch(at(unread.url))).status, 404);

    const read = () => dataOf("/bff/news/none");
    await withFacts(read, ({ image }) => image === null);
    const without = await withFacts(
      () => pageOf("/news-events/news/none"),
      (html) => !html.includes("<picture>"),
    );
    t.match(without, /<img src="\/assets\/images-[^"]+\/fallback\/[^"]+\.svg" alt=""/);
    for (const path of ["/", "/news-events", "/news-events/news/none"]) {
      // The site sends the previous page while it renders the new one.
      const read = async () => (await fetch(scene.site.url + path)).headers.get("cache-control");
      await until(async () => (await read())?.includes("s-maxage=2,") ?? false);
    }
    t.notMatch(
      without,
      scene.ids.idOf({ address: `${scene.source.url}/media/none.jpg`, version: null }),
    );
    const feed = await dataOf("/bff/news");
    t.equal(feed.find((item: { slug: string }) => item.slug === "none").image, null);
    t.equal((await dataOf("/bff/news/id/3")).image, null);
    scene.source.media.set("/media/none.jpg", (_request, response) => response.destroy());
    clock.ms += 61_000;
    t.equal((await fetch(at(unread.url))).status, 404);
    t.equal(
      (await dataOf("/bff/news/none?fields=image")).image,
      null,
      "also while the source is down",
    );
    scene.source.media.set("/media/none.jpg", serveBytes(await jpeg(640, 480)));
    t.equal((await read()).image, null, "the source is not asked again within a minute");
    clock.ms += 61_000;
    const { image } = await withFacts(read, (item) => item.image !== null);
    t.match(image, { width: 640, height: 480 });
  },
);

t.test("a picture that is signed anew has one URL and one fetch", async (t) => {
  const bytes = await jpeg(640, 480);
  const key = "AKIA".padEnd(3_700, "x");
  const signed = {
    s3: (n: number) => `size=2&X-Amz-Credential=${key}&X-Amz-Expires=300&X-Amz-Signature=${n}`,
    cloudfront: (n: number) => `Expires=${n}&Signature=${n}~&Key-Pair-Id=K2&size=2`,
    azure: (n: number) => `sv=2024-11-04&se=2026-06-0${n}&sr=b&sp=r&size=2&sig=${n}%3D`,
    supabase: (n: number) => `token=eyJh.eyJ${n}.c2ln&size=2`,
  };
  for (const [name, query] of Object.entries(signed)) {
    const path = `/media/${name}.jpg`;
    scene.source.media.set(path, serveBytes(bytes, { etag: `"${name}"` }));
    const urls = [];
    for (const n of [1, 2]) {
      const slug = `${name}-${n}`;
      const body = `<img src="${path}?${query(n).replaceAll("&", "&amp;")}" alt="">`;
      scene.source.news.push({
        ...NEWS,
        id: slug,
        slug,
        image: `${path}?${query(n)}`,
        content: body,
      });
      const { image, body: shown } = await dataOf(`/bff/news/${slug}`);
      urls.push(image.url, ORIGIN + /<img src="([^"]+)"/.exec(shown)?.[1]);
      t.equal(image.source, null);
    }
    t.equal(new Set(urls).size, 1, name);
    t.equal((await fetch(at(urls[0] ?? ""))).status, 200);
    const asked = scene.source.requests.filter((url) => url.startsWith(path));
    t.same(asked, [`${path}?${query(2)}`], "with the latest signature");
  }
});

t.test("a picture that was not reached keeps its address, and is tried after 5 s", async (t) => {
  scene.source.media.set("/media/away.jpg", (_request, response) => response.destroy());
  scene.source.news.push({ ...NEWS, id: 5, slug: "away", image: "/media/away.jpg" });
  const { image } = await dataOf("/bff/news/away");
  t.equal((await fetch(at(image.url))).status, 404);
  t.equal((await dataOf("/bff/news/away?fields=image")).image.url, image.url);
  scene.source.media.set("/media/away.jpg", serveBytes(await jpeg(640, 480)));
  clock.ms += 4_900;
  t.equal((await fetch(at(image.url))).status, 200);
});

t.test("a reader waits for a picture of a busy source, which is asked again", async (t) => {
  const bytes = await jpeg(640, 480);
  const answers = [503, 429, 503];
  scene.source.media.set("/media/busy.jpg", (request, response) => {
    const status = answers.shift();
    if (status === undefined) return serveBytes(bytes)(request, response);
    response.writeHead(status).end();
  });
  t.equal((await scene.get("/media/busy.jpg", "320.webp")).status, 200);

  scene.source.media.set("/media/busier.jpg", (_request, response) => {
    response.writeHead(503, { "retry-after": "600" }).end();
  });
  t.equal((await scene.get("/media/busier.jpg", "320.webp")).status, 404);
  scene.source.media.set("/media/busier.jpg", serveBytes(bytes, { etag: '"busier"' }));
  clock.ms += 4_900;
  t.equal((await scene.get("/media/busier.jpg", "320.webp")).status, 200);
});

t.test("staff: a picture that cannot be read is sent back unchanged", async (t) => {
  scene.source.events.push({ ...EVENT, id: 6, slug: "odd", featured_image: "/media/odd.jpg" });
  const { image } = await dataOf("/bff/events/id/6");
  t.equal((await fetch(at(image.url))).status, 404);
  await withFacts(
    () => dataOf("/bff/events/odd"),
    (event) => event.image === null,
  );
  t.equal((await dataOf("/bff/events/id/6")).image.url, image.url);
});
