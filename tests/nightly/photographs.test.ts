import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t, { type Test } from "tap";
import { photographLike } from "../fixtures/photograph.ts";
import { launchBrowser } from "../setup/services/browser.ts";
import { startScene } from "../setup/site/scene.ts";
import { testFolder } from "../setup/test-folder.ts";
import { copyContent, edit } from "../unit/server/content/content-copy.ts";

const POST = "blog/who-mends-the-pump";

/** Starts a site in whose content an editor has replaced a drawing with a photograph. */
async function startWithPhotograph(t: Test, corrupt: (contentDir: string) => void = () => {}) {
  const content = copyContent(join(testFolder(t), "content"));
  edit(content, `${POST}.json`, "who-mends-the-pump.svg", "pump.jpg");
  edit(
    content,
    `${POST}.en.md`,
    /featured_image_alt: .*/,
    "featured_image_alt: Two people at an open pump",
  );
  mkdirSync(join(content, "images/blog"), { recursive: true });
  writeFileSync(
    join(content, "images/blog/pump.jpg"),
    await photographLike({ width: 1000, height: 660 }),
  );
  corrupt(content);
  return startScene(t, { env: { CONTENT_DIR: content } });
}

t.test("a photograph in a drawing's place comes small, sized, and moves nothing", async (t) => {
  const { site } = await startWithPhotograph(t);
  const html = await (await fetch(`${site.url}/${POST}`)).text();
  t.notMatch(html, / style=/, "the policy allows no style attribute");
  t.equal(
    [...html.matchAll(/alt="Two people at an open pump"/g)].length,
    1,
    "the blur says nothing",
  );
  const [whole] = /\/assets\/images-\w{10}\/blog\/pump\.jpg/.exec(html) ?? [];
  t.equal((await fetch(site.url + String(whole))).status, 200);

  const browser = await launchBrowser();
  t.teardown(() => browser.close());
  const tab = await browser.newPage({ viewport: { width: 400, height: 600 } });
  const requests: string[] = [];
  tab.on("request", (request) => void requests.push(request.url()));
  await tab.goto(`${site.url}/${POST}`, { waitUntil: "networkidle" });
  const pictures = requests.filter((url) => url.includes("/blog/pump"));
  t.equal(pictures.length, 1, "one file is requested");
  t.match(pictures[0], /pump-480\.avif$/, "the smallest that will do");
  const shown = await tab.evaluate(() => {
    const picture = document.querySelector<HTMLImageElement>('img[alt^="Two people"]');
    const blur = picture?.closest("picture")?.parentElement?.querySelector("img");
    const isLoaded = picture?.complete === true && picture.naturalWidth > 0;
    return {
      blur: blur?.naturalWidth,
      isLoaded,
      isSmall: picture?.currentSrc.endsWith("-480.avif"),
    };
  });
  t.same(shown, { blur: 16, isLoaded: true, isSmall: true });
});

t.test(
  "without words for it the site does not start, and names the file and the field",
  async (t) => {
    const corrupt = (content: string) =>
      edit(content, `${POST}.en.md`, /featured_image_alt: .*\n/, "");
    await t.rejects(startWithPhotograph(t, corrupt), {
      message: /content\/blog\/who-mends-the-pump\.en\.md: field "featured_image_alt": is missing/,
    });
  },
);
