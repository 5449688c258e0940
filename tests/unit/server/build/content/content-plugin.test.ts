import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import t, { type Test } from "tap";
import { build } from "vite";
import * as z from "zod";
import { contentPlugin } from "../../../../../server/build/content/content-plugin.ts";
import { readEntryFolder } from "../../../../../server/build/content/content-source.ts";
import { copyContent, edit, realContent } from "./content-copy.ts";

const outputs = z.array(
  z.object({ output: z.array(z.object({ fileName: z.string(), code: z.string().optional() })) }),
);

/** Builds one module over a copy of the content. */
async function bundle(t: Test, source: string, spoil: (contentDir: string) => void = () => {}) {
  const root = t.testdir({});
  copyContent(join(root, "content"));
  spoil(join(root, "content"));
  writeFileSync(join(root, "entry.js"), source);
  const result = await build({
    configFile: false,
    root,
    logLevel: "silent",
    plugins: [contentPlugin("en")],
    build: {
      lib: { entry: "entry.js", formats: ["es"] },
      write: false,
      minify: false,
    },
  });
  return outputs.parse(result).flatMap(({ output }) => output);
}

t.test("every post is a chunk of its own, and the list has none of their text", async (t) => {
  const mark = (dir: string) => {
    edit(dir, "blog/who-mends-the-pump.md", /introduction: .*/, "introduction: Words in the list");
    edit(dir, "blog/who-mends-the-pump.md", /\n---\n/, "\n---\n\nWords in the text.\n");
  };
  const files = await bundle(t, 'export { entries, load } from "virtual:content/blog";', mark);
  const holding = (words: string) => files.filter(({ code }) => code?.includes(words)).length;
  t.equal(holding("Words in the list"), 2, "in the list and in the post");
  t.equal(holding("Words in the text"), 1, "in the post alone");
  const posts = readEntryFolder(realContent, "blog").length;
  t.equal(files.filter(({ fileName }) => /\.m?js$/.test(fileName)).length, posts + 1);
});

t.test(
  "data files are built without the fields for editors and without unused parts",
  async (t) => {
    const files = await bundle(t, 'export { identity } from "./content/site.json";');
    const code = files.map((file) => file.code ?? "").join("");
    t.match(code, "Jua Jipya Foundation");
    t.notMatch(code, "placeholder");
    t.notMatch(code, "thematicAreas");
  },
);

t.test("the downloads are part of the build under their own names", async (t) => {
  const files = await bundle(t, 'export { default } from "virtual:content/media-files";');
  const names = files.map(({ fileName }) => fileName).filter((name) => name.startsWith("files/"));
  const inContent = readdirSync(join(import.meta.dirname, "../../../../../content/files"));
  t.strictSame(names.sort(), inContent.map((name) => `files/${name}`).sort());
});

t.test("a validation error anywhere in the content stops the build", async (t) => {
  const spoil = (dir: string) => edit(dir, "blog/girls-on-the-pitch.md", /title: .*\n/, "");
  await t.rejects(bundle(t, 'export { identity } from "./content/site.json";', spoil), {
    message: /content\/blog\/girls-on-the-pitch\.md: field "title": is missing/,
  });
});
