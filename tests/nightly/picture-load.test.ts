import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { createPictureIds } from "../../server/pictures/picture-ids.ts";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { jpeg, noise, pngBomb, serveBytes } from "../fakes/pictures.ts";
import { type SiteProcess, startSiteProcess } from "../setup/site/site-process.ts";

const PICTURE_KEY = "the key of a test, 32 characters or more";
const MOST_GROWN_MB = 150;
const LONGEST_TURN_MS = 50;
const LONGEST_TURN = ["--import", "./tests/setup/site/longest-turn.mjs"];

/** Returns the CPU time of the event loop's longest turn since the last call, in milliseconds. */
async function longestTurn(site: SiteProcess): Promise<number> {
  const from = site.lines.length;
  process.kill(site.pid, "SIGWINCH");
  for (;;) {
    const line = site.lines.slice(from).find((text) => text.startsWith('{"longestTurnMs"'));
    if (line !== undefined) return JSON.parse(line).longestTurnMs;
    await pause(10);
  }
}

/** Returns a process's resident memory on Linux, now and at its peak. */
function memoryMb(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const mbOf = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  return { now: mbOf("VmRSS"), peak: mbOf("VmHWM") };
}

t.test(
  "bombs and floods take less than 150 MB",
  {
    timeout: 240_000,
    skip: process.platform !== "linux",
  },
  async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), "picture-load-"));
    const source = await startFakeContentApi({});
    const site = await startSiteProcess(
      { CONTENT_API_URL: source.url, PICTURE_KEY, DATA_DIR: dataDir },
      process.cwd(),
      [process.execPath, "--max-semi-space-size=8", ...LONGEST_TURN, "server/main.ts"],
    );
    t.teardown(async () => {
      await site.end();
      await source.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const ids = createPictureIds({ keys: () => [PICTURE_KEY], baseUrl: source.url });
    const statusOf = async (path: string, variant: string) => {
      const id = ids.idOf({ address: source.url + path, version: null });
      const response = await fetch(`${site.url}/pictures/${id}/${variant}`);
      await response.arrayBuffer();
      return response.status;
    };
    source.media.set("/media/first.jpg", serveBytes(await jpeg(1600, 1200)));
    t.equal(await statusOf("/media/first.jpg", "640.avif"), 200);
    // 2,000 requests first, so that the heap has grown to that of a warm process.
    for (let index = 0; index < 2_000; index += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, offset) =>
          statusOf(`/media/none-${index + offset}`, "320.jpg"),
        ),
      );
    const forged = async (index: number) => {
      const response = await fetch(`${site.url}/pictures/forged${index}/320.webp`);
      await response.arrayBuffer();
      return response.status;
    };
    const before = memoryMb(site.pid).now;
    await longestTurn(site);
    for (let index = 2_000; index < 12_000; index += 20) {
      const batch = Array.from({ length: 20 }, (_, offset) =>
        offset % 10
          ? forged(index + offset)
          : statusOf(`/media/none-${index + offset}`, "320.webp"),
      );
      const statuses = await Promise.all(batch);
      if (statuses.some((status) => status !== 404)) t.fail(`from ${index}: ${statuses}`);
    }
    source.media.set("/media/bomb.png", serveBytes(pngBomb(30_000, 30_000)));
    t.equal(await statusOf("/media/bomb.png", "640.webp"), 404);
    const photograph = await noise(4_000, 3_000);
    for (let index = 0; index < 8; index += 1) {
      const bytes = index % 2 ? pngBomb(7_000, 5_700) : photograph;
      source.media.set(`/media/${index}`, serveBytes(bytes, { etag: `"${index}"` }));
    }
    const names = Array.from({ length: 8 }, (_, index) => `/media/${index}`);
    const statuses = await Promise.all(names.map((name) => statusOf(name, "1600.avif")));
    t.same([...new Set(statuses)], [200]);
    const { peak } = memoryMb(site.pid);
    const turnMs = await longestTurn(site);
    t.comment(`memory +${(peak - before).toFixed(0)} MB, longest turn ${turnMs.toFixed(0)} ms`);
    t.ok(peak - before < MOST_GROWN_MB, `${before} to ${peak} MB`);
    t.ok(turnMs < LONGEST_TURN_MS, `${turnMs} ms of CPU in one turn`);
    t.equal(await statusOf("/media/first.jpg", "320.webp"), 200);
  },
);
