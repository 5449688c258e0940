import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { build } from "vite";
import * as z from "zod";
import { contentPlugin } from "../../../../../server/build/content/content-plugin.ts";
import { readEntryFolder } from "../../../../../server/build/content/content-source.ts";
import { copyContent, edit, realContent } from "./content-copy.ts";

const outputs = z.array(
  z.object({ output: z.array(z.object({ fileName: z.string(), code: z.string().optional() })) }),
);

const SOURCE = `
  export { entries, load } from "virtual:content/blog";
  export { identity } from "./content/site.json";
  export { default } from "virtual:content/media-files";`;

t.test("what is built of the content, and what is not", async (t) => {
  const root = t.testdir({ "entry.js": SOURCE });
  const content = copyContent(join(root, "content"));
  const post = "blog/who-mends-the-pump.md";
  edit(content, post, /introduction: .*/, "introduction: Words in the list");
  edit(content, post, /\n---\n/, "\n---\n\nWords in the text.\n");
  const bundle = async () => {
    const result = await build({
      configFile: false,
      root,
      logLevel: "silent",
      plugins: [contentPlugin("en")],
      build: { lib: { entry: "entry.js", formats: ["es"] }, write: false, minify: false },
    });
    return outputs.parse(result).flatMap(({ output }) => output);
  };
  const files = await bundle();
  const holding = (words: string) => files.filter(({ code }) => code?.includes(words)).length;
  t.equal(holding("Words in the list"), 2, "in the list and in the post");
  t.equal(holding("Words in the text"), 1, "in the post alone");
  const posts = readEntryFolder(realContent, "blog").length;
  t.equal(files.filter(({ fileName }) => /\.m?js$/.test(fileName)).length, posts + 1, "by itself");
  t.ok(holding("Jua Jipya Foundation") > 0);
  t.equal(holding("placeholder"), 0, "nothing that is for editors");
  t.equal(holding("thematicAreas"), 0, "nothing that is not imported");
  t.strictSame(
    files
      .map(({ fileName }) => fileName)
      .filter((name) => name.startsWith("files/"))
      .sort(),
    readdirSync(join(realContent, "files"))
      .map((name) => `files/${name}`)
      .sort(),
    "every download",
  );

  writeFileSync(join(root, "entry.js"), 'export { identity } from "./content/site.json";');
  edit(content, "blog/girls-on-the-pitch.md", /title: .*\n/, "");
  await t.rejects(bundle(), {
    message: /content\/blog\/girls-on-the-pitch\.md: field "title": is missing/,
  });
});
