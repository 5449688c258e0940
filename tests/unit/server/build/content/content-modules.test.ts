import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import * as z from "zod";
import { compileContent } from "../../../../../server/build/content/compile-content.ts";
import { virtualModule } from "../../../../../server/build/content/content-plugin.ts";
import { entryNames } from "../../../../../server/build/content/source.ts";
import { after, errorsOf, realContent } from "./content-copy.ts";

const list = z.array(z.looseObject({ slug: z.string(), title: z.string() }));

/** Returns the source of the module `virtual:content/<name>`. */
const moduleOf = (dir: string, name: string) =>
  virtualModule(name, compileContent(dir, "en")) ?? "";

function jsonAfter(source: string, start: string): unknown {
  const line = source.split("\n").find((candidate) => candidate.startsWith(start)) ?? "";
  return JSON.parse(line.slice(start.length).replace(/;$/, ""));
}

const entriesOf = (source: string) => list.parse(jsonAfter(source, "export const entries = "));

t.test("a folder lists its entries without text and loads each by itself", async (t) => {
  const source = moduleOf(realContent, "blog");
  const entries = entriesOf(source);
  t.equal(entries.length, entryNames(realContent, "blog").length);
  t.notOk(source.includes("<p>"), "no text in the list");
  t.notOk(source.includes("placeholder"), "no marks in the list");
  const load = (slug: string) => `"${slug}": () => import("virtual:content/blog/${slug}"),`;
  t.same(
    entries.filter(({ slug }) => !source.includes(load(slug))),
    [],
  );
});

t.test("type and size of a download are read from the file", async (t) => {
  const files = jsonAfter(moduleOf(realContent, "media-files"), "export default ");
  t.ok(Object.keys(z.record(z.string(), z.unknown()).parse(files)).length >= 8);
  t.match(files, {
    "logo-pack": { fileType: "ZIP", fileSize: /^\d+ kB$/, downloadLink: "/files/logo-pack.zip" },
    "boyep-final-report": { fileType: "PDF", fileSize: / (?:kB|MB)$/ },
  });
});

t.test("whether a placeholder is left is known until the last mark is removed", async (t) => {
  const removeMarks = (dir: string) => {
    for (const { file } of compileContent(dir, "en").placeholders) {
      const path = join(dir, file);
      const mark =
        /(?<=\{)\s*"placeholder": (?:true|\[[^\]]*\]),?|,\s*"placeholder": (?:true|\[[^\]]*\])/g;
      const text = readFileSync(path, "utf8").replace(mark, "");
      writeFileSync(path, text.replaceAll('"status": "placeholder"', '"status": "verified"'));
    }
  };
  t.equal(moduleOf(realContent, "placeholders"), "export default true;\n");
  const seen = after(removeMarks, (dir) => [errorsOf(dir), moduleOf(dir, "placeholders")]);
  t.same(seen, [[], "export default false;\n"]);
});
