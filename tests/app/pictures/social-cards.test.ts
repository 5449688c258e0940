import sharp from "sharp";
import supertest from "supertest";
import t from "tap";
import { pageOfSocialCard, socialCardPath } from "../../../shared/contract/social-card-paths.ts";
import { onePerTemplate, startEveryPage } from "../../setup/site/every-page.ts";

const HEAVIEST = 300_000;

let place: Awaited<ReturnType<typeof startEveryPage>>;
t.before(async () => {
  place = await startEveryPage();
});
t.teardown(() => place.close());

const get = (path: string) => supertest(place.site.url).get(path);
const decode = (text: string) => text.replaceAll("&amp;", "&");
const meta = (html: string, property: string) =>
  decode(new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(html)?.[1] ?? "");

/** The card that a page names, as a network would find it. */
async function cardOf(address: string) {
  const { text } = await get(address);
  return { url: new URL(meta(text, "og:image")), text };
}

t.test("a card of each kind of page is a PNG of the right size and weight", async (t) => {
  const english = place.addresses.filter((path) => !/^\/sw(?:\/|$)/.test(path));
  for (const address of onePerTemplate(english)) {
    const { url } = await cardOf(address);
    const response = await get(url.pathname + url.search);
    t.equal(response.status, 200, address);
    t.equal(response.headers["content-type"], "image/png");
    t.equal(response.headers["cross-origin-resource-policy"], "cross-origin");
    t.match(response.headers["cache-control"], /^public, max-age=86400/);
    t.ok(response.body.length < HEAVIEST, `${address} weighs ${response.body.length}`);
    const { format, width, height } = await sharp(response.body).metadata();
    t.same([format, width, height], ["png", 1200, 630], address);
    const { channels } = await sharp(response.body).removeAlpha().stats();
    t.ok(
      channels.some(({ stdev }) => stdev > 20),
      `${address} is not empty`,
    );
  }
});

t.test("a client that has it already gets a 304", async (t) => {
  const first = await get("/social/home.png");
  const again = await get("/social/home.png").set("if-none-match", String(first.headers.etag));
  t.equal(again.status, 304);
  t.equal(again.headers.etag, first.headers.etag);
});

t.test("there is a card only where there is a page, under its one true address", async (t) => {
  for (const path of [
    "/social/no-such-page.png",
    "/social/news-events/news/no-such-item.png",
    "/social/events/no-such-event.png",
    "/social/blog/no-such-post.png",
    "/social/projects/past/empowering-youth-through-football.png",
    "/social/staff/sources.png",
    "/social/bff/news.png",
    "/social/.png",
    "/social//.png",
    "/social/home",
    "/social/home.png/about-us.png",
    "/social/%2e%2e%2fhome.png",
    "/social/%61bout-us.png",
  ]) {
    const { status, headers } = await get(path);
    t.equal(status, 404, path);
    t.match(headers["content-type"], /^text\/plain/, path);
    t.equal(headers["cache-control"], "no-store", path);
  }
});

t.test("no words of an asker's own get into a picture", async (t) => {
  const plain = await get("/social/about-us.png");
  for (const search of ["?v=1", "?title=Send+money&section=Now", "?theme=youth"]) {
    const { status, headers } = await get(`/social/about-us.png${search}`);
    t.equal(status, 200);
    t.equal(headers.etag, plain.headers.etag, search);
  }
});

t.test("a changed title is a new address; the page is read back from it", async (t) => {
  const path = "/news-events/news/a-tap";
  t.not(socialCardPath({ path, title: "One" }), socialCardPath({ path, title: "Two" }));
  for (const page of ["/", path, "/events/caf%C3%A9"]) {
    const [address = ""] = socialCardPath({ path: page, title: "One" }).split("?");
    t.equal(pageOfSocialCard(address), page);
  }
  t.match(
    socialCardPath({ path: "/news-events?page=2", title: "x" }),
    /^\/social\/news-events\.png/,
  );
});

t.test("one who requests without end is told to wait, others are not", async (t) => {
  const responses: number[] = [];
  for (let times = 0; times < 400 && responses.at(-1) !== 429; times += 1)
    responses.push((await get("/social/no-such-page.png")).status);
  t.equal(responses.at(-1), 429);
  const { headers } = await get("/social/home.png");
  t.match(headers["retry-after"], /^\d+$/);
});
