import sharp from "sharp";
import t, { type Test } from "tap";
import { photographLike } from "../../fixtures/photograph.ts";
import { until } from "../../setup/until.ts";
import { deskScene } from "./desk-scene.ts";

const NEWS = {
  title: "A Well in Bunju",
  text: "## Water\n\nThe **pump** works.\nSee [the plan](https://example.org/plan).\n\n- one\n- two",
  excerpt: "Clear water since Monday.",
  category: "Water",
  language: "en",
  alt: "",
  at: "",
};

/** A site that holds its news itself, and a browser of the staff. */
async function newsScene(t: Test) {
  const scene = await deskScene(t, { CONTENT_API_URL: "embedded" });
  const asha = await scene.signIn();
  const post = asha.postFile.bind(asha);
  /** Saves and gives the path of the news at the desk. */
  const write = async (fields: Record<string, string>, file?: Blob) => {
    const response = await post("/staff/news/new", fields, file);
    t.equal(response.status, 303);
    const location = response.headers.get("location") ?? "";
    return location.split("?")[0] ?? "";
  };
  const read = async (path: string) => (await fetch(scene.site.url + path)).text();
  /** The version that a form was filled from. */
  const versionAt = async (path: string) =>
    /name="version" value="(\d+)"/.exec(await asha.text(path))?.[1] ?? "";
  return { ...scene, asha, postForm: post, write, read, versionAt };
}

const jpeg = async (width = 800) =>
  new Blob([new Uint8Array(await photographLike({ width, height: 600 }))]);

t.test("news are written, shown before, published, and withdrawn", async (t) => {
  const { asha, postForm, write, read, versionAt, site } = await newsScene(t);
  await site.app.siteSearch.start();
  t.match(await asha.text("/staff/news"), "Published");
  const preview = await postForm("/staff/news/new", { ...NEWS, action: "preview" });
  t.equal(preview.status, 200);
  t.match(await preview.text(), "<strong>pump</strong> works.<br");
  const path = await write({ ...NEWS, action: "save" });
  const page = "/news-events/news/a-well-in-bunju";
  t.equal((await fetch(site.url + page)).status, 404);
  t.notMatch(await read("/bff/news?limit=100"), NEWS.title);
  const published = await postForm(path, {
    ...NEWS,
    action: "publish",
    version: await versionAt(path),
  });
  t.equal(published.status, 303);
  for (const list of ["/news-events", "/sw/news-events", "/feed.xml", "/sitemap.xml"])
    t.match(await read(list), list.startsWith("/sitemap") ? "a-well-in-bunju" : NEWS.title, list);
  const article = await read(page);
  t.match(article, "<strong>pump</strong> works.<br");
  t.match(article, 'href="https://example.org/plan"');
  await until(async () => (await read("/bff/search?q=well")).includes("a-well-in-bunju"));
  t.match(await asha.text(path), "asha@example.org, published");
  t.match(
    site.logs.filter(({ audit }) => audit === "news-publish"),
    [{ reference: /^news-\d+$/, staff: /^staff-/ }],
  );
  await postForm(path, { ...NEWS, action: "unpublish", version: await versionAt(path) });
  t.equal((await fetch(site.url + page)).status, 404);
  t.match(await asha.text(`${path}?ask=delete`), "Delete This News?");
  const stale = await asha.post(path, { action: "delete", version: "1" });
  t.match(await stale.text(), /Somebody else has changed this .* so it was not deleted/);
  await asha.post(path, { action: "delete", version: await versionAt(path) });
  t.equal((await asha.get(path)).status, 404);
});

t.test("what is planned comes out at its time", async (t) => {
  const { asha, write, read, clock, postForm, versionAt } = await newsScene(t);
  const at = new Date(clock.ms + 4 * 3_600_000).toISOString().slice(0, 16);
  for (const never of ["2020-01-01T09:00", "2099-02-30T09:00"])
    t.equal(
      (await postForm("/staff/news/new", { ...NEWS, at: never, action: "plan" })).status,
      422,
      never,
    );
  // The same as an hour from now in UTC.
  const draft = await write({ ...NEWS, at, action: "save" });
  t.match(await asha.text(draft), `value="${at}"`, "a draft keeps it");
  await postForm(draft, { ...NEWS, at, action: "plan", version: await versionAt(draft) });
  t.notMatch(await read("/news-events"), NEWS.title);
  clock.ms += 3_600_000;
  await until(async () => (await read("/news-events")).includes(NEWS.title));
});

t.test("nothing typed is lost", async (t) => {
  const { postForm, write, versionAt } = await newsScene(t);
  const none = await postForm(
    "/staff/news/new",
    { ...NEWS, language: "", action: "publish" },
    await jpeg(),
  );
  t.equal(none.status, 422);
  const html = await none.text();
  t.match(html, /id="field-language-error".*id="field-alt-error"/s);
  for (const text of [NEWS.title, "The **pump** works.", NEWS.excerpt]) t.match(html, text);
  const [, upload = ""] = /name="upload" value="([^"]+)"/.exec(html) ?? [];
  t.match(html, "need not choose it again");
  const path = await write({ ...NEWS, upload, alt: "A pump", action: "publish" });
  const version = await versionAt(path);
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
  const refused = await postForm(path, { ...NEWS, version, action: "save" }, new Blob([heic]));
  const huge = new Blob([Buffer.from("ffd8ff00", "hex")]);
  const unread = await postForm(path, { ...NEWS, version, action: "save" }, huge);
  t.match(await unread.text(), "more than 40 megapixels", "what to do with that of a new phone");
  const empty = await postForm(path, { ...NEWS, version, action: "save" }, new Blob([]));
  t.match(await empty.text(), "This is no JPEG, PNG or WebP.", "it was chosen, and has no bytes");
  t.equal(refused.status, 422);
  t.match(await refused.text(), /The \*\*pump\*\*.*HEIC.*save it as JPEG/s);
  const large = new Blob([
    new Uint8Array(await (await jpeg()).arrayBuffer()),
    new Uint8Array(21 * 1024 ** 2),
  ]);
  t.match(
    await (await postForm(path, { ...NEWS, version, action: "save" }, large)).text(),
    "more than 20 MB",
  );
  await postForm(path, { ...NEWS, alt: "A pump", version, action: "save" });
  const stale = await postForm(path, {
    ...NEWS,
    alt: "A pump",
    version,
    title: "Mine",
    action: "save",
  });
  t.equal(stale.status, 422);
  t.match(await stale.text(), /Somebody else.*value="Mine"/s);
});

t.test("a picture comes through the site, without where it was taken", async (t) => {
  const { asha, write, read, site, versionAt } = await newsScene(t);
  const path = await write({ ...NEWS, alt: "A pump", action: "publish" }, await jpeg());
  const { data } = JSON.parse(await read("/bff/news/a-well-in-bunju"));
  t.equal(data.image.alt, "A pump");
  const picture = await fetch(data.image.url.replace(/^https?:\/\/[^/]+/, site.url));
  t.equal(picture.status, 200);
  const { exif } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
  t.equal(exif, undefined);
  const { bytes } = await site.app.store.db
    .selectFrom("uploads")
    .select("bytes")
    .executeTakeFirstOrThrow();
  t.equal((await sharp(Buffer.from(bytes, "base64")).metadata()).exif, undefined);
  await asha.post(path, { action: "delete", version: await versionAt(path) });
  t.same(await site.app.store.db.selectFrom("uploads").select("name").execute(), []);
});

t.test("with another source the desk says where news are written", async (t) => {
  const { signIn } = await deskScene(t);
  const asha = await signIn();
  t.match(await asha.text("/staff/news"), "written in the content source");
  t.match(await asha.text("/sw/staff/news"), "chanzo cha maudhui");
  t.equal((await asha.get("/staff/news/new")).status, 404);
});
