import sharp from "sharp";
import t, { type Test } from "tap";
import { photographLike } from "../../fixtures/photograph.ts";
import { until } from "../../setup/until.ts";
import { deskScene, fieldsIn } from "./desk-scene.ts";

const NEWS = {
  title: "A Well in Bunju",
  text: "## Water\n\nThe **pump** works.\nSee [the plan](https://example.org/plan).\n\n- one\n- two",
  excerpt: "Clear water since Monday.",
  category: "Water",
  language: "en",
  alt: "",
  at: "",
};

/** Starts a site that stores its news itself, with a signed-in browser. */
async function newsScene(t: Test) {
  const scene = await deskScene(t, { CONTENT_API_URL: "embedded" });
  const asha = await scene.signIn();
  const post = asha.postFile.bind(asha);
  /** Saves a story and returns its path at the desk. */
  const write = async (fields: Record<string, string>, file?: Blob) => {
    const response = await post("/staff/news/new", fields, file);
    t.equal(response.status, 303);
    const location = response.headers.get("location") ?? "";
    return location.split("?")[0] ?? "";
  };
  const read = async (path: string) => (await fetch(scene.site.url + path)).text();
  /** Returns the version that the form was filled from. */
  const versionAt = async (path: string) =>
    /name="version" value="(\d+)"/.exec(await asha.text(path))?.[1] ?? "";
  /** Moves the clock, and opens a page, so that the session is not over for being idle. */
  const pass = async (ms: number) => {
    scene.clock.ms += ms;
    await asha.text("/staff/news");
  };
  return { ...scene, asha, postForm: post, write, read, versionAt, pass };
}

const jpeg = async (width = 800) =>
  new Blob([new Uint8Array(await photographLike({ width, height: 600 }))]);

t.test("news are written, previewed, published and withdrawn", async (t) => {
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
  t.match(await asha.text(`${path}?ask=delete`), "Delete This Story?");
  const stale = await asha.post(path, { action: "delete", version: "1" });
  t.match(await stale.text(), /Somebody else has changed this .* so it was not deleted/);
  await asha.post(path, { action: "delete", version: await versionAt(path) });
  t.equal((await asha.get(path)).status, 404);
});

t.test("planned news are published at their time", async (t) => {
  const { asha, write, read, clock, postForm, versionAt } = await newsScene(t);
  const at = new Date(clock.ms + 4 * 3_600_000).toISOString().slice(0, 16);
  for (const never of ["2020-01-01T09:00", "2099-02-30T09:00"])
    t.equal(
      (await postForm("/staff/news/new", { ...NEWS, at: never, action: "plan" })).status,
      422,
      never,
    );
  // This local time is an hour from now.
  const draft = await write({ ...NEWS, at, action: "save" });
  t.match(await asha.text(draft), `value="${at}"`, "a draft keeps it");
  await postForm(draft, { ...NEWS, at, action: "plan", version: await versionAt(draft) });
  t.notMatch(await read("/news-events"), NEWS.title);
  clock.ms += 3_600_000;
  await until(async () => (await read("/news-events")).includes(NEWS.title));
});

t.test("a text that would hold the process up is refused at its field, in words", async (t) => {
  const { asha, postForm, write } = await newsScene(t);
  for (const text of [
    "_a".repeat(15_000),
    "> ".repeat(20_000),
    "1. ".repeat(9_000),
    "!".repeat(20_000),
  ])
    for (const [path, action, words] of [
      ["/staff/news/new", "publish", "Too many signs"],
      ["/staff/news/new", "preview", "Too many signs"],
      ["/sw/staff/news/new", "save", "nyingi mno katika maandishi"],
    ] as const) {
      const refused = await postForm(path, { ...NEWS, text, action });
      t.equal(refused.status, 422, `${path} ${action} ${text.slice(0, 3)}`);
      const html = await refused.text();
      const [, error = ""] = /id="field-text-error"(.*?)<\/p>/.exec(html) ?? [];
      t.match(error, words, action);
      t.ok(fieldsIn(html).text === text.trim(), "what was typed is there");
    }
  const long = await postForm("/staff/news/new", {
    ...NEWS,
    text: "a ".repeat(60_000),
    action: "preview",
  });
  t.equal(long.status, 422, "a preview is limited, too");
  // Text as people write it: long, with lists, tables, nested quotations, a row of signs.
  const text = [
    "*** \n",
    "> He said:\n> > **Yes!** _Really!_\n",
    `- ${"a point with **bold** words and a [link](https://example.org/a_b)\n- ".repeat(200)}end\n`,
    `| Place | Wells |\n|---|---|\n${"| Mtambani | **12** |\n".repeat(150)}`,
    "1. one\n   - two\n     - three\n       1. four\n",
    "A paragraph of several lines, *with emphasis*.\n".repeat(100),
    `<p>${'<a href="/a_b_c">HTML of another system</a> '.repeat(900)}</p>`,
  ].join("\n");
  const path = await write({ ...NEWS, text, action: "publish" });
  t.match(await asha.text(path), "He said:");
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
  t.match(html, "do not need to choose it again");
  const path = await write({ ...NEWS, upload, alt: "A pump", action: "publish" });
  const version = await versionAt(path);
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1");
  const refused = await postForm(path, { ...NEWS, version, action: "save" }, new Blob([heic]));
  const huge = new Blob([Buffer.from("ffd8ff00", "hex")]);
  const unread = await postForm(path, { ...NEWS, version, action: "save" }, huge);
  t.match(await unread.text(), "more than 40 megapixels", "what to do with that of a new phone");
  const empty = await postForm(path, { ...NEWS, version, action: "save" }, new Blob([]));
  t.match(
    await empty.text(),
    "This is not a JPEG, PNG or WebP file.",
    "the file was chosen, but is empty",
  );
  t.equal(refused.status, 422);
  t.match(await refused.text(), /The \*\*pump\*\*.*HEIC.*save it as JPEG/s);
  const large = new Blob([
    new Uint8Array(await (await jpeg()).arrayBuffer()),
    new Uint8Array(21 * 1024 ** 2),
  ]);
  t.match(
    await (await postForm(path, { ...NEWS, version, action: "save" }, large)).text(),
    "larger than 20 MB",
  );
  await postForm(path, { ...NEWS, alt: "A pump", version, action: "save" });
  const stale = await postForm(path, {
    ...NEWS,
    alt: "A pump",
    version,
    title: "Mine",
    action: "save",
  });
  t.equal(stale.status, 409);
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
  const left = await site.app.store.db.selectFrom("uploads").select("name").execute();
  t.equal(left.length, 1, "it comes back with the story from the bin");
});

t.test("with an external source the desk says where news are written", async (t) => {
  const { signIn } = await deskScene(t);
  const asha = await signIn();
  t.match(await asha.text("/staff/news"), "written in the content source");
  t.match(await asha.text("/sw/staff/news"), "chanzo cha maudhui");
  t.equal((await asha.get("/staff/news/new")).status, 404);
});

t.test(
  "a button that is pressed twice makes one story, changes it once and deletes it once",
  async (t) => {
    const { asha, postForm, site, get } = await newsScene(t);
    const locations = (responses: Response[]) =>
      responses.map(({ status, headers }) => [status, headers.get("location")]);
    const twice = (path: string, fields: Record<string, string>, file?: Blob) =>
      Promise.all([postForm(path, fields, file), postForm(path, fields, file)]);
    const form = fieldsIn(await asha.text("/staff/news/new"));
    const written = { ...form, ...NEWS, alt: "A pump", action: "publish" };
    const made = locations(await twice("/staff/news/new", written, await jpeg()));
    t.match(made, [
      [303, /^\/staff\/news\/\d+\?notice=news-publish$/],
      [303, /^\/staff/],
    ]);
    t.same(made[0], made[1]);
    const stories = async () =>
      (await get("/bff/news?limit=100")).data.filter(
        ({ title }: { title: string }) => title === NEWS.title,
      );
    t.equal((await stories()).length, 1);
    const uploads = await site.app.store.db.selectFrom("uploads").select("name").execute();
    t.equal(uploads.length, 1, "the picture is kept once");
    const [path = ""] = String(made[0]?.[1]).split("?");
    const read = fieldsIn(await asha.text(path));
    const changed = locations(await twice(path, { ...read, title: "Two wells", action: "save" }));
    t.same(changed, [
      [303, `${path}?notice=news-save`],
      [303, `${path}?notice=news-save`],
    ]);
    const { version = "" } = fieldsIn(await asha.text(path));
    t.equal(version, "2");
    const other = await postForm("/staff/news/new", { ...written, title: "Other words" });
    t.equal(other.status, 409);
    const back = await other.text();
    t.match(back, "may have created a story");
    t.not(fieldsIn(back).key, form.key);
    const gone = locations(await twice(path, { action: "delete", version }));
    t.same(gone, [
      [303, "/staff/news?notice=news-delete"],
      [303, "/staff/news?notice=news-delete"],
    ]);
    const swahili = fieldsIn(await asha.text("/sw/staff/news/new"));
    const own = { ...swahili, ...NEWS, action: "save" };
    const drafts = locations(await twice("/sw/staff/news/new", own));
    t.match(drafts[0]?.[1], /^\/sw\/staff\/news\/\d+\?notice=news-save$/);
    t.same(drafts[0], drafts[1]);
  },
);

t.test("Save takes the other time of planned news", async (t) => {
  const { asha, postForm, write, clock, pass, read } = await newsScene(t);
  const inHours = (hours: number) =>
    new Date(clock.ms + (hours + 3) * 3_600_000).toISOString().slice(0, 16);
  const path = await write({ ...NEWS, at: inHours(5), action: "plan" });
  const form = async () => fieldsIn(await asha.text(path));
  const send = async (fields: Record<string, string>, action = "save") =>
    postForm(path, { ...(await form()), ...fields, action });
  t.equal((await form()).at, inHours(5));
  t.equal((await send({ at: inHours(2) })).status, 303);
  t.equal((await form()).at, inHours(2));
  for (const [at, said] of [
    [inHours(-2), "This time has passed"],
    ["", "Enter the day and the time"],
    ["soon", "Enter the day and the time"],
  ] as const) {
    const refused = await send({ at });
    t.equal(refused.status, 422, at);
    t.match(await refused.text(), `<a href="#field-at">${said}`);
  }
  t.equal((await send({ title: "A Deep Well" })).status, 303, "the time is as it was");
  t.match(await form(), { at: inHours(2), title: "A Deep Well" });
  const open = await form();
  const later = inHours(6);
  await pass(3_600_000);
  clock.ms += 3_600_000 + 1_000;
  await until(async () => (await read("/news-events")).includes("A Deep Well"));
  for (const action of ["save", "plan"]) {
    const late = await postForm(path, { ...open, at: later, action });
    t.equal(late.status, 409, action);
    t.match(await late.text(), "was published on schedule while you were changing it");
  }
  t.equal((await postForm(path, { ...open, excerpt: "New.", action: "save" })).status, 303);
  t.match(await read("/news-events"), "A Deep Well");
});

t.test("news that were withdrawn come back with their date", async (t) => {
  const { asha, postForm, write, clock, pass, get } = await newsScene(t);
  const path = await write({ ...NEWS, action: "publish" });
  const send = async (action: string, fields: Record<string, string> = {}) => {
    const form = fieldsIn(await asha.text(path));
    t.equal((await postForm(path, { ...form, ...fields, action })).status, 303, action);
  };
  const story = async () => (await get("/bff/news/a-well-in-bunju")).data;
  const { publishedAt } = await story();
  for (let hour = 0; hour < 3; hour += 1) await pass(3_600_000);
  await send("unpublish");
  await send("save", { title: "A Well in Bunju B" });
  const at = new Date(clock.ms + 4 * 3_600_000).toISOString().slice(0, 16);
  await send("plan", { at });
  await send("unpublish");
  await send("publish", { when: "now" });
  t.match(await story(), { publishedAt, title: "A Well in Bunju B" });
  await send("save", { excerpt: "Clear water." });
  t.equal((await story()).publishedAt, publishedAt);
});

t.test("a form that is too late says who changed or deleted the story, and when", async (t) => {
  const { asha, signIn, postForm, write } = await newsScene(t);
  const juma = await signIn("juma@example.org");
  const path = await write({ ...NEWS, alt: "A pump", action: "publish" }, await jpeg());
  const open = fieldsIn(await asha.text(path));
  const theirs = fieldsIn(await juma.text(path));
  await juma.postFile(path, { ...theirs, title: "Theirs", action: "save" });
  const late = await postForm(path, { ...open, title: "Mine", action: "save" });
  t.equal(late.status, 409);
  const conflict = await late.text();
  t.match(conflict, /last change at the desk – [^<]*juma@example\.org, saved/);
  const stale = await postForm(path, { version: open.version ?? "", action: "delete" });
  t.match(await stale.text(), /so it was not deleted.*juma@example\.org, saved/s);
  const { version = "" } = fieldsIn(await juma.text(path));
  await juma.post(path, { version, action: "delete" });
  const gone = await postForm(path, { ...fieldsIn(conflict), action: "save" });
  t.equal(gone.status, 404);
  const html = await gone.text();
  t.match(html, /deleted in the meantime.*juma@example\.org, deleted/s);
  t.match(html, "Choose the picture again");
  t.match(html, 'action="/staff/news/new');
  const again = { ...fieldsIn(html), noFile: "1", action: "save" };
  t.equal((await postForm("/staff/news/new", again)).status, 303);
});

t.test("link previews say what the picture shows", async (t) => {
  const { read, write } = await newsScene(t);
  await write({ ...NEWS, alt: "A pump & a queue", action: "publish" }, await jpeg());
  const html = await read("/news-events/news/a-well-in-bunju");
  for (const name of ["og:image:alt", "twitter:image:alt"])
    t.match(html, `${name}" content="A pump &amp; a queue"`);
});

t.test("news that came as HTML open as text, and change nothing when they are saved", async (t) => {
  const { asha, postForm, get } = await newsScene(t);
  for (const { id, slug } of (await get("/bff/news?limit=100")).data) {
    const before = (await get(`/bff/news/${slug}`)).data;
    const form = fieldsIn(await asha.text(`/staff/news/${id}`));
    t.notMatch(form.text, /<(?:p|br|strong|em|a|ul|li|h\d)\b/, slug);
    const sent = { ...form, alt: form.alt || "A drawing", excerpt: form.excerpt || "Short." };
    const whole = { ...sent, category: form.category || "News", language: form.language || "en" };
    t.equal((await postForm(`/staff/news/${id}`, { ...whole, action: "save" })).status, 303, slug);
    t.equal((await get(`/bff/news/${slug}`)).data.body, before.body, slug);
  }
});
