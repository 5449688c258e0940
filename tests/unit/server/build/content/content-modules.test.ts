import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import * as z from "zod";
import { compileContent } from "../../../../../server/build/content/compile-content.ts";
import {
  entryModuleSource,
  folderModuleSource,
  mediaFilesModuleSource,
  placeholdersModuleSource,
  virtualModule,
} from "../../../../../server/build/content/content-modules.ts";
import { readEntryFolder } from "../../../../../server/build/content/content-source.ts";
import { after, edit, errorsOf, realContent } from "./content-copy.ts";

const list = z.array(z.looseObject({ slug: z.string(), title: z.string() }));

function jsonAfter(source: string, start: string): unknown {
  const line = source.split("\n").find((candidate) => candidate.startsWith(start)) ?? "";
  return JSON.parse(line.slice(start.length).replace(/;$/, ""));
}

const entriesOf = (source: string) => list.parse(jsonAfter(source, "export const entries = "));

t.test("only the folders of entries and the media files are modules", async (t) => {
  t.equal(virtualModule("virtual:content/blog"), "blog");
  t.equal(virtualModule("virtual:content/media-files"), "media-files");
  t.equal(virtualModule("virtual:content/placeholders"), "placeholders");
  t.equal(virtualModule("virtual:content/images"), null);
  t.equal(virtualModule("virtual:content/toString"), null);
  t.equal(virtualModule("virtual:other/blog"), null);
});

t.test("a folder lists its entries without text and loads each by itself", async (t) => {
  const source = folderModuleSource(realContent, "blog");
  const entries = entriesOf(source);
  t.equal(entries.length, readEntryFolder(realContent, "blog").length);
  t.notOk(source.includes("<p>"), "no text in the list");
  t.notOk(source.includes("placeholder"), "no marks in the list");
  const load = (slug: string) =>
    `"${slug}": () => import("${join(realContent, "blog", slug)}.md"),`;
  t.same(
    entries.filter(({ slug }) => !source.includes(load(slug))),
    [],
  );
});

t.test("posts and announcements are sorted newest first", async (t) => {
  for (const [folder, field] of [
    ["blog", "publish_date"],
    ["announcements", "date"],
  ] as const) {
    const dates = entriesOf(folderModuleSource(realContent, folder)).map((entry) =>
      String(entry[field]),
    );
    t.strictSame(dates, [...dates].sort().reverse(), folder);
  }
});

/** Spec section 2, current and past projects. */
const SPEC_ORDER = [
  "Empowering Youth Through Football",
  "Menstrual Justice Initiative",
  "Community Climate Resilience",
  "BOYEP 2021",
  "Mtambani WASH 2020",
  "Women's Microenterprise Network 2019",
  "School Infrastructure Improvement 2018",
];

t.test("projects are sorted in the order of the lists", async (t) => {
  const projects = entriesOf(folderModuleSource(realContent, "projects"));
  const orders = projects.map((entry) => Number(entry.order));
  t.strictSame(
    orders,
    orders.toSorted((a, b) => a - b),
  );
  const titles = projects.map((entry) => String(entry.listTitle));
  const ofSpec = (title: string) => SPEC_ORDER.includes(title);
  t.strictSame(titles.filter(ofSpec), SPEC_ORDER);
});

t.test("an entry has its fields, its slug, its HTML and its reading time", async (t) => {
  const source = entryModuleSource(realContent, "blog", "who-mends-the-pump");
  t.match(jsonAfter(source, "export default "), {
    slug: "who-mends-the-pump",
    category: { id: "2", name: "WASH", slug: "wash" },
    html: /^<p>/,
    readingTimeMinutes: 3,
  });
  t.notOk(source.includes('"placeholder"'));
});

t.test("an invalid entry throws an error with its file and field", async (t) => {
  const expected = { message: 'content/blog/who-mends-the-pump.md: field "title": is missing' };
  after(
    (dir) => edit(dir, "blog/who-mends-the-pump.md", /title: .*\n/, ""),
    (dir) => {
      t.throws(() => entryModuleSource(dir, "blog", "who-mends-the-pump"), expected);
      t.throws(() => folderModuleSource(dir, "blog"), expected);
    },
  );
});

t.test("type and size of a download are read from the file", async (t) => {
  const files = jsonAfter(mediaFilesModuleSource(realContent), "export default ");
  t.ok(Object.keys(z.record(z.string(), z.unknown()).parse(files)).length >= 8);
  t.match(files, {
    "logo-pack": { fileType: "ZIP", fileSize: /^\d+ kB$/, downloadLink: "/files/logo-pack.zip" },
    "boyep-final-report": { fileType: "PDF", sizeBytes: Number },
  });
});

t.test("whether a placeholder is left is known until the last mark is removed", async (t) => {
  const removeMarks = (dir: string) => {
    for (const { file } of compileContent(dir).placeholders) {
      const path = join(dir, file);
      const isData = file.endsWith(".json");
      const mark = isData ? /,?\s*"placeholder": (?:true|\[[^\]]*\])/g : /^placeholder: .*\n/gm;
      const text = readFileSync(path, "utf8").replace(mark, "");
      writeFileSync(path, text.replaceAll('"status": "placeholder"', '"status": "verified"'));
    }
  };
  t.equal(placeholdersModuleSource(realContent), "export default true;\n");
  const seen = after(removeMarks, (dir) => [errorsOf(dir), placeholdersModuleSource(dir)]);
  t.same(seen, [[], "export default false;\n"]);
});
