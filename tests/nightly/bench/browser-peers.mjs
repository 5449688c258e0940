// The peers of browser.mjs: the site's pages made in other ways, with the site's own pictures, fonts and styles.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { brotliCompressSync } from "node:zlib";
import { renderToPipeableStream } from "react-dom/server";
import { request } from "undici";
import { build } from "vite";
import { bodyOf } from "./bare-page.mjs";

const ASTRO = "astro@7.3.5";
const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*rel="module[^>]*>/g;

/** Serves a peer's files, given as path, headers and body, and passes every other request on to the site. Resolves with the peer's URL. */
async function serve(base, files) {
  const own = new Map(
    files.map(([path, headers, body]) => {
      const bytes = brotliCompressSync(body);
      const length = { "content-encoding": "br", "content-length": bytes.length };
      return [path, { headers: { ...headers, ...length }, bytes }];
    }),
  );
  const server = createServer(async (incoming, response) => {
    const found = own.get(incoming.url);
    if (found) return response.writeHead(200, found.headers).end(found.bytes);
    const { host: _, connection: __, ...headers } = incoming.headers;
    const file = await request(base + incoming.url, { headers });
    const { connection: ___, "keep-alive": ____, ...ofFile } = file.headers;
    response.writeHead(file.statusCode, ofFile);
    file.body.pipe(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  server.unref();
  return `http://127.0.0.1:${server.address().port}`;
}

/** Runs in a browser: turns the page's elements into [tag, props, children], from which React renders the same HTML. */
function treeOf(html) {
  const NAMES = { srcset: "srcSet", fetchpriority: "fetchPriority" };
  const SWITCHES = ["checked", "disabled", "hidden", "inert", "open", "required", "selected"];
  const propOf = ({ name, value }, { style }) => {
    if (name === "style")
      return [
        name,
        Object.fromEntries([...style].map((key) => [key, style.getPropertyValue(key)])),
      ];
    return [NAMES[name] ?? name, SWITCHES.includes(name) || value];
  };
  const nodeOf = (node) => {
    if (!node.localName) return node.data;
    const props = [...node.attributes].map((attribute) => propOf(attribute, node));
    const children = [...node.childNodes].filter(({ nodeType }) => nodeType !== Node.COMMENT_NODE);
    return [node.localName, Object.fromEntries(props), children.map(nodeOf)];
  };
  const { body } = new DOMParser().parseFromString(html, "text/html");
  body.normalize();
  return nodeOf(body)[2];
}

/** Makes a page whose whole body belongs to React: rendered by the server, and hydrated by one script that contains it. */
async function bareReact([path, headers, html], browser) {
  const page = await browser.newPage();
  const tree = await page.evaluate(treeOf, html);
  await page.close();
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const entry = join(folder, "entry.js");
  const hydration = JSON.stringify(join(import.meta.dirname, "bare-page.mjs"));
  writeFileSync(join(folder, "page.json"), JSON.stringify(tree));
  writeFileSync(
    entry,
    `import { hydrate } from ${hydration};\nimport page from "./page.json";\nhydrate(page);`,
  );
  const { output } = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, copyPublicDir: false, rollupOptions: { input: entry } },
  });
  const script = `/bare-react${path}.js`;
  const body = new PassThrough();
  renderToPipeableStream(bodyOf(tree), { bootstrapModules: [script] }).pipe(body);
  const before = html.slice(0, html.indexOf(">", html.indexOf("<body")) + 1);
  return [
    [path, headers, `${before}${await text(body)}</body></html>`],
    [script, { "content-type": "text/javascript; charset=utf-8" }, output[0].code],
  ];
}

/** Builds the pages with Astro. Its package is installed into a separate folder at the first run. */
function builtByAstro(pages) {
  const folder = join(tmpdir(), `bench-${ASTRO}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const options = { cwd: folder, env: { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" } };
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ASTRO], options);
  for (const [path, , html] of pages) {
    const file = join(folder, "src/pages", path, "index.astro");
    mkdirSync(dirname(file), { recursive: true });
    // With is:inline, Astro leaves a style as it is; elsewhere a brace would begin an expression.
    const source = html
      .split(/(<style[\s\S]*?<\/style>)/)
      .map((part) =>
        part.startsWith("<style")
          ? part.replace("<style", "<style is:inline")
          : part.replace(/[{}]/g, (brace) => `&#${brace.charCodeAt(0)};`),
      );
    writeFileSync(file, source.join(""));
  }
  execFileSync(process.execPath, ["node_modules/.bin/astro", "build"], options);
  return pages.map(([path, headers]) => {
    const html = readFileSync(join(folder, "dist", path, "index.html"), "utf8");
    return [path, headers, html];
  });
}

/** Returns the URL of each peer by name. Peers send the site's headers, because Cross-Origin-Opener-Policy alone costs a process. */
export async function startPeers(base, paths, browser) {
  const pages = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(base + path);
      const html = (await response.text()).replace(SCRIPTS, "");
      return [path, Object.fromEntries(response.headers), html];
    }),
  );
  const react = await Promise.all(pages.map((page) => bareReact(page, browser)));
  return {
    "without scripts": await serve(base, pages),
    Astro: await serve(base, builtByAstro(pages)),
    "bare React": await serve(base, react.flat()),
  };
}
