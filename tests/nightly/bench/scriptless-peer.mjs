import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { request } from "undici";

const SCRIPTS = /<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*rel="module[^>]*>/g;

/** Serves pages of a site with every script taken out of their HTML, and its files as they are. Resolves with its URL. */
export async function startScriptlessPeer(base, paths) {
  const pages = new Map();
  for (const path of paths) {
    const html = await (await fetch(base + path)).text();
    pages.set(path, brotliCompressSync(html.replace(SCRIPTS, "")));
  }
  const server = createServer(async (incoming, response) => {
    const page = pages.get(incoming.url);
    if (page) {
      const type = { "content-type": "text/html; charset=utf-8", "content-encoding": "br" };
      response.writeHead(200, { ...type, "content-length": page.length });
      response.end(page);
      return;
    }
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
