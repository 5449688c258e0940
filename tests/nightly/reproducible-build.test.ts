import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { copyTree } from "./scratch-tree.ts";

/**
 * Files that differ between builds: the stamp is a time, and `compiled` is V8's cache, which depends on the machine and grows with each
 * start.
 */
const OF_ONE_BUILD = /^(?:build-stamp$|compiled\/)/;

/** Reads every file below a folder that is served or run. */
function builtFiles(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !OF_ONE_BUILD.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "base64")]));
}

t.test("two builds of one tree in two folders are the same, byte for byte", async (t) => {
  // The copies are not repositories, like the sources in an image.
  process.env.SOURCE_COMMIT = "c0ffee".repeat(6);
  const builds = [copyTree(), copyTree()].map((tree) => {
    t.teardown(tree.remove);
    const { isWell, output } = tree.run("server/build/build.ts");
    t.ok(isWell, "the tree is built", { output });
    t.match(output, /^.+ page templates in .+\nbuilt in \d+ s\n$/, "nothing else is said");
    t.match(readFileSync(join(tree.root, "dist/site/site.js"), "utf8"), process.env.SOURCE_COMMIT);
    return builtFiles(join(tree.root, "dist"));
  });
  const [first = new Map(), second = new Map()] = builds;
  t.ok(first.size > 500, "there is a build");
  const paths = [...new Set([...first.keys(), ...second.keys()])];
  t.same(
    paths.filter((path) => first.get(path) !== second.get(path)),
    [],
  );
});
