import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import t, { type Test } from "tap";
import { earlierReleases, keepRelease } from "../../../../server/ssr/releases.ts";
import { DAY_MS } from "../../../../shared/time.ts";

const HOUR_MS = DAY_MS / 24;

/** `start` is the start of a release at an hour: returns the scripts of earlier ones that it serves. */
function scene(t: Test) {
  const folder = mkdtempSync(join(tmpdir(), "releases-"));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, "data");
  const write = (file: string, text: string) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const start = async (release: string, hour: number) => {
    const assetsDir = join(folder, release);
    write(join(assetsDir, ".vite/manifest.json"), release);
    write(join(assetsDir, ".vite/page-styles.json"), "{}");
    for (const file of [`${release}.js`, `${release}.js.br`, "styles-x/home/home.page.css"])
      write(join(assetsDir, "assets", file), release);
    for (const file of ["logo.svg", "images-x/home-640.avif"])
      write(join(assetsDir, "assets", file), release);
    const place = { assetsDir, dataDir, nowMs: hour * HOUR_MS };
    const earlier = earlierReleases(place);
    await keepRelease(place);
    return earlier.map((one) => readdirSync(join(one, "assets")).find((file) => /js$/.test(file)));
  };
  return { dataDir, start };
}

t.test("scripts and styles are kept with their encodings, pictures are not", async (t) => {
  const { dataDir, start } = scene(t);
  await start("a", 0);
  const [name = ""] = readdirSync(join(dataDir, "releases"));
  const files = readdirSync(join(dataDir, "releases", name), { recursive: true });
  t.same(
    files
      .map(String)
      .filter((file) => file.includes("."))
      .sort(),
    ["assets/a.js", "assets/a.js.br", "assets/styles-x/home/home.page.css"],
  );
});

t.test("two earlier releases are served, for a day after each was replaced", async (t) => {
  const { dataDir, start } = scene(t);
  t.same(await start("a", 0), []);
  // However long it ran: it is replaced now.
  t.same(await start("b", 100), ["a.js"]);
  t.same(await start("b", 101), ["a.js"], "a restart changes nothing");
  t.same(await start("c", 110), ["b.js", "a.js"]);
  t.same(await start("d", 120), ["c.js", "b.js"], "not a third");
  t.same(await start("d", 135), ["c.js"], "b was replaced at 110");
  t.same(await start("d", 145), []);
  t.equal(readdirSync(join(dataDir, "releases")).length, 1);
});

t.test("after a way back the release that went is kept", async (t) => {
  const { dataDir, start } = scene(t);
  await start("a", 0);
  await start("b", 50);
  t.same(await start("a", 60), ["b.js"]);
  t.same(await start("a", 83), ["b.js"]);
  t.same(await start("a", 85), []);
  t.ok(existsSync(dataDir));
});

t.test(
  "a copy whose process was killed is deleted after a day, not while it may be made",
  async (t) => {
    const { dataDir, start } = scene(t);
    await start("a", 0);
    const unfinished = join(dataDir, "releases", `${"0".repeat(16)}.4711`);
    mkdirSync(join(unfinished, "assets"), { recursive: true });
    const seconds = (3 * HOUR_MS) / 1000;
    utimesSync(unfinished, seconds, seconds);
    await start("a", 4);
    t.ok(existsSync(unfinished));
    await start("a", 28);
    t.notOk(existsSync(unfinished));
  },
);
