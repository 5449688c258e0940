import { sql } from "kysely";
import t from "tap";
import { fieldsIn, staffBrowser, unescaped } from "../app/staff/desk-scene.ts";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { staffProgram } from "../setup/site/staff-in-process.ts";
import { until } from "../setup/until.ts";
import { startInstances } from "./instances.ts";

const NEWS = {
  text: "Water for all.",
  excerpt: "Clear water.",
  category: "Water",
  language: "en",
  action: "publish",
};

t.test("the desk of two instances over PostgreSQL", async (t) => {
  const source = await startFakeContentApi({});
  t.teardown(() => source.close());
  const env = { CONTENT_API_URL: "embedded" };
  const { start, settingsOf } = await startInstances(t, { source, env });
  const [one, two] = [await start("one"), await start("two")];
  const printed = await staffProgram("staff", ["add", "asha@example.org"], settingsOf("one"));
  const asha = staffBrowser(one.url);
  const link = new URL(printed.trim(), one.url).searchParams.get("link") ?? "";
  await asha.post("/staff", { link });

  await t.test("stories written at once get ids and slugs of their own, once each", async (t) => {
    const browsers = [one, two].map(({ url }) => {
      const browser = staffBrowser(url);
      browser.cookie = asha.cookie;
      return browser;
    });
    const titles = Array.from({ length: 12 }, (_, index) => `Story ${"abcdefghijkl"[index]}`);
    const forms = await Promise.all(
      titles.map(async (title, index) => {
        const browser = browsers[index % 2] ?? asha;
        const form = fieldsIn(await browser.text("/staff/news/new"));
        return { ...form, ...NEWS, title };
      }),
    );
    // The forms are each sent twice, once to each instance.
    const sent = await Promise.all(
      forms.flatMap((form) => browsers.map((browser) => browser.postFile("/staff/news/new", form))),
    );
    const paths = sent.map(({ headers }) => headers.get("location")?.split("?")[0]);
    t.same(
      sent.map(({ status }) => status),
      sent.map(() => 303),
    );
    t.equal(new Set(paths).size, titles.length);
    const { db } = one.app.store;
    const rows = db.selectFrom("documents").select(["id", "slug"]).where("kind", "=", "news");
    const made = await rows.where("slug", "like", "story-%").orderBy("slug").execute();
    t.same(
      made.map(({ slug }) => slug),
      titles.map((title) => title.toLowerCase().replace(" ", "-")),
      "each has the slug of its title",
    );
    // The id of a deleted story must not be given to another story.
    const last = Math.max(...made.map(({ id }) => id));
    const path = `/staff/news/${last}`;
    const { version = "" } = fieldsIn(await asha.text(path));
    await asha.post(path, { action: "delete", version });
    // Another instance holds the next id and has not committed yet.
    const held = {
      kind: "news",
      slug: "held",
      date: "",
      version: 1,
      updatedAt: "",
      document: "{}",
    };
    const write = () => asha.postFile("/staff/news/new", { ...NEWS, title: "Later" });
    const later = await db.transaction().execute(async (locked) => {
      await locked
        .insertInto("documents")
        .values({ ...held, kind: "news", id: last + 1 })
        .execute();
      const response = write();
      await until(async () => {
        const waiting = sql`select 1 from pg_locks where not granted`;
        return (await waiting.execute(db)).rows.length > 0;
      });
      return { response };
    });
    const { headers } = await later.response;
    t.match(headers.get("location"), `/staff/news/${last + 2}?`);
    const row = await rows.where("id", "=", last + 2).executeTakeFirst();
    t.equal(row?.slug, "later");
  });

  await t.test("content published by one is shown by all, later instances too", async (t) => {
    const html = await asha.text("/staff/website/faq?whole");
    const field = (name: string) =>
      unescaped(
        new RegExp(`<textarea[^>]* name="${name}"[^>]*>\\n?([\\s\\S]*?)</textarea>`).exec(
          html,
        )?.[1] ?? "",
      );
    const en = field("en").replace(/"title": "[^"]*"/, '"title": "Asked by many"');
    t.not(en, field("en"));
    const posted = await asha.post("/staff/website/faq", {
      facts: field("facts"),
      en,
      sw: field("sw"),
      version: "0",
      action: "publish",
    });
    t.equal(posted.status, 303);
    const shows = async (url: string) =>
      (await (await fetch(`${url}/faq`)).text()).includes("Asked by many");
    t.ok(await shows(one.url), "at once where it was published");
    await until(() => shows(two.url));
    t.pass("and on the other instance");
    const three = await start("three");
    // A start waits for the stored content for a moment only, and a busy machine may need longer.
    await until(() => shows(three.url));
    t.pass("and on an instance that starts later");
  });

  await t.test("of two people who remove each other at two instances, one stays", async (t) => {
    const more = await staffProgram("staff", ["add", "juma@example.org"], settingsOf("one"));
    const juma = staffBrowser(two.url);
    await juma.post("/staff", {
      link: new URL(more.trim(), two.url).searchParams.get("link") ?? "",
    });
    const { db } = one.app.store;
    const people = await db.selectFrom("staff").selectAll().orderBy("email").execute();
    t.match(people, [{ email: "asha@example.org" }, { email: "juma@example.org" }]);
    const [ashaId = "", jumaId = ""] = people.map(({ id }) => id);
    const both = await Promise.all([
      asha.post("/staff/people", { action: "remove", person: jumaId }),
      juma.post("/staff/people", { action: "remove", person: ashaId }),
    ]);
    const left = await db.selectFrom("staff").select("id").execute();
    t.equal(left.length, 1, both.map(({ status }) => status).join());
    const secrets = await db.selectFrom("staffSecrets").select("staffId").execute();
    t.same([...new Set(secrets.map(({ staffId }) => staffId))], [left[0]?.id]);
  });
});
