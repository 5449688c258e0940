import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { createDevSide } from "../../../../server/pages/dev-renderer.ts";
import { startFakeContentApi } from "../../../fakes/content-api.ts";
import { startSite } from "../../../setup/site/site.ts";
import { testFolder } from "../../../setup/test-folder.ts";
import { until } from "../../../setup/until.ts";
import { copyContent, edit } from "./content-copy.ts";

t.test("in development a saved text is shown, and a mistake stands over the page", async (t) => {
  const contentDir = copyContent(testFolder(t));
  const source = await startFakeContentApi({ news: [], events: [] });
  const site = await startSite({
    contentApiUrl: source.url,
    side: createDevSide(),
    env: { CONTENT_DIR: contentDir },
  });
  t.teardown(async () => {
    await site.close();
    await source.close();
  });
  const page = async (path: string) => (await fetch(site.url + path)).text();
  const shows = (text: string) => until(async () => (await page("/faq")).includes(text));
  await shows("How are donations used?");

  // The channel of Vite's client, which loads a page again or shows an overlay.
  const messages: { type: string; err?: { message: string } }[] = [];
  const channel = new WebSocket(`${site.url.replace("http", "ws")}/hmr-en`, "vite-hmr");
  t.teardown(() => channel.close());
  channel.onmessage = ({ data }) => void messages.push(JSON.parse(String(data)));
  const received = (type: string, times: number) =>
    until(() => messages.filter((message) => message.type === type).length >= times);
  await received("connected", 1);

  const file = join(contentDir, "faq.en.json");
  edit(contentDir, "faq.en.json", "How are donations used?", "Where does a gift go?");
  await received("full-reload", 1);
  t.match(await page("/faq"), "Where does a gift go?");

  const good = readFileSync(file, "utf8");
  edit(contentDir, "faq.en.json", '"question": "', '"question": "The "best" ');
  await received("error", 1);
  const mistake =
    'content/faq.en.json:12: is not JSON: a quote inside a text is written \\"\n    "question": "The "best" Where does a gift go?",';
  t.equal(messages.find(({ type }) => type === "error")?.err?.message, mistake);
  t.ok(
    site.logs.some(({ msg }) => String(msg).endsWith(mistake)),
    "the log has it too",
  );
  t.match(await page("/faq"), "Where does a gift go?", "the last good content stays");

  writeFileSync(file, good);
  await received("full-reload", 2);
  t.match(await page("/faq"), "Where does a gift go?");
  const documents = await fetch(`${site.url}/bff/view/content?page=/faq`);
  t.match(await documents.json(), { data: {} }, "a page that the browser opens has its content");
});
