import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { mock } from "node:test";
import t from "tap";
import { createBuiltSide } from "../../../server/ssr/built-renderer.ts";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startSite } from "../../setup/site/site.ts";
import { until } from "../../setup/until.ts";

/** A build with one more script, of the release's name. */
function buildOf(folder: string, release: string): string {
  const dist = join(folder, release);
  const assets = join(dist, "client/assets");
  mkdirSync(assets, { recursive: true });
  symlinkSync(resolve("dist/server"), join(dist, "server"));
  for (const name of readdirSync("dist/client"))
    if (name !== "assets" && name !== ".vite")
      symlinkSync(resolve("dist/client", name), join(dist, "client", name));
  cpSync("dist/client/.vite", join(dist, "client/.vite"), { recursive: true });
  writeFileSync(join(dist, "client/.vite/release.json"), JSON.stringify(release));
  for (const name of readdirSync("dist/client/assets"))
    symlinkSync(resolve("dist/client/assets", name), join(assets, name));
  writeFileSync(join(assets, `${release}.js`), `"${release}"`);
  return dist;
}

t.test("two earlier releases are served, for a day after each was replaced", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "releases-"));
  const source = await startFakeContentApi({});
  mock.timers.enable({ apis: ["Date"], now: SAMPLE_CLOCK });
  t.teardown(async () => {
    mock.timers.reset();
    await source.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const builds = new Map(["a", "b", "c", "d"].map((name) => [name, buildOf(folder, name)]));
  /** The release is that which started last; what is being copied has the time of the machine. */
  const isKept = (release: string) => {
    const kept = globSync("data/releases/*/", { cwd: folder }).map((name) => join(folder, name));
    const times = kept.map((name) => statSync(name).mtimeMs);
    const last = kept[times.indexOf(Math.max(...times))] ?? "";
    return existsSync(join(last, "assets", `${release}.js`)) && Math.max(...times) <= Date.now();
  };
  /** The scripts of releases that are served after a start of one, so many hours later. */
  const start = async (release: string, hours: number) => {
    mock.timers.tick(hours * 3_600_000);
    const side = await createBuiltSide(builds.get(release) ?? "", join(folder, "data"));
    const site = await startSite({ contentApiUrl: source.url, side });
    const served = [];
    for (const name of builds.keys())
      if ((await fetch(`${site.url}/assets/${name}.js`)).ok) served.push(name);
    await until(() => isKept(release));
    await site.close();
    return served.join("");
  };
  t.equal(await start("a", 0), "a");
  t.equal(await start("b", 100), "ab", "however long it ran");
  t.equal(await start("b", 1), "ab", "a restart changes nothing");
  t.equal(await start("c", 9), "abc");
  t.equal(await start("d", 10), "bcd", "not a third");
  t.equal(await start("d", 15), "cd", "b was replaced 25 hours ago");
  t.equal(await start("c", 1), "cd", "after a way back the release that went is kept");
  t.equal(await start("c", 25), "c");
});
