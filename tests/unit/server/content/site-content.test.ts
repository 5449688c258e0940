import { join } from "node:path";
import t, { type Test } from "tap";
import { ContentFiles } from "../../../../server/content/content-files.ts";
import { createImages } from "../../../../server/content/images.ts";
import { readContent } from "../../../../server/content/site-content.ts";
import { entryNames } from "../../../../server/content/source.ts";
import { testFolder } from "../../../setup/test-folder.ts";
import {
  copyContent,
  edit,
  errorsOf,
  removePlaceholders,
  routes,
  testContent,
} from "./content-copy.ts";

/** Reads the content of a folder as the site does at its start. */
const readFrom = (t: Test, dir: string) =>
  readContent(new ContentFiles(dir), {
    images: createImages(dir, join(t.testdirName, "cache")),
    routes,
  });

t.test("a folder lists its entries without text, and an entry has its text", async (t) => {
  const english = (await readFrom(t, testContent)).in("en");
  const { blog } = english.documents;
  t.equal(blog.length, entryNames(new ContentFiles(testContent), "blog").length);
  t.notMatch(JSON.stringify(blog), "<p>", "no text in the list");
  t.same(
    blog.filter(({ slug }) => !english.entry("blog", slug)?.html.includes("<p>")),
    [],
  );
  t.equal(english.entry("blog", "no-such-post"), undefined);
});

t.test("no document has the notes of editors", async (t) => {
  const content = await readFrom(t, testContent);
  const all = JSON.stringify([content.in("en").documents, content.in("sw").documents]);
  t.notMatch(all, /"(?:placeholder|editorNote)":/);
});

t.test("entries are listed by their order, then the newest first", async (t) => {
  const { blog, announcements, projects } = (await readFrom(t, testContent)).in("en").documents;
  const dates = [blog.map((post) => post.publish_date), announcements.map((one) => one.date)];
  for (const list of dates) t.same(list, list.toSorted().reverse());
  const orders = projects.map(({ order }) => order ?? 0);
  t.same(
    orders,
    orders.toSorted((a, b) => a - b),
  );
});

t.test("a page gets the documents that it selects, or nothing for an unknown entry", async (t) => {
  const english = (await readFrom(t, testContent)).in("en");
  const selection = { hero: "about.hero", post: "blog/:slug" } as const;
  const select = (slug: string) => english.select({ selection, params: { slug } });
  t.strictSame(select("who-mends-the-pump"), {
    hero: english.documents.about.hero,
    post: english.entry("blog", "who-mends-the-pump"),
  });
  t.equal(select("no-such-post"), null);
  t.equal(select("../about"), null);
});

t.test("type and size of a download are read from the file", async (t) => {
  const { documents } = (await readFrom(t, testContent)).in("en");
  const files = documents["media-files"];
  t.ok(Object.keys(files).length >= 8);
  t.match(files, {
    "logo-pack": { fileType: "ZIP", fileSize: /^\d+ kB$/, downloadLink: "/files/logo-pack.zip" },
    "boyep-final-report": { fileType: "PDF", fileSize: / (?:kB|MB)$/ },
  });
});

t.test("whether a placeholder is left is known until the last mark is removed", async (t) => {
  const dir = copyContent(testFolder(t));
  t.equal((await readFrom(t, dir)).hasPlaceholders, true);
  removePlaceholders(dir);
  t.same(errorsOf(dir), []);
  t.equal((await readFrom(t, dir)).hasPlaceholders, false);
});

t.test("content with mistakes is refused with all of them, each once", async (t) => {
  const dir = copyContent(testFolder(t));
  edit(dir, "home.sw.json", "{", '{ "heroSlide": 1,');
  edit(dir, "faq.json", '"more":', '"mor": 1, "more":');
  await t.rejects(readFrom(t, dir), {
    name: "ContentError",
    message: [
      'content/faq.json:6: field "items[0].mor": is not a known field',
      'content/home.sw.json:1: field "heroSlide": is not a known field',
    ].join("\n"),
  });
});
