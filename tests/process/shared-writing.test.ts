import t from "tap";
import { fieldsIn, staffBrowser } from "../app/staff/desk-scene.ts";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { staffProgram } from "../setup/site/staff-in-process.ts";
import { until } from "../setup/until.ts";
import { startInstances } from "./instances.ts";

const NEWS = {
  title: "A Wel",
  text: "Water for all.",
  excerpt: "Clear water.",
  category: "Water",
  language: "en",
};

t.test(
  "addresses, translations, versions and the bin over PostgreSQL, at two instances",
  async (t) => {
    const source = await startFakeContentApi({});
    t.teardown(() => source.close());
    const env = { CONTENT_API_URL: "embedded" };
    const { start, settingsOf } = await startInstances(t, { source, env });
    const [one, two] = [await start("one"), await start("two")];
    const printed = await staffProgram("staff", ["add", "asha@example.org"], settingsOf("one"));
    const asha = staffBrowser(one.url);
    const link = new URL(printed.trim(), one.url).searchParams.get("link") ?? "";
    await asha.post("/staff", { link });
    const other = staffBrowser(two.url);
    other.cookie = asha.cookie;
    const visit = (path: string) => fetch(two.url + path, { redirect: "manual" });
    const save = async (browser: typeof asha, path: string, fields: Record<string, string>) => {
      const form = fieldsIn(await browser.text(path));
      const [address = ""] = path.split("?");
      const response = await browser.postFile(address, { ...form, action: "save", ...fields });
      t.equal(response.status, 303, path);
      return response.headers.get("location")?.split("?")[0] ?? "";
    };
    const path = await save(asha, "/staff/news/new", { ...NEWS, action: "publish" });
    const id = path.split("/").at(-1) ?? "";
    await until(async () => (await visit("/news-events/news/a-wel")).status === 200);
    await save(asha, path, { slug: "a-well" });
    await until(async () => (await visit("/news-events/news/a-wel")).status === 308);
    const taken = [asha, other].map((browser, index) =>
      browser.postFile("/staff/news/new", {
        ...NEWS,
        title: `Story ${index}`,
        slug: "one-address",
        action: "save",
      }),
    );
    const statuses = (await Promise.all(taken)).map(({ status }) => status);
    t.same(statuses.sort(), [303, 422], "one of two at once gets an address");
    const swahili = { title: "Kisima", text: "Maji.", excerpt: "Maji safi.", action: "publish" };
    await save(other, `/staff/news/new?twin=${id}`, swahili);
    const isPaired = async () =>
      (await visit("/sw/news-events/news/a-well")).headers.get("location") ===
      "/sw/news-events/news/kisima";
    await until(isPaired);
    t.match(await other.text(`/staff/versions/news-${id}?from=1&to=2`), "a-well");
    await asha.post(`/staff/versions/news-${id}`, { action: "restore", version: "1", basis: "2" });
    const { version = "" } = fieldsIn(await asha.text(path));
    t.equal(version, "3");
    await asha.post(path, { action: "delete", version });
    await until(async () => (await visit("/news-events/news/a-well")).status === 404);
    const back = [asha, other].map((browser) =>
      browser.post("/staff/bin", { item: `news-${id}`, action: "put-back" }),
    );
    t.same((await Promise.all(back)).map(({ status }) => status).sort(), [303, 409]);
    await until(async () => (await visit("/news-events/news/a-well")).status === 200);
    const form = fieldsIn(await asha.text(path));
    t.equal((await asha.postFile(path, { ...form, text: "Half", action: "keep" })).status, 204);
    t.match(fieldsIn(await other.text(`${path}?typed`)), { text: "Half" });
  },
);
