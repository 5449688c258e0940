import t, { type Test } from "tap";
import { createDocuments } from "../../../server/embedded-api/documents.ts";
import { photographLike } from "../../fixtures/photograph.ts";
import { until } from "../../setup/until.ts";
import { deskScene, fieldsIn, unescaped } from "./desk-scene.ts";

const DAY_MS = 24 * 3_600_000;
const STORY = {
  title: "A Wel in Bunju",
  text: "The pump works.\n\nIt is blue.",
  excerpt: "Clear water since Monday.",
  category: "Water",
  language: "en",
  alt: "",
};
const EVENT = {
  title: "Open evening",
  status: "scheduled",
  "startsAt.day": new Date(Date.now() + DAY_MS).toISOString().slice(0, 10),
  "startsAt.time": "17:30",
  location: "Bunju B",
  description: "## Bring\n\nA **cup**.",
  language: "en",
};

/** Starts a site that stores its news and events itself, with a signed-in browser. */
async function writingScene(t: Test) {
  const scene = await deskScene(t, { CONTENT_API_URL: "embedded" });
  const asha = await scene.signIn();
  const { url } = scene.site;
  /** Sends the form at a path with some other values, as `action` says. */
  const send = async (
    path: string,
    fields: Record<string, string>,
    { action = "save", file = undefined as Blob | undefined, browser = asha } = {},
  ) => {
    const form = fieldsIn(await browser.text(path));
    const [address = ""] = path.split("?");
    return browser.postFile(address, { ...form, ...fields, action }, file);
  };
  /** Sends a form that must be accepted, and returns the path of its entry. */
  const save = async (path: string, fields: Record<string, string>, options = {}) => {
    const response = await send(path, fields, options);
    t.equal(response.status, 303, `${path} ${JSON.stringify(fields).slice(0, 80)}`);
    return response.headers.get("location")?.split("?")[0] ?? "";
  };
  const publish = (fields: Record<string, string> = {}) =>
    save("/staff/news/new", { ...STORY, ...fields }, { action: "publish" });
  const visit = (path: string) => fetch(url + path, { redirect: "manual" });
  const text = async (path: string) => (await visit(path)).text();
  const versionOf = async (path: string) => fieldsIn(await asha.text(path)).version ?? "";
  const remove = async (path: string) =>
    t.equal(
      (await asha.post(path, { action: "delete", version: await versionOf(path) })).status,
      303,
    );
  return { ...scene, asha, send, save, publish, visit, text, remove, versionOf };
}

const target = (response: Response) => [response.status, response.headers.get("location")];

t.test("an address is corrected, and its former ones lead to it", async (t) => {
  const { asha, send, save, publish, visit, text, get } = await writingScene(t);
  const path = await publish();
  const page = (slug: string) => `/news-events/news/${slug}`;
  t.equal((await visit(page("a-wel-in-bunju"))).status, 200);
  await save(path, { slug: "a-well-in-bunju" });
  t.same(target(await visit(page("a-wel-in-bunju"))), [308, page("a-well-in-bunju")]);
  t.same(target(await visit(`/sw${page("a-wel-in-bunju")}`)), [
    308,
    `/sw${page("a-well-in-bunju")}`,
  ]);
  await save(path, { slug: "water-in-bunju" });
  for (const old of ["a-wel-in-bunju", "a-well-in-bunju"])
    t.same(target(await visit(page(old))), [308, page("water-in-bunju")], "no chain");
  t.equal((await get("/bff/news/a-wel-in-bunju")).data.slug, "water-in-bunju");
  t.equal((await visit(page("water-in-bunju"))).status, 200);
  t.match(await text("/sitemap.xml"), "water-in-bunju");
  await save(path, { slug: "a-wel-in-bunju" });
  t.same(target(await visit(page("water-in-bunju"))), [308, page("a-wel-in-bunju")], "and back");

  for (const [slug, said] of [
    ["Not a slug", "Use small letters"],
    ["../staff", "Use small letters"],
    ["x".repeat(81), "Use (?:small letters|at most 80)"],
  ] as const) {
    const refused = await send(path, { slug });
    t.equal(refused.status, 422, slug);
    const html = await refused.text();
    t.match(html, new RegExp(`<a href="#field-slug">${said}`));
    t.equal(fieldsIn(html).slug, slug);
  }
  const taken = await send("/staff/news/new", { ...STORY, slug: "a-wel-in-bunju" });
  t.equal(taken.status, 422);
  t.match(await taken.text(), "“A Wel in Bunju” has this address already");
  const other = await send(
    "/staff/news/new",
    { ...STORY, slug: "water-in-bunju" },
    { action: "publish" },
  );
  t.match(other.headers.get("location"), /\?notice=news-publish&took=\d+$/);
  t.match(
    await asha.text(other.headers.get("location") ?? ""),
    "led to “A Wel in Bunju” until now",
  );
  t.equal((await visit(page("water-in-bunju"))).status, 200, "the redirect gives way");
});

t.test("an event has an address, a language and a page that says where it is", async (t) => {
  const { asha, save, visit } = await writingScene(t);
  const path = await save("/staff/events/new", EVENT);
  t.match(await asha.text(path), 'href="/events/open-evening"');
  t.match(fieldsIn(await asha.text(path)), {
    language: "en",
    slug: "open-evening",
    description: EVENT.description,
  });
  await save(path, { slug: "evening-at-the-well", location: "Bunju A" });
  t.same(target(await visit("/events/open-evening")), [308, "/events/evening-at-the-well"]);
  t.same(target(await visit("/events/open-evening.ics")), [308, "/events/evening-at-the-well.ics"]);
  t.match(await (await visit("/events/evening-at-the-well")).text(), "Bunju A");
});

t.test(
  "one button publishes, now or at a time; the first date is kept and can be changed",
  async (t) => {
    const { asha, send, save, clock, get } = await writingScene(t);
    const inHours = (hours: number) =>
      new Date(clock.ms + (hours + 3) * 3_600_000).toISOString().slice(0, 16);
    const planned = await save(
      "/staff/news/new",
      { ...STORY, when: "at", at: inHours(2) },
      { action: "publish" },
    );
    t.match(await asha.text(planned), "Scheduled");
    const both = await send(
      "/staff/news/new",
      { ...STORY, when: "now", at: inHours(2) },
      { action: "publish" },
    );
    t.equal(both.status, 422);
    t.match(await both.text(), '<a href="#field-at">You chose “Now” and gave a time as well');
    await save(planned, { when: "now" }, { action: "publish" });
    const story = async () => (await get("/bff/news/a-wel-in-bunju")).data;
    t.equal(
      (await story()).publishedAt.slice(0, 16),
      new Date(clock.ms).toISOString().slice(0, 16),
    );
    const ahead = await send(planned, { firstAt: inHours(5) });
    t.match(await ahead.text(), '<a href="#field-firstAt">This date is still to come');
    await save(planned, { firstAt: "2026-01-05T09:00" });
    t.equal((await story()).publishedAt, "2026-01-05T06:00:00Z");
    t.match(await asha.text(planned), ">Update<");
    await save(planned, {}, { action: "unpublish" });
    const again = fieldsIn(await asha.text(planned));
    t.equal(again.firstAt, "2026-01-05T09:00");
    await save(planned, { firstAt: "2026-01-06T09:00", when: "now" }, { action: "publish" });
    t.equal((await story()).publishedAt, "2026-01-06T06:00:00Z");
  },
);

t.test(
  "a story and its Kiswahili twin are one, in lists, heads, feeds and the site map",
  async (t) => {
    const { asha, publish, save, visit, text, remove, get, site } = await writingScene(t);
    const file = new Blob([new Uint8Array(await photographLike({ width: 800, height: 600 }))]);
    const path = await save(
      "/staff/news/new",
      { ...STORY, alt: "A pump", firstAt: "" },
      { action: "publish", file },
    );
    const firstAt = new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 16);
    await save(path, { firstAt });
    const id = path.split("/").at(-1) ?? "";
    const page = await asha.text(path);
    t.match(page, "English: published · Kiswahili: missing");
    t.match(page, `href="/staff/news/new?twin=${id}">Write in Kiswahili`);
    t.match(await asha.text("/staff/news"), "English published, Kiswahili missing");
    const begun = await asha.text(`/staff/news/new?twin=${id}`);
    t.match(fieldsIn(begun), {
      language: "sw",
      category: "Water",
      twin: id,
      firstAt,
      title: "",
      text: "",
    });
    t.match(begun, "Read “A Wel in Bunju”");
    const swahili = {
      title: "Kisima cha Bunju",
      text: "Pampu inafanya kazi.",
      excerpt: "Maji safi tangu Jumatatu.",
      alt: "Pampu",
    };
    const draft = await save(`/staff/news/new?twin=${id}`, swahili);
    t.match(await text("/sw/news-events"), STORY.title, "the twin is a draft");
    t.match(await asha.text(path), "Kiswahili: draft");
    await save(draft, {}, { action: "publish" });
    await until(async () => !(await text("/sw/news-events")).includes(STORY.title));
    t.match(await text("/sw/news-events"), swahili.title);
    const english = await text("/news-events");
    t.match(english, STORY.title);
    t.notMatch(english, swahili.title);
    for (const feed of ["feed.xml", "atom.xml", "feed.json"]) {
      t.notMatch(await text(`/${feed}`), swahili.title, feed);
      t.notMatch(await text(`/sw/${feed}`), STORY.title, feed);
    }
    const { data } = await get("/bff/news/a-wel-in-bunju");
    t.match(data, { language: "en", translations: [{ language: "sw", slug: "kisima-cha-bunju" }] });
    const twin = (await get("/bff/news/kisima-cha-bunju")).data;
    t.match(twin, { language: "sw", translations: [{ language: "en", slug: "a-wel-in-bunju" }] });
    t.equal(twin.publishedAt, data.publishedAt);
    t.equal(twin.image.alt, "Pampu");
    const pages = {
      en: "/news-events/news/a-wel-in-bunju",
      sw: "/sw/news-events/news/kisima-cha-bunju",
    };
    for (const shown of Object.values(pages)) {
      const head = await text(shown);
      for (const [language, href] of Object.entries({ ...pages, "x-default": pages.en }))
        t.match(
          head,
          new RegExp(`hrefLang="${language}" href="[^"]*//[^/"]+${href}"`, "i"),
          shown + language,
        );
    }
    t.same(
      target(await visit("/sw/news-events/news/a-wel-in-bunju")),
      [307, pages.sw],
      "the switch",
    );
    t.same(target(await visit("/news-events/news/kisima-cha-bunju")), [307, pages.en]);
    const map = await text("/sitemap.xml");
    t.notMatch(map, "/sw/news-events/news/a-wel-in-bunju");
    t.match(map, pages.sw);
    await site.app.siteSearch.start();
    await until(async () =>
      (await text("/bff/search?q=kisima&lang=sw")).includes("kisima-cha-bunju"),
    );
    t.notMatch(await text("/bff/search?q=bunju&lang=sw&limit=100"), "a-wel-in-bunju");

    await save(draft, { slug: "kisima-bunju" });
    await until(async () => (await text(pages.en)).includes("kisima-bunju"));
    t.same(target(await visit(pages.sw)), [308, "/sw/news-events/news/kisima-bunju"]);
    await remove(draft);
    await until(async () => (await text("/sw/news-events")).includes(STORY.title));
    t.equal((await visit("/sw/news-events/news/a-wel-in-bunju")).status, 200);
    const own = await publish({ title: "Another", language: "en" });
    const refused = await asha.postFile(own, {
      ...fieldsIn(await asha.text(own)),
      twin: id,
      action: "save",
    });
    t.match(await refused.text(), '<a href="#field-twin">Choose one in the other language');
  },
);

t.test("an event and its Kiswahili twin are one", async (t) => {
  const { asha, save, text, get } = await writingScene(t);
  const path = await save("/staff/events/new", EVENT);
  const id = path.split("/").at(-1) ?? "";
  const begun = fieldsIn(await asha.text(`/staff/events/new?twin=${id}`));
  t.match(begun, {
    language: "sw",
    "startsAt.time": "17:30",
    location: "Bunju B",
    twin: id,
    title: "",
  });
  await save(`/staff/events/new?twin=${id}`, {
    title: "Jioni ya wazi",
    description: "Njoo na **kikombe**.",
  });
  t.match((await get("/bff/events/open-evening")).data.translations, [
    { language: "sw", slug: "jioni-ya-wazi" },
  ]);
  await until(async () => !(await text("/sw/news-events?type=events")).includes(EVENT.title));
  t.match(await text("/sw/news-events?type=events"), "Jioni ya wazi");
  t.notMatch(await text("/news-events?type=events"), "Jioni ya wazi");
  t.notMatch(await text("/events.ics"), "Jioni ya wazi");
  t.match(await text("/sw/events.ics"), "Jioni ya wazi");
  t.match(await asha.text("/staff/events"), "English published, Kiswahili published");
});

t.test("versions say who and when, can be compared, and one is put back", async (t) => {
  const { asha, signIn, save, publish, text, versionOf } = await writingScene(t);
  const juma = await signIn("juma@example.org");
  const path = await publish();
  const id = `news-${path.split("/").at(-1)}`;
  await save(path, { text: "The pump works.\n\nIt is red.", title: "A Well" }, { browser: juma });
  const versions = `/staff/versions/${id}`;
  const list = await asha.text(versions);
  t.match(list, /juma@example\.org.*asha@example\.org/s);
  const compared = unescaped(await asha.text(`${versions}?from=1&to=2`));
  t.match(compared, /Removed: <\/span>It is blue\..*Added: <\/span>It is red\./s);
  t.match(compared, /Removed: <\/span>A Wel in Bunju.*Added: <\/span>A Well/s);
  t.notMatch(compared, "Category");
  const basis = await versionOf(path);
  const back = await asha.post(versions, { action: "restore", version: "1", basis });
  t.equal(back.headers.get("location"), `${path}?notice=entry-restored`);
  t.match(fieldsIn(await asha.text(path)), { title: "A Wel in Bunju", version: "3" });
  t.match(await text("/news-events/news/a-wel-in-bunju"), "It is blue.");
  const late = await asha.post(versions, { action: "restore", version: "2", basis });
  t.equal(late.status, 409);
  t.match(
    await late.text(),
    "Somebody changed this after you opened it: asha@example.org, put an earlier version back",
  );
  for (let index = 0; index < 22; index += 1) await save(path, { excerpt: `Time ${index}` });
  const rows = (await asha.text(versions)).match(/<tr>/g) ?? [];
  t.equal(rows.length - 1, 20, "the last twenty");
  t.equal((await asha.get("/staff/versions/news-9999")).status, 404);
  t.equal((await asha.get("/staff/versions/gifts-1")).status, 404);

  const event = await save("/staff/events/new", EVENT);
  await save(event, { location: "Tabora", description: "None." });
  const ofEvent = `/staff/versions/events-${event.split("/").at(-1)}`;
  t.match(unescaped(await asha.text(`${ofEvent}?from=1&to=2`)), /Bunju B.*Tabora/s);
  await asha.post(ofEvent, { action: "restore", version: "1", basis: "2" });
  t.match(fieldsIn(await asha.text(event)), {
    location: "Bunju B",
    description: EVENT.description,
  });
});

t.test("what is deleted comes back from the bin for 30 days, as it was", async (t) => {
  const { asha, publish, save, visit, text, remove, clock, site, send } = await writingScene(t);
  const file = new Blob([new Uint8Array(await photographLike({ width: 800, height: 600 }))]);
  const path = await save(
    "/staff/news/new",
    { ...STORY, alt: "A pump" },
    { action: "publish", file },
  );
  await save(path, { firstAt: "2026-11-01T09:00" });
  const page = "/news-events/news/a-wel-in-bunju";
  const before = await (await visit("/bff/news/a-wel-in-bunju")).json();
  await remove(path);
  t.equal((await visit(page)).status, 404);
  t.match(await asha.text("/staff/news"), 'href="/staff/bin"');
  t.match(await asha.text("/staff/bin"), /A Wel in Bunju.*asha@example\.org/s);
  const taken = await send("/staff/news/new", { ...STORY, slug: "a-wel-in-bunju" });
  t.match(await taken.text(), "in the bin gets this address back");
  const second = await publish();
  t.match(fieldsIn(await asha.text(second)).slug, "a-wel-in-bunju-2");
  const item = `news-${path.split("/").at(-1)}`;
  const [one, two] = await Promise.all(
    [1, 2].map(() => asha.post("/staff/bin", { item, action: "put-back" })),
  );
  t.same([one?.status, two?.status].sort(), [303, 409], "once");
  const after = await (await visit("/bff/news/a-wel-in-bunju")).json();
  for (const name of ["title", "slug", "publishedAt", "image", "id"])
    t.same(after.data[name], before.data[name], name);

  const event = await save("/staff/events/new", EVENT);
  await remove(event);
  const erased = `events-${event.split("/").at(-1)}`;
  t.equal((await asha.post("/staff/bin", { item: erased, action: "erase" })).status, 303);
  t.notMatch(await asha.text("/staff/bin"), EVENT.title);
  await remove(path);
  clock.ms += 31 * DAY_MS;
  const news = createDocuments(site.app.store, "news", () => new Date(clock.ms));
  t.equal(await news.versions.purge(), 1);
  const { db } = site.app.store;
  const rows = await db.selectFrom("documentVersions").select("document").execute();
  t.notOk(rows.some(({ document }) => document.includes("A pump")));
  t.same(await db.selectFrom("uploads").select("name").execute(), [], "its picture goes with it");
  t.notMatch(await text("/news-events"), "A pump");
});

t.test("typed text of a stored entry is kept at the server, for its writer alone", async (t) => {
  const { asha, signIn, publish, save } = await writingScene(t);
  const path = await publish();
  const form = fieldsIn(await asha.text(path));
  const typed = { ...form, text: "Half a sen", slug: "half" };
  t.equal((await asha.postFile(path, { ...typed, action: "keep" })).status, 204);
  const phone = await signIn();
  t.match(await phone.text(path), "you typed something here that was not saved");
  t.match(fieldsIn(await phone.text(path)), { text: STORY.text });
  t.match(fieldsIn(await phone.text(`${path}?typed`)), { text: "Half a sen", slug: "half" });
  const juma = await signIn("juma@example.org");
  t.notMatch(await juma.text(path), "you typed something here");
  t.match(fieldsIn(await juma.text(`${path}?typed`)), { text: STORY.text });
  await phone.post(path, { action: "drop" });
  t.notMatch(await asha.text(path), "you typed something here");
  await asha.postFile(path, { ...typed, action: "keep" });
  await save(path, { text: "Whole." });
  t.notMatch(await asha.text(path), "you typed something here", "a save forgets it");
  await asha.post("/staff/sign-out", {});
  t.equal((await asha.postFile(path, { ...typed, action: "keep" })).status, 401);
});

t.test("hostile addresses, versions and ids change nothing", async (t) => {
  const { asha, publish, visit } = await writingScene(t);
  const path = await publish({ title: "<img src=x onerror=alert(1)>" });
  const id = path.split("/").at(-1);
  for (const query of ["from=1&to=<script>", "from=1'--&to=2", "from=&to=", "from=1&to=1"]) {
    const response = await asha.get(`/staff/versions/news-${id}?${query}`);
    t.equal(response.status, 200, query);
    t.notMatch(await response.text(), /<img src=x|<script>alert/);
  }
  for (const item of ["", "news-0", "news-1'", "gifts-1", "news-99999999999", "../bin"]) {
    const { status } = await asha.post("/staff/bin", { item, action: "erase" });
    t.ok([404, 409].includes(status), `${item} ${status}`);
  }
  for (const twin of ["x", "-1", "9999", "1 or 1=1"]) {
    const form = fieldsIn(await asha.text(path));
    const { status } = await asha.postFile(path, { ...form, twin, action: "save" });
    t.equal(status, 422, twin);
  }
  t.equal((await visit("/news-events/news/__proto__")).status, 404);
  t.equal((await visit("/news-events/news/constructor")).status, 404);
});
