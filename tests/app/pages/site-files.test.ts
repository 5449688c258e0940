import { readFileSync } from "node:fs";
import t from "tap";
import { samples, startScene } from "../../setup/site/scene.ts";

const env = { PUBLIC_ORIGIN: "https://www.example.org" };
const { source, get } = await startScene(t, { ...samples(), env });

t.test("every redirect of the content leads on with 308", async (t) => {
  const list: { redirects: { from: string; to: string }[] } = JSON.parse(
    readFileSync("tests/fixtures/content/redirects.json", "utf8"),
  );
  for (const { from, to } of list.redirects) {
    const { status, headers } = await get(from);
    t.equal(status, 308, from);
    t.equal(headers.location, to);
  }
});

t.test("with the source down the site map has the static pages, and is not cached", async (t) => {
  source.mode = "refuse";
  const { text, status, headers } = await get("/sitemap.xml");
  source.mode = "well";
  t.equal(status, 200);
  t.equal(headers["cache-control"], "no-store");
  const [url = ""] = /<url><loc>[^<]*\/sw\/about-us<.*?<\/url>/.exec(text) ?? [];
  t.same(
    [...url.matchAll(/hreflang="([^"]+)" href="https:\/\/www\.example\.org([^"]+)"/g)].map(
      ([, language, path]) => [language, path],
    ),
    [
      ["en", "/about-us"],
      ["sw", "/sw/about-us"],
      ["x-default", "/about-us"],
    ],
  );
});

t.test("robots.txt, security.txt, the manifest and its icons are there", async (t) => {
  const robots = (await get("/robots.txt")).text;
  t.match(robots, "\nDisallow: /sw/staff/\n");
  t.match(robots, "Sitemap: https://www.example.org/sitemap.xml");
  const security = await get("/.well-known/security.txt");
  t.match(security.text, "Contact: https://www.example.org/contact-us");
  t.match(security.text, /Expires: 2026-12-12T00:00:00.000Z/);
  const icon = await get("/favicon.ico");
  t.equal(icon.status, 200);
  t.match(icon.headers["content-type"], "image/");
  const suffixed = icon.headers.etag?.replace(/"$/, '-gzip"') ?? "";
  t.equal((await get("/favicon.ico").set("if-none-match", suffixed)).status, 304);
  const manifest = await get("/site.webmanifest");
  t.match(manifest.headers["content-type"], "application/manifest+json");
  for (const { src } of JSON.parse(String(manifest.text ?? manifest.body)).icons)
    t.equal((await get(src)).status, 200, src);
});
