import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import t, { type Test } from "tap";
import { ContentFiles } from "../../../server/content/content-files.ts";
import { digestOfTexts, textsInFiles } from "../../../server/content/edits.ts";
import { runChecks } from "../../../server/ops/doctor/doctor.ts";
import { startScene } from "../../setup/site/scene.ts";
import { TEST_CONTENT } from "../../setup/site/site.ts";
import { staffSession } from "../../setup/site/staff-session.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { until } from "../../setup/until.ts";
import { staffBrowser, unescaped } from "./desk-scene.ts";

/** Starts a site with a signed-in member of staff, who edits documents. */
async function startOffice(t: Test) {
  const scene = await startScene(t);
  const browser = staffBrowser(scene.site.url);
  browser.cookie = await staffSession(scene.site);
  /** Reads the form of a document: the version and the texts. */
  async function open(id: string) {
    const html = await browser.text(`/staff/website/${id}?whole`);
    const version = /name="version" value="(\d+)"/.exec(html)?.[1] ?? "";
    const texts: Record<string, string> = {};
    for (const [, name = "", text = ""] of html.matchAll(
      /<textarea[^>]* name="(facts|en|sw)"[^>]*>\n?([\s\S]*?)<\/textarea>/g,
    ))
      texts[name] = unescaped(text);
    return { version, ...texts } as Record<"version" | "facts" | "en" | "sw", string>;
  }
  const post = (id: string, fields: Record<string, string>) =>
    browser.post(`/staff/website/${id}`, fields);
  const page = async (path: string) => (await fetch(scene.site.url + path)).text();
  return { ...scene, browser, open, post, page };
}

t.test("a changed telephone number is on every page within two seconds", async (t) => {
  const { site, open, post, page } = await startOffice(t);
  t.notMatch(await page("/contact-us"), "+255 700 111 222");
  const form = await open("site");
  const old = /\+255[\d ]+/.exec(form.facts)?.[0] ?? "";
  t.not(old, "", "the form shows the facts");
  const facts = form.facts.replaceAll(old, "+255 700 111 222");
  const response = await post("site", { ...form, facts, action: "publish" });
  t.equal(response.status, 303);
  t.match(response.headers.get("location"), "notice=website-publish");
  t.match(await page("/contact-us"), "+255 700 111 222", "as soon as it is published");
  t.match(
    await page("/sw/about-us"),
    "+255 700 111 222",
    "the footer of another page, another language",
  );
  const data = await (await fetch(`${site.url}/bff/view/content?page=/contact-us`)).text();
  t.equal(JSON.parse(data).data.offices.length > 0, true);
  t.match(await page("/"), /"telephone":\[[^\]]*\+255 700 111 222/, "structured data");
});

t.test("single fields are changed without touching anything else", async (t) => {
  const { browser, open, post, page } = await startOffice(t);
  const html = unescaped(await browser.text("/staff/website/site"));
  t.match(html, /name="facts:contact\.phones\.0\.number"/);
  t.match(html, "Telephone numbers");
  const before = await open("site");
  const changed = await post("site", {
    form: "fields",
    version: before.version,
    action: "publish",
    "facts:contact.phones.0.number": "+255 711 000 111",
    "en:identity.tagline": "A new line for everybody",
    "sw:identity.tagline": "Mstari mpya kwa wote",
    "en:no.such.field": "ignored",
  });
  t.equal(changed.status, 303);
  t.match(await page("/contact-us"), "+255 711 000 111");
  t.match(await page("/"), "A new line for everybody");
  t.match(await page("/sw"), "Mstari mpya kwa wote");
  const after = await open("site");
  const facts = (text: string) => JSON.parse(text);
  const wanted = facts(before.facts);
  wanted.contact.phones[0].number = "+255 711 000 111";
  t.same(facts(after.facts), wanted);
  t.notMatch(after.en, "no.such.field");
  const story = await post("blog--girls-on-the-pitch", {
    form: "fields",
    version: "0",
    action: "publish",
    "en:title": "Their pitch: a story",
    "en:body": "A first paragraph.\r\n\r\nA second, with *weight*.",
  });
  t.equal(story.status, 303);
  const post1 = await page("/blog/girls-on-the-pitch");
  t.match(post1, "Their pitch: a story");
  t.match(post1, "<p>A second, with <em>weight</em>.</p>");
  const wrong = await post("site", {
    form: "fields",
    version: after.version,
    action: "publish",
    "facts:contact.phones.0.number": "call us",
  });
  t.equal(wrong.status, 422);
  const again = unescaped(await wrong.text());
  t.match(again, "A phone number begins with + and the country code");
  t.match(again, 'value="call us"', "what was typed is still there");
});

t.test("texts reach feeds, search, ledger, redirects and titles", async (t) => {
  const { site, open, post, page } = await startOffice(t);
  await site.app.siteSearch.start();
  const about = await open("about");
  const en = about.en.replace(/"title": "[^"]*"/, '"title": "Zanzibarwide friendship"');
  t.equal((await post("about", { ...about, en, action: "publish" })).status, 303);
  await until(async () => (await page("/about-us")).includes("Zanzibarwide friendship"));
  await until(async () => (await page("/search?q=zanzibarwide")).includes("/about-us"));
  const post1 = await open("blog--girls-on-the-pitch");
  const story = post1.en.replace(/^title: .*$/m, "title: A pitch of their own");
  t.equal(
    (await post("blog--girls-on-the-pitch", { ...post1, en: story, action: "publish" })).status,
    303,
  );
  await until(async () => (await page("/blog/feed.xml")).includes("A pitch of their own"));
  const claims = await open("claims");
  const ledger = claims.facts.replace('"value": 15,', '"value": 16,');
  t.not(ledger, claims.facts);
  t.equal((await post("claims", { ...claims, facts: ledger, action: "publish" })).status, 303);
  await until(async () => /"key":"wells"[^}]*"value":16/.test(await page("/bff/claims")));
  const redirects = await open("redirects");
  const list = JSON.parse(redirects.facts).redirects;
  const moved = JSON.stringify({ redirects: [...list, { from: "/old-page", to: "/about-us" }] });
  t.equal((await post("redirects", { ...redirects, facts: moved, action: "publish" })).status, 303);
  await until(async () => {
    const answer = await fetch(`${site.url}/old-page`, { redirect: "manual" });
    return answer.status === 308 && answer.headers.get("location") === "/about-us";
  });
});

t.test("a draft is seen by its writer alone", async (t) => {
  const { site, browser, open, post, page } = await startOffice(t);
  const form = await open("faq");
  const en = form.en.replace(/"title": "[^"]*"/, '"title": "Questions in draft"');
  t.equal((await post("faq", { ...form, en, action: "save" })).status, 303);
  const preview = await browser.get("/staff/website/faq/preview?page=/faq");
  t.equal(preview.status, 200);
  t.match(preview.headers.get("cache-control"), "no-store");
  t.equal(preview.headers.get("x-robots-tag"), "noindex");
  t.match(await preview.text(), "Questions in draft");
  t.notMatch(await page("/faq"), "Questions in draft");
  const stranger = await fetch(`${site.url}/staff/website/faq/preview?page=/faq`, {
    redirect: "manual",
  });
  t.equal(stranger.status, 303, "to the sign-in");
});

t.test("the slower of two colleagues loses nothing", async (t) => {
  const { open, post, page } = await startOffice(t);
  const form = await open("faq");
  const texts = (title: string) => form.en.replace(/"title": "[^"]*"/, `"title": "${title}"`);
  t.equal((await post("faq", { ...form, en: texts("First"), action: "publish" })).status, 303);
  const late = await post("faq", { ...form, en: texts("Second"), action: "publish" });
  t.equal(late.status, 412);
  const html = unescaped(await late.text());
  t.match(html, '"title": "Second"', "the typed text is still there");
  await until(async () => (await page("/faq")).includes("First"));
});

t.test(
  "a mistake is named with file, line and field, and nothing that was typed is lost",
  async (t) => {
    const { open, post, page } = await startOffice(t);
    const form = await open("faq");
    const broken = await post("faq", { ...form, facts: '{ "items": [ }', action: "publish" });
    t.equal(broken.status, 422);
    const html = unescaped(await broken.text());
    t.match(html, /content\/faq\.json:1: is not JSON/);
    t.match(html, '{ "items": [ }');
    const hostile = {
      ...form,
      en: form.en.replace(/"title": "[^"]*"/, '"title": ""'),
      action: "publish",
    };
    t.match(
      unescaped(await (await post("faq", hostile)).text()),
      /field "[\w.]+": must not be empty/,
    );
    const long = await post("faq", { ...form, en: "x".repeat(300_000), action: "publish" });
    t.equal(long.status, 422);
    t.match(await long.text(), "200,000");
    t.equal((await page("/faq")).includes("<h1"), true, "visitors see the page as before");
  },
);

t.test("no text of a document runs as code", async (t) => {
  const { open, post, page } = await startOffice(t);
  const form = await open("faq");
  const attack = "<img src=x onerror=alert(1)><script>alert(1)</script>";
  const en = form.en.replace(/"title": "[^"]*"/, () => `"title": ${JSON.stringify(attack)}`);
  t.equal((await post("faq", { ...form, en, action: "publish" })).status, 303);
  await until(async () => (await page("/faq")).includes("&lt;img src=x"));
  t.notMatch(await page("/faq"), "<img src=x");
  const blog = await open("blog--girls-on-the-pitch");
  const markdown = await post("blog--girls-on-the-pitch", {
    ...blog,
    en: `${blog.en}\n\n${attack}\n`,
    action: "publish",
  });
  t.equal(markdown.status, 422, "HTML in Markdown is refused");
  t.match(unescaped(await markdown.text()), "HTML is not allowed");
});

t.test("a stored document that cannot be shown any more gives way to its file", async (t) => {
  const dataDir = testFolder(t);
  const scene = await startScene(t, { env: { DATA_DIR: dataDir } });
  const edit = {
    name: "faq",
    facts: "{}",
    en: "{}",
    sw: "{}",
    basis: "",
    email: "asha@example.org",
  };
  await scene.site.app.contentEdits.add({ ...edit, state: "published", version: 0 });
  await scene.restart();
  const page = await (await fetch(`${scene.site.url}/faq`)).text();
  t.match(page, "<h1", "the file is shown");
  const health = async () => (await fetch(`${scene.site.url}/health/ready`)).json();
  await until(async () => (await health()).parts.content.state === "degraded");
  t.match((await health()).parts.content.why, "faq");
  const logged = scene.site.logs.filter(({ document }) => document === "faq");
  t.match(JSON.stringify(logged), "content/faq.json", "the log names file and mistake");
  t.equal((await scene.site.app.contentEdits.all()).length, 1, "nothing is lost");
});

t.test("the doctor names a document that office and release have both changed", async (t) => {
  const dataDir = testFolder(t);
  const { site } = await startScene(t, { env: { DATA_DIR: dataDir } });
  const files = new ContentFiles(TEST_CONTENT);
  const texts = textsInFiles(files, "faq");
  const en = texts.en?.replace(/"title": "[^"]*"/, '"title": "Asked in the office"') ?? "";
  const edit = { ...texts, en, name: "faq", email: "asha@example.org" };
  const add = (basis: string, version: number) =>
    site.app.contentEdits.add({ ...edit, basis, state: "published", version });
  const findings = async () => {
    const env = { DATA_DIR: dataDir, CONTENT_DIR: TEST_CONTENT, PORT: "1" };
    return (await runChecks(env)).filter(({ check }) => check === "content");
  };
  await add(digestOfTexts(texts), 0);
  t.same(await findings(), [], "the files are those that the office began from");
  await add("of an earlier release", 1);
  const [finding, ...others] = await findings();
  t.same(others, []);
  t.match(finding, { state: "warning", message: /^faq: / });
  t.match(finding?.message, "Asked in the office");
});

t.test("going back to the file shows the file", async (t) => {
  const { open, post, page } = await startOffice(t);
  const before = await page("/faq");
  const title = /<h1[^>]*>([^<]*)/.exec(before)?.[1] ?? "";
  const form = await open("faq");
  const en = form.en.replace(/"title": "[^"]*"/g, '"title": "Another title"');
  await post("faq", { ...form, en, action: "publish" });
  await until(async () => (await page("/faq")).includes("Another title"));
  const again = await open("faq");
  t.equal((await post("faq", { ...again, action: "discard" })).status, 303);
  await until(async () => !(await page("/faq")).includes("Another title"));
  t.match(await page("/faq"), title);
});

/** Creates a data folder and a copy of the content of the tests, which a test may change. */
function ownFolders(t: Test): { dataDir: string; contentDir: string } {
  const dir = testFolder(t, { data: {} });
  const contentDir = join(dir, "content");
  cpSync(TEST_CONTENT, contentDir, { recursive: true });
  return { dataDir: join(dir, "data"), contentDir };
}

t.test("content:pull writes what is published into the files, and nothing else", async (t) => {
  const { dataDir, contentDir } = ownFolders(t);
  const { site } = await startScene(t, { env: { DATA_DIR: dataDir } });
  const texts = textsInFiles(new ContentFiles(contentDir), "faq");
  const en = texts.en?.replace(/"title": "[^"]*"/, '"title": "Pulled"') ?? "";
  const edit = { ...texts, en, basis: digestOfTexts(texts), email: "asha@example.org" };
  await site.app.contentEdits.add({ ...edit, name: "faq", state: "published", version: 0 });
  await site.app.contentEdits.add({ ...edit, name: "about", state: "draft", version: 0 });
  const pull = () =>
    spawnSync(process.execPath, ["server/ops/content-pull.ts"], {
      env: { DATA_DIR: dataDir, CONTENT_DIR: contentDir },
      encoding: "utf8",
    }).stdout;
  t.equal(pull(), "faq.en.json\n");
  t.equal(readFileSync(join(contentDir, "faq.en.json"), "utf8"), en);
  t.equal(textsInFiles(new ContentFiles(contentDir), "faq").facts, texts.facts);
  t.match(pull(), "Nothing to write");
});

t.test("an entry that the office has edited stays when a release removes its files", async (t) => {
  const { dataDir, contentDir } = ownFolders(t);
  const name = "blog/girls-on-the-pitch";
  const texts = textsInFiles(new ContentFiles(contentDir), name);
  const scene = await startScene(t, { env: { DATA_DIR: dataDir, CONTENT_DIR: contentDir } });
  const edit = { ...texts, name, basis: digestOfTexts(texts), email: "asha@example.org" };
  await scene.site.app.contentEdits.add({ ...edit, state: "published", version: 0 });
  await scene.restart(() => {
    for (const end of [".json", ".en.md"]) rmSync(join(contentDir, name + end));
  });
  await until(async () => (await fetch(`${scene.site.url}/${name}`)).status === 200);
  t.pass("its page is there");
});
