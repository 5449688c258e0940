import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { createPictureIds } from "../../../server/pictures/picture-id.ts";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { jpeg, pngBomb, serveBytes } from "../../fakes/pictures.ts";
import { metricValue, readMetrics } from "../../setup/site/read-metrics.ts";
import { startSiteProcess } from "../../setup/site/site-process.ts";

const PICTURE_KEY = "the key of a test, 32 characters or more";
const MOST_GROWN_MB = 150;

/** Resident memory of a process on Linux, and its highest so far. */
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
    const site = await startSiteProcess({
      CONTENT_API_URL: source.url,
      PICTURE_KEY,
      DATA_DIR: dataDir,
    });
    t.teardown(async () => {
      await site.end();
      await source.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const key = createHash("sha256").update(PICTURE_KEY).digest();
    const ids = createPictureIds({ keys: () => [key], baseUrl: source.url });
    const statusOf = async (path: string, variant: string) => {
      const id = ids.idOf({ address: source.url + path, version: null });
      const response = await fetch(`${site.url}/pictures/${id}/${variant}`);
      await response.arrayBuffer();
      return response.status;
    };
    source.media.set("/media/first.jpg", serveBytes(await jpeg(1600, 1200)));
    t.equal(await statusOf("/media/first.jpg", "640.avif"), 200);
    // What 2,000 requests take is taken before: the heap of a warm process.
    for (let index = 0; index < 2_000; index += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, offset) =>
          statusOf(`/media/none-${index + offset}`, "320.jpg"),
        ),
      );
    const before = memoryMb(site.pid).now;
    await readMetrics(`${site.url}/metrics`);
    source.media.set("/media/bomb.png", serveBytes(pngBomb(30_000, 30_000)));
    t.equal(await statusOf("/media/bomb.png", "640.webp"), 404);
    for (let index = 0; index < 8; index += 1) {
      const bytes =
        index % 2
          ? pngBomb(7_000, 5_700)
          : Buffer.concat([await jpeg(4_000, 3_000), Buffer.alloc(4_000_000)]);
      source.media.set(`/media/${index}`, serveBytes(bytes, { etag: `"${index}"` }));
    }
    const names = Array.from({ length: 8 }, (_, index) => `/media/${index}`);
    const statuses = await Promise.all(names.map((name) => statusOf(name, "640.avif")));
    t.same([...new Set(statuses)], [200]);
    const { peak } = memoryMb(site.pid);
    const lag =
      metricValue(await readMetrics(`${site.url}/metrics`), "nodejs_eventloop_lag_max_seconds") ??
      1;
    t.comment(
      `memory +${(peak - before).toFixed(0)} MB, longest wait ${(lag * 1_000).toFixed(0)} ms`,
    );
    t.ok(peak - before < MOST_GROWN_MB, `${before} to ${peak} MB`);
    t.equal(await statusOf("/media/first.jpg", "320.webp"), 200);
  },
);
