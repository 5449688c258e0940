import sharp from "sharp";
import supertest from "supertest";
import t from "tap";
import { startEveryPage } from "../../setup/site/every-page.ts";

const HEAVIEST = 300_000;

let place: Awaited<ReturnType<typeof startEveryPage>>;
t.before(async () => {
  place = await startEveryPage();
});
t.teardown(() => place.close());

const get = (path: string) => supertest(place.site.url).get(path);
const meta = (html: string, property: string) =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1] ?? "";

t.test("the card that a page names is a picture of the right size and weight", async (t) => {
  const pages = await Promise.all(
    place.addresses.map(async (address) => (await get(address)).text),
  );
  const types = new Map(
    pages.map((html) => [meta(html, "og:image"), meta(html, "og:image:type")] as const),
  );
  t.ok(types.size > 20, `${types.size} cards`);
  for (const [url, type] of types) {
    const { status, headers, body } = await get(new URL(url).pathname);
    t.equal(status, 200, url);
    t.equal(headers["content-type"], type, url);
    t.equal(headers["cross-origin-resource-policy"], "cross-origin");
    t.match(headers["cache-control"], /^public, max-age=3/);
    t.ok(body.length < HEAVIEST, `${url} weighs ${body.length}`);
    const { width, height } = await sharp(body).metadata();
    t.same([width, height], [1200, 630], url);
    const { channels } = await sharp(body).removeAlpha().stats();
    t.ok(
      channels.some(({ stdev }) => stdev > 20),
      `${url} is not empty`,
    );
  }
});

t.test("a client that has it already gets a 304", async (t) => {
  const first = await get("/social/en/site.png");
  const again = await get("/social/en/site.png").set("if-none-match", String(first.headers.etag));
  t.equal(again.status, 304);
});
