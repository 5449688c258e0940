import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import t, { type Test } from "tap";
import { build } from "vite";
import { contentPlugin } from "../../server/build/content/content-plugin.ts";
import { photographLike } from "../fixtures/photograph.ts";
import { listen } from "../setup/listen.ts";
import { launchBrowser } from "../setup/services/browser.ts";
import { testFolder } from "../setup/test-folder.ts";
import { copyContent, edit } from "../unit/server/build/content/content-copy.ts";

const POST = "blog/who-mends-the-pump";

/** The entry of both builds: a post's picture as a card renders it. */
const ENTRY = `
import { renderToString } from "react-dom/server";
import { entries } from "virtual:content/blog";
import { ContentPicture, imageUrl } from "${resolve("client/components/media/picture.tsx")}";
import { RequestContext } from "${resolve("client/data/request-context.ts")}";
const post = entries.find(({ slug }) => slug === "who-mends-the-pump");
export const url = imageUrl(post.featured_image);
export const html = renderToString(
  <RequestContext value={{}}>
    <main><ContentPicture image={post.featured_image} alt={post.featured_image_alt} shape="wide" isFirst /></main>
  </RequestContext>,
);`;

const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".css": "text/css",
  ".avif": "image/avif",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
};

/** Builds a site in which an editor has replaced a drawing with a photograph. */
async function buildSite(t: Test, corrupt: (contentDir: string) => void = () => {}) {
  const root = testFolder(t, { out: {} });
  const content = copyContent(join(root, "content"));
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
  writeFileSync(join(root, "entry.jsx"), ENTRY);
  const common = {
    configFile: false as const,
    root,
    logLevel: "silent" as const,
    plugins: [react(), contentPlugin("en")],
  };
  const noExternal = [/client\/components/];
  await build({
    ...common,
    ssr: { noExternal },
    resolve: { dedupe: [] },
    build: { ssr: "entry.jsx", outDir: "out/server", assetsInlineLimit: 0 },
  });
  await build({
    ...common,
    build: {
      outDir: "out/client",
      assetsInlineLimit: 0,
      rollupOptions: { input: "entry.jsx", preserveEntrySignatures: "strict" },
    },
  });
  return root;
}

t.test("a photograph in a drawing's place comes small, sized, and moves nothing", async (t) => {
  const root = await buildSite(t);
  const made: { html: string; url: string } = await import(
    pathToFileURL(join(root, "out/server/entry.js")).href
  );
  t.match(made.url, /^\/assets\/images-\w{10}\/blog\/pump\.jpg$/);
  t.notMatch(made.html, /style=/, "the policy allows no style attribute");
  t.match(made.html, 'alt="Two people at an open pump"');
  t.equal([...made.html.matchAll(/alt="[^"]+"/g)].length, 1, "the blur says nothing");

  const css = "main { width: 300px } img { max-width: 100%; height: auto }";
  const page = `<!doctype html><title>t</title><style>${css}</style>${made.html}<p>below</p>`;
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push(path);
    response.setHeader("content-type", TYPES[extname(path)] ?? "text/html");
    if (path === "/") return response.end(page);
    try {
      response.end(readFileSync(join(root, "out/client", path)));
    } catch {
      response.writeHead(404).end();
    }
  });
  const { url, close } = await listen(server);
  const browser = await launchBrowser();
  t.teardown(async () => {
    await browser.close();
    await close();
  });
  const tab = await browser.newPage({ viewport: { width: 400, height: 600 } });
  await tab.goto(url, { waitUntil: "networkidle" });
  const pictures = requests.filter((path) => path.includes("/assets/"));
  t.equal(pictures.length, 1, "one file is requested");
  t.match(pictures[0], /pump-480\.avif$/, "the smallest that will do");
  const shown = await tab.evaluate(() => {
    const [blur, picture] = document.querySelectorAll("img");
    const isLoaded = picture?.complete === true && picture.naturalWidth > 0;
    return {
      blur: blur?.naturalWidth,
      isLoaded,
      isSmall: picture?.currentSrc.endsWith("-480.avif"),
    };
  });
  t.same(shown, { blur: 16, isLoaded: true, isSmall: true });
  t.equal((await fetch(`${url}${made.url}`)).status, 200);
});

t.test("without words for it the build stops, and names the file and the field", async (t) => {
  const corrupt = (content: string) =>
    edit(content, `${POST}.en.md`, /featured_image_alt: .*\n/, "");
  await t.rejects(buildSite(t, corrupt), {
    message: /content\/blog\/who-mends-the-pump\.en\.md: field "featured_image_alt": is missing/,
  });
});
