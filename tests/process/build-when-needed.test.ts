import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import t, { type Test } from "tap";

const SCRIPT = resolve("server/build/build-when-needed.sh");
const SOURCES = ["client/a.tsx", "shared/a.ts", "content/words/a.json", "server/a.ts"];
const SINGLE_FILES = ["vite.config.ts", "package-lock.json"];
const PAST = new Date("2026-01-01");
const LATER = new Date("2026-01-02");

function touch(path: string, time: Date): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "");
  utimesSync(path, time, time);
}

/** Creates a built tree with a fake `node` that records its call and exits with `code`. */
function scene(t: Test, code = 0) {
  const root = t.testdir({ bin: {} });
  for (const path of [...SOURCES, ...SINGLE_FILES]) touch(join(root, path), PAST);
  for (const path of SOURCES) utimesSync(join(root, dirname(path)), PAST, PAST);
  for (const path of ["dist/site/site.js", "dist/build-stamp"]) touch(join(root, path), LATER);
  const node = `#!/bin/sh\necho "$@" > called\nexit ${code}\n`;
  writeFileSync(join(root, "bin/node"), node, { mode: 0o755 });
  const run = () => {
    const PATH = `${join(root, "bin")}:${process.env.PATH}`;
    const { status, output } = spawnSync("sh", [SCRIPT], { cwd: root, env: { PATH } });
    return { status, output: output.join(""), hasBuilt: existsSync(join(root, "called")) };
  };
  return { root, run };
}

t.test("a build newer than its sources is not repeated", async (t) => {
  t.same(scene(t).run(), { status: 0, output: "", hasBuilt: false });
});

t.test("a source newer than the build starts a build", async (t) => {
  const paths = [...SOURCES, ...SINGLE_FILES];
  const results = paths.map((path) => {
    const { root, run } = scene(t);
    touch(join(root, path), new Date("2026-01-03"));
    return run();
  });
  t.same(
    results,
    paths.map((path) => ({
      status: 0,
      output: `building the site: ${path} is newer than the build\n`,
      hasBuilt: true,
    })),
  );
});

t.test("a text of the content needs no build: the site reads it at its start", async (t) => {
  const { root, run } = scene(t);
  touch(join(root, "content/a.md"), new Date("2026-01-03"));
  t.same(run(), { status: 0, output: "", hasBuilt: false });
});

t.test("a missing build is made", async (t) => {
  const { root, run } = scene(t);
  rmSync(join(root, "dist/build-stamp"));
  t.same(run(), { status: 0, output: "building the site: there is no build\n", hasBuilt: true });
});

t.test("a removed source starts a build: its folder has changed", async (t) => {
  const { root, run } = scene(t);
  utimesSync(join(root, "client"), new Date("2026-01-03"), new Date("2026-01-03"));
  t.ok(run().hasBuilt);
});

t.test("a build without sources, as in the image, is not repeated", async (t) => {
  const { root, run } = scene(t);
  rmSync(join(root, "vite.config.ts"));
  touch(join(root, "server/a.ts"), new Date("2026-01-03"));
  t.same(run(), { status: 0, output: "", hasBuilt: false });
});

t.test("a failed build stops the start", async (t) => {
  const { root, run } = scene(t, 3);
  touch(join(root, "server/a.ts"), new Date("2026-01-03"));
  t.equal(run().status, 3);
});
