import t from "tap";
import { englishContent } from "../../setup/english-content.ts";
import { escaped, graphOf, mainOf } from "../../setup/site/html.ts";
import { samples, startScene } from "../../setup/site/scene.ts";

const { source, get } = await startScene(t, { ...samples(), env: { HEAD_START_MS: "1000" } });

const headings = (html: string, level: number) =>
  [...html.matchAll(new RegExp(`<h${level}[^>]*>([\\s\\S]*?)</h${level}>`, "g"))].map((match) =>
    (match[1] ?? "").replaceAll(/<[^>]+>/g, ""),
  );
/** Returns the text of the page, in document order. */
const wordsOf = (html: string) => html.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ");
const hrefs = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map((m) => m[1]);

t.test("static pages are sent whole, without a query to the source", async (t) => {
  const before = source.requests.length;
  for (const path of ["/about-us", "/our-work/education", "/faq", "/media-policy", "/privacy"]) {
    const { status, text, headers } = await get(path);
    t.equal(status, 200, path);
    const data = [...text.matchAll(/type="application\/json" id="([^"]+)"/g)].map(([, id]) => id);
    t.same(data, ["site-frame"], "no data beside the words, but for the frame of every page");
    t.notMatch(headers["content-security-policy"], "nonce-");
  }
  t.equal(source.requests.length, before);
});

t.test("the home page has the spec's parts in the spec's order", async (t) => {
  const { text } = await get("/");
  t.equal(headings(text, 1).length, 1);
  t.same(headings(mainOf(text), 2), [
    "Creating sustainable change in Tanzania",
    "Empowering local communities",
    "Building a sustainable future",
    "Our Impact",
    "Our Focus Areas",
    "Featured Projects",
    "Latest news",
    "Events",
    "Our Partners",
    "Ready to make a difference?",
  ]);
  for (const { label, note } of englishContent("home").impact.stats)
    t.match(wordsOf(text), `${label} ${escaped(note)}`, "each figure says what it counts");
  t.ok(hrefs(mainOf(text)).includes("/our-impact"), "the figures lead to what they count");
  t.match(text, /data-tone="gold">New</);
  t.notMatch(mainOf(text), />Featured</, "a badge left in the data is not shown");
  const links = hrefs(mainOf(text));
  for (const href of ["water", "education", "healthcare", "economic"])
    t.ok(links.includes(`/projects/${href}`), href);
  const out = [...mainOf(text).matchAll(/<a [^>]*href="https:[^>]*>/g)].map(String);
  t.equal(out.length, englishContent("partners").partners.length);
  for (const link of out) t.match(link, /target="_blank" rel="noopener noreferrer"/);
  t.equal(text.match(/<img [^>]*loading="eager"/g)?.length, 1, "one picture goes first");
  t.match(text, /<img [^>]*coast-dawn[^>]*loading="eager" [^>]*fetchPriority="high"/i);
});

t.test("a figure is read before what it counts", async (t) => {
  for (const [path, ...figures] of [
    ["/", "4 Projects Completed", "25,000+ People Impacted", "10 Regions Served"],
    ["/sw", "4 Miradi iliyokamilika", "10 Mikoa tunayohudumia"],
    ["/about-us", "2024 Registered in the United States", "4 Zones of Tanzania"],
    ["/our-impact", "15+ wells"],
  ] as const)
    for (const figure of figures) t.match(wordsOf((await get(path)).text), figure, path);
});

t.test("About says 2016, Our Work 2006, and structured data neither", async (t) => {
  const about = (await get("/about-us")).text;
  const work = (await get("/our-work")).text;
  t.match(about, "2016");
  t.notMatch(about, "2006");
  t.match(work, "2006");
  t.notMatch(work, "2016");
  t.notMatch(about + work, "foundingDate");
  for (const page of [about, work])
    t.match(page, "Our records disagree about the founding year", "the conflict is told");
  const roles = headings(about, 3);
  for (const { role, name, standIn } of englishContent("leaders").leaders) {
    t.ok(roles.includes(role), "the role stands first");
    t.match(about, `<p>${escaped(name ?? standIn ?? "")}</p>`);
  }
  t.ok(roles.includes("Executive Chairperson and Chairperson to the Board"));
  t.ok(roles.includes("Secretary General and Secretary to the Board"));
  t.match(work, "Making a lasting impact in communities across Tanzania");
  const cards = englishContent("our-work").projects.cards.length;
  t.equal(work.match(/data-tone="(current|past)">/g)?.length, cards);
  t.equal(work.match(/<a [^>]*href="\/projects#[\w-]+"[^>]*>View Details/g)?.length, cards);
});

t.test("an unknown programme is 404 with its own page", async (t) => {
  for (const path of ["/our-work/none", "/our-work/constructor", "/our-work/%2e%2e", "/nowhere"]) {
    const { status, text } = await get(path);
    t.equal(status, 404, path);
    t.same(headings(text, 1), ["Page Not Found"]);
    t.match(text, escaped("We're sorry, the page you requested could not be found."));
    t.match(text, 'content="noindex, follow"');
    t.match(text, ">404<");
    t.same(hrefs(mainOf(text)), [
      "/",
      "/about-us",
      "/our-work",
      "/projects",
      "/news-events",
      "/contact-us",
      "/donate",
    ]);
  }
});

t.test("filters are URLs; an unknown one shows everything; robots see one page", async (t) => {
  for (const [path, name, field, values] of [
    ["/testimonials", "category", "category", ["beneficiary", "partner"]],
    ["/media-resources", "type", "resourceType", ["branding", "press", "reports", "media"]],
  ] as const) {
    const file = path === "/testimonials" ? "testimonials" : "media-resources";
    const items: readonly Record<string, unknown>[] = englishContent(file).items;
    const all = items.length;
    const known = Object.fromEntries(
      values.map((value) => [value, items.filter((item) => item[field] === value).length]),
    );
    const count = (html: string) =>
      mainOf(html).match(/<blockquote|<a [^>]*download=/g)?.length ?? 0;
    for (const [value, shown] of Object.entries({ ...known, all, none: all, "%00": all })) {
      const { status, text } = await get(`${path}?${name}=${value}`);
      t.equal(status, 200);
      t.equal(count(text), shown, `${path} ${value}`);
      t.match(text, new RegExp(`<link rel="canonical" href="[^"?]*${path}"`));
      t.equal(mainOf(text).match(/aria-current="page"/g)?.length, 1);
    }
    t.equal(count((await get(path)).text), all);
  }
});

t.test("downloads name their type and size, and are served as that type", async (t) => {
  const { text } = await get("/media-resources");
  const files = [...text.matchAll(/href="(\/files\/[^"]+)" download=""/g)].map((m) => m[1] ?? "");
  t.equal(files.length, englishContent("media-resources").items.length);
  for (const file of files) {
    const { status, headers } = await get(file);
    t.equal(status, 200, file);
    t.match(headers["content-type"], /application\/(pdf|zip)/);
  }
  t.match(text, "24-48 hours");
  t.ok(hrefs(mainOf(text)).includes("/media-policy"));
});

t.test("the questions are closed details of one name, and structured data", async (t) => {
  const { text } = await get("/faq");
  const questions = englishContent("faq").items.length;
  t.equal(text.match(/<details name="faq"/g)?.length, questions);
  t.notMatch(text, /<details[^>]* open/);
  t.match(text, "About 85% of donations go to programs and 15% to admin and fundraising");
  const faq = graphOf(text).find((node) => node["@type"] === "FAQPage");
  t.equal(faq?.mainEntity?.length, questions);
  t.match(faq?.mainEntity?.[0]?.acceptedAnswer.text, "85%");
  const crumbs = graphOf((await get("/our-work/education")).text).find(
    (node) => node["@type"] === "BreadcrumbList",
  );
  t.same(
    crumbs?.itemListElement?.map((item: { name: string }) => item.name),
    ["Home", "Our Work", "Education"],
  );
});
