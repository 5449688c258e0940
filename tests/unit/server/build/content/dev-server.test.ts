import { readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import t from "tap";
import { createServer } from "vite";
import { contentPlugin } from "../../../../../server/build/content/content-plugin.ts";
import { testFolder } from "../../../../setup/test-folder.ts";
import { until } from "../../../../setup/until.ts";
import { copyContent, edit } from "./content-copy.ts";

t.test("in development a mistake stands in place of each page until corrected", async (t) => {
  const root = testFolder(t, {});
  const dir = copyContent(join(root, "content"));
  const vite = await createServer({
    configFile: false,
    root,
    appType: "custom",
    logLevel: "silent",
    plugins: [contentPlugin("en")],
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  t.teardown(() => vite.close());
  await until(() => vite.watcher.getWatched()[dir]?.includes("home.sw.json") === true);
  const http = createHttpServer(vite.middlewares);
  await new Promise<void>((resolve) => http.listen(0, resolve));
  t.teardown(() => http.close());
  const { port } = http.address() as AddressInfo;

  /** Fetches the page until its text is the wanted one. */
  async function page(path: string, isWanted: (text: string) => boolean) {
    let [status, refresh, text] = [0, "", ""];
    await until(async () => {
      const response = await fetch(`http://localhost:${port}${path}`);
      refresh = response.headers.get("refresh") ?? "";
      [status, text] = [response.status, await response.text()];
      return isWanted(text);
    });
    return { status, refresh, text };
  }
  const hasMistake = (text: string) => text.includes("Content to correct");
  t.notOk(hasMistake((await page("/faq", () => true)).text));

  const before = readFileSync(join(dir, "faq.en.json"), "utf8");
  edit(dir, "faq.en.json", '"question": "', '"question": "The "best" <b>');
  const shown = await page("/blog?page=2", hasMistake);
  t.equal(shown.status, 500);
  t.match(shown.text, 'content/faq.en.json:12: is not JSON: a quote inside a text is written \\"');
  t.match(shown.text, '    "question": "The "best" <b>How are donations used?",');
  t.equal(shown.refresh, "1", "it looks again by itself");
  writeFileSync(join(dir, "faq.en.json"), before);
  t.notOk(hasMistake((await page("/blog", (text) => !hasMistake(text))).text));

  edit(dir, "home.sw.json", "{", '{ "heroSlide": 1,');
  t.match(
    (await page("/sw", hasMistake)).text,
    'content/home.sw.json:1: field "heroSlide": is not a known field',
  );
  t.notOk(hasMistake((await page("/", () => true)).text), "English pages have nothing of it");
});
