import { globSync, readFileSync } from "node:fs";
import t from "tap";
import { englishContent } from "../../setup/english-content.ts";
import { graphOf, mainOf } from "../../setup/site/html.ts";
import { startScene } from "../../setup/site/scene.ts";
import { every } from "../../setup/whole.ts";

const { get } = await startScene(t);
/** Returns the text that a visitor reads, without tags and entities. */
const words = (html: string) =>
  html
    .replaceAll(/<!-- -->/g, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
const hrefs = (html: string) =>
  [...mainOf(html).matchAll(/href="([^"]+)"/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );

/** Reads the facts of all entries in a content folder. */
const factsIn = (folder: string): Record<"id" | "category" | "date" | "publish_date", string>[] =>
  globSync(`tests/fixtures/content/${folder}/*.json`).map((file) =>
    JSON.parse(readFileSync(file, "utf8")),
  );
const posts = factsIn("blog");
const announcements = factsIn("announcements");
const gallery = englishContent("gallery").items;
const { categories } = englishContent("blog-categories");
/** Returns up to three other posts of the same category, newest first. */
function relatedTo(id: string) {
  const category = posts.find((post) => post.id === id)?.category;
  return posts
    .filter((post) => post.category === category && post.id !== id)
    .toSorted((a, b) => (a.publish_date < b.publish_date ? 1 : -1))
    .map((post) => post.id)
    .slice(0, 3);
}
const postsIn = (slug: string) => posts.filter(({ category }) => category === slug);

const FOOTBALL = "/projects/current/empowering-youth-through-football";
const BOYEP = "/projects/past/bodaboda-youth-empowerment-project";
const MTAMBANI = "/projects/past/mtambani-water-sanitation-hygiene-project";

const PAGES: readonly [path: string, status: number, h1: string][] = [
  ["/projects", 200, "Projects"],
  ["/projects/current", 200, "Current Projects"],
  ["/projects/past", 200, "Past Projects"],
  [FOOTBALL, 200, "Empowering Youth Through Football"],
  [BOYEP, 200, "Bodaboda Youth Empowerment Project (BOYEP)"],
  [MTAMBANI, 200, "Mtambani Water, Sanitation and Hygiene Project"],
  ["/projects/past/no-such-project", 404, "Project Not Found"],
  ["/projects/past/constructor", 404, "Project Not Found"],
  ["/blog", 200, "Latest Stories"],
  ["/blog/category/wash", 200, "Latest Stories: WASH"],
  ["/blog/category/none", 404, "No Stories Found"],
  ["/blog/tag/clean-water", 200, "Latest Stories: Clean water"],
  ["/blog/tag/none", 404, "No Stories Found"],
  ["/blog/no-such-post", 404, "Blog Post Not Found"],
  ["/blog/__proto__", 404, "Blog Post Not Found"],
  ["/news-events/announcements", 200, "Announcements"],
  ["/news-events/announcements?page=999", 404, "Page Not Found"],
  ["/news-events/announcements?page=two", 404, "Page Not Found"],
  ["/news-events/announcements/free-helmet-check", 200, "Free helmet check for riders"],
  ["/news-events/announcements/none", 404, "Announcement not found"],
  ["/news-events/gallery?photo=wash-village-well", 200, "Photo Gallery"],
];

t.test("each route responds with its status and its h1", async (t) => {
  for (const [path, status, h1] of PAGES) {
    const response = await get(path);
    t.equal(response.status, status, path);
    t.match(words(/<h1[\s\S]*?<\/h1>/.exec(response.text)?.[0] ?? ""), ` ${h1} `);
    t.notMatch(response.headers["content-security-policy"], /unsafe-inline|nonce-/);
    t.equal(/content="noindex, follow"/.test(response.text), status === 404, `${path} robots`);
  }
});

t.test("both project filters combine, default to all, and count what they lead to", async (t) => {
  const cards = async (query: string) => {
    const { text } = await get(`/projects${query}`);
    return [FOOTBALL, BOYEP, MTAMBANI].filter((link) => hrefs(text).includes(link));
  };
  t.same(await cards(""), [FOOTBALL, BOYEP, MTAMBANI]);
  t.same(await cards("?status=current"), [FOOTBALL]);
  t.same(await cards("?status=past"), [BOYEP, MTAMBANI]);
  t.same(await cards("?category=wash-health"), [MTAMBANI]);
  t.same(await cards("?status=past&category=economic-empowerment"), [BOYEP]);
  t.same(await cards("?status=soon&category=constructor"), [FOOTBALL, BOYEP, MTAMBANI]);

  const { text } = await get("/projects?status=past&category=wash-health");
  for (const [href, label] of [
    ["/projects?category=wash-health", "All Projects 1"],
    ["/projects?status=current&category=wash-health", "Current Projects 0"],
    ["/projects?status=past&category=wash-health", "Past Projects 1"],
    ["/projects?status=past", "All Categories 2"],
    ["/projects?status=past&category=economic-empowerment", "Economic Empowerment 1"],
    ["/projects?status=past&category=youth-development", "Youth Development 0"],
  ] as const) {
    t.ok(hrefs(text).includes(`${href}#filters`), href);
    t.match(words(mainOf(text)), label);
  }
  const current = [...text.matchAll(/aria-current="page"[^>]*>([^<]+)/g)].map(([, label]) => label);
  t.match(current.join(), "Past Projects,WASH &amp; Health");
});

t.test("counts of projects say what they count", async (t) => {
  const detailed = words(mainOf((await get("/projects")).text));
  const cards = hrefs((await get("/projects")).text);
  const total = new Set(cards.filter((href) => /^\/projects\/(?:current|past)\/./.test(href))).size;
  t.match(detailed, `${total} featured projects`);
  for (const status of ["current", "past"]) {
    const list = (await get(`/projects/${status}`)).text;
    const count = mainOf(list).match(/<article/g)?.length;
    t.match(detailed, `All ${count} ${status} projects`, "the list is announced by its own count");
    t.match(mainOf(list), /href="\/projects"[^>]*>Featured projects</);
  }
});

t.test("a card that names one project leads to its card in the list", async (t) => {
  const { text } = await get("/projects");
  const ids = [...mainOf(text).matchAll(/<article id="([^"]+)"/g)].map(([, id]) => id);
  for (const path of ["/", "/our-work"]) {
    const named = hrefs(mainOf((await get(path)).text)).filter((href) => /^\/projects#/.test(href));
    t.equal(named.length, 3, path);
    for (const href of named) t.ok(ids.includes(href.split("#")[1]), href);
  }
});

t.test("no match says so in the spec's words, with a link to all projects", async (t) => {
  const { text } = await get("/projects?status=current&category=wash-health");
  t.match(text, /<h2[^>]*>No Projects Found<\/h2>/);
  t.match(
    words(text),
    "We couldn't find any projects matching your selected filters. Please try a different combination or view all projects",
  );
  t.match(mainOf(text), /href="\/projects"[^>]*>view all projects</);
});

t.test("the lists of current and past projects have the spec's titles and links", async (t) => {
  /** Checks that the list holds the wanted rows. Editors may add other rows. */
  const hasRows = async (path: string, wanted: readonly (readonly [string, string | null])[]) => {
    const { text } = await get(path);
    const rows = mainOf(text)
      .split("<article")
      .map((row) => [
        words(/<h2>([^<]+)/.exec(row)?.[1] ?? ""),
        /<a [^>]*href="([^"]+)"/.exec(row.split("</article>", 1)[0] ?? "")?.[1] ?? null,
      ]);
    const titles = wanted.map(([title]) => title);
    t.same(
      rows.filter(([title]) => titles.includes(title ?? "")),
      wanted,
    );
  };
  await hasRows("/projects/current", [
    ["Empowering Youth Through Football", null],
    ["Menstrual Justice Initiative", "/projects/current/menstrual-justice"],
  ]);
  await hasRows("/projects/past", [
    ["BOYEP 2021", "/projects/past/boyep"],
    ["Mtambani WASH 2020", "/projects/past/mtambani-wash"],
    ["Women's Microenterprise Network 2019", "/projects/past/women-microenterprise"],
  ]);
  t.match((await get("/projects/past")).text, /aria-current="page" href="\/projects\/past"/);
});

t.test("a project has every part the spec names, and its facts", async (t) => {
  const { text } = await get(FOOTBALL);
  const read = words(mainOf(text));
  for (const part of [
    "Current Project",
    "Overview",
    "Our Role & Commitment",
    "Funded by",
    "10,800 euros of a total of 14,260 euros",
    "Duration January to December 2025",
    "Location",
    "Target Group Girls and boys aged 8-17",
    "Focus Areas",
  ]) {
    t.match(read, part);
  }
  for (const [href, label] of [
    ["/donate", "Donate"],
    ["/contact-us", "Contact Us"],
    ["/projects", "View All Projects"],
    ["/projects", "Back to Projects"],
  ]) {
    t.match(mainOf(text), new RegExp(`href="${href}"[^>]*>${label}<`));
  }
  const past = words(mainOf((await get(BOYEP)).text));
  t.match(past, /Past Project [\s\S]*over 1,000 [\s\S]*at least 5 associations/);
});

t.test("the status in a project's URL is ignored; the canonical URL is right", async (t) => {
  for (const status of ["past", "current", "anything", "PAST"]) {
    const { status: code, text } = await get(
      `/projects/${status}/empowering-youth-through-football`,
    );
    t.equal(code, 200, status);
    t.match(text, new RegExp(`<link rel="canonical" href="[^"?]*${FOOTBALL}"`));
    t.match(words(mainOf(text)), "Current Project");
  }
});

t.test("a project without details says honestly that more is to come", async (t) => {
  const { text } = await get("/projects/past/women-microenterprise");
  t.match(words(text), "Coming soon: the funder, the figures and our part in this project.");
  t.notMatch(words(mainOf(text)), /Funded by|Our Role/);
});

t.test("an unknown project is shown in the spec's words", async (t) => {
  const { text } = await get("/projects/current/none");
  t.match(
    words(text),
    "We couldn't find the project you're looking for. It may have been moved or doesn't exist.",
  );
  t.match(mainOf(text), /href="\/projects"[^>]*>Return to Projects</);
});

t.test("the blog shows every story, its categories with counts, and its stats", async (t) => {
  const { text } = await get("/blog");
  t.equal(hrefs(text).filter((href) => /^\/blog\/[^/]+$/.test(href)).length, posts.length);
  const read = words(mainOf(text));
  for (const part of [
    `All Categories ${posts.length}`,
    ...categories.map(({ name, slug }) => `${name} ${postsIn(slug).length}`),
    `Total posts ${posts.length}`,
    `Categories ${categories.length}`,
    /Last updated \d{1,2} [A-Z][a-z]+ \d{4}/,
  ]) {
    t.match(read, part);
  }
  const wash = await get("/blog/category/wash");
  const washLinks = hrefs(wash.text).filter((href) => /^\/blog\/[^/]+$/.test(href));
  t.equal(washLinks.length, postsIn("wash").length);
  t.match(wash.text, /aria-current="page" href="\/blog\/category\/wash"/);
});

t.test("a post has every part the spec names", async (t) => {
  const { text } = await get("/blog/who-mends-the-pump");
  t.match(words(mainOf(text)), /3 min read [\s\S]*Written by The water programme/);
  for (const href of [
    "/blog/category/wash",
    "/blog/tag/clean-water",
    "/donate",
    "/contact",
    "/blog",
  ])
    t.ok(hrefs(text).includes(href), href);
  t.match(mainOf(text), />Donate Now</);
  t.match(mainOf(text), />Back to Blog</);
  const related = /Related stories[\s\S]*/.exec(mainOf(text))?.[0] ?? "";
  t.same(
    [...related.matchAll(/href="\/blog\/([^"/]+)"/g)].map(([, slug]) => slug),
    relatedTo("who-mends-the-pump"),
    "others of the same category, not the post itself",
  );
  t.notMatch(mainOf(text), /\d views?\b/, "the server knows no number of views");
  const post = graphOf(text).find((node) => node["@type"] === "BlogPosting");
  t.match(post, {
    headline: "Who mends the pump?",
    datePublished: "2026-03-30",
    keywords: Array,
    author: { "@type": "Organization", name: "The water programme" },
    url: "/blog/who-mends-the-pump",
  });
  t.ok(graphOf(text).some((node) => node["@type"] === "BreadcrumbList"));
  t.match(text, /<meta property="article:tag" content="Clean water"/);
});

t.test("every tag of every post leads to a page that holds the post", async (t) => {
  const { text } = await get("/blog");
  const posts = [...new Set(hrefs(text).filter((href) => /^\/blog\/[^/]+$/.test(href)))];
  for (const post of every(4, posts)) {
    const { text: page } = await get(post);
    const tags = hrefs(page).filter((href) => href.startsWith("/blog/tag/"));
    t.ok(tags.length > 0, post);
    for (const tag of tags) {
      t.match(tag, /^\/blog\/tag\/[a-z0-9]+(-[a-z0-9]+)*$/, "lowercased, hyphenated");
      const response = await get(tag);
      t.equal(response.status, 200, tag);
      t.ok(hrefs(response.text).includes(post), `${tag} holds ${post}`);
    }
  }
});

t.test("unknown stories, categories and tags lead back to the blog", async (t) => {
  for (const path of ["/blog/none", "/blog/category/none", "/blog/tag/none", "/blog/tag/%20"]) {
    const { status, text } = await get(path);
    t.equal(status, 404, path);
    t.match(mainOf(text), /href="\/blog"[^>]*>Return to Blog</);
  }
});

t.test("announcements stand three to a page, newest first, with the spec's labels", async (t) => {
  const slugs = (html: string) =>
    [...mainOf(html).matchAll(/announcements\/([a-z0-9-]+)"/g)].map(([, slug = ""]) => slug);
  const first = await get("/news-events/announcements");
  const second = await get("/news-events/announcements?page=2");
  const newest = announcements.toSorted((a, b) => (a.date < b.date ? 1 : -1));
  const pageOf = (from: number) => newest.slice(from, from + 3).map(({ id }) => id);
  t.same(slugs(first.text), pageOf(0));
  t.same(slugs(second.text), pageOf(3));
  const pages = Array.from({ length: Math.ceil(newest.length / 3) }, (_, index) => index + 1);
  for (const { text } of [first, second])
    t.match(words(mainOf(text)), `Previous ${pages.join(" ")} Next`);
  t.match(words(mainOf(first.text)), /\d{1,2} [A-Z][a-z]+ 20\d\d/);
  t.match(
    first.text,
    /href="\/news-events\/announcements\?page=2"[^>]*rel="next"|rel="next"[^>]*page=2"/,
  );
  t.match(second.text, /<link rel="canonical" href="[^"?]*\/news-events\/announcements\?page=2"/);
  for (const slug of [...slugs(first.text), ...slugs(second.text)]) {
    const { status, text } = await get(`/news-events/announcements/${slug}`);
    t.equal(status, 200, slug);
    t.match(mainOf(text), /<time dateTime="\d{4}-\d\d-\d\d">/);
  }
});

t.test("the gallery filters by category, and shows the photo of the URL", async (t) => {
  const wash = gallery.filter(({ category }) => category === "WASH");
  const tiles = (html: string) => mainOf(html).match(/id="photo-[^"]+"/g)?.length;
  const all = await get("/news-events/gallery");
  t.equal(tiles(all.text), gallery.length);
  t.match(
    words(mainOf(all.text)),
    "All Youth Gender WASH Community Education Environment Health Development",
  );
  t.notMatch(all.text, /<dialog[^>]* open/);
  t.equal(tiles((await get("/news-events/gallery?category=wash")).text), wash.length);
  t.equal(tiles((await get("/news-events/gallery?category=none")).text), gallery.length);

  const { text } = await get("/news-events/gallery?category=wash&photo=wash-village-well");
  const dialog = /<dialog[\s\S]*<\/dialog>/.exec(text)?.[0] ?? "";
  t.match(dialog, /^<dialog[^>]* open/);
  t.match(
    words(dialog),
    new RegExp(
      `WASH A fenced well with a drained apron stays clean for years\\. .* of ${wash.length}`,
    ),
  );
  t.match(dialog, 'href="/news-events/gallery?category=wash&amp;photo=wash-school-taps"');
  t.match(dialog, /<form [^>]*action="\/news-events\/gallery" method="get"/);
  const unknown = await get("/news-events/gallery?photo=none");
  t.equal(unknown.status, 200);
  t.notMatch(unknown.text, /<dialog[^>]* open/);
});
