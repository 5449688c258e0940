import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedApi } from "../../../server/embedded-api/embedded-api.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startSite } from "../../setup/site/site.ts";
import { PUBLIC_HOST } from "./http-client.ts";
import { createRecorder, type Recorder } from "./recorder.ts";
import { type SourceProxy, startSourceProxy } from "./source-proxy.ts";

/** A site under record, its source and its clock. */
export interface Scene {
  record: Recorder;
  proxy: SourceProxy;
  clock: { ms: number };
}

export interface Options {
  /** The output folder's own folder of this situation. */
  folder: string;
  counter: { requests: number };
  env?: Record<string, string>;
  /** In place of the embedded content API. */
  sourceUrl?: string;
}

/** Longer than any source here: pages have their true status. */
export const PATIENT = { HEAD_START_MS: "10000" };
/** Each page that needs data is streamed. */
export const STREAMED = { HEAD_START_MS: "0" };
const COMMON = {
  PUBLIC_ORIGIN: `http://${PUBLIC_HOST}`,
  LOG_LEVEL: "silent",
  FORM_RATE_MAX: "1000",
  FORM_RATE_GLOBAL_MAX: "10000",
};
/** Starts the embedded content API on a fixed day, a proxy before it, and a site. */
export async function inScene(
  options: Options,
  work: (scene: Scene) => Promise<void>,
): Promise<void> {
  const { folder, counter, env = PATIENT, sourceUrl } = options;
  const dataDir = mkdtempSync(join(tmpdir(), "record-"));
  const clock = { ms: SAMPLE_CLOCK };
  const source = await startEmbeddedApi({ dataDir, port: 0, now: () => new Date(clock.ms) });
  const proxy = await startSourceProxy(sourceUrl ?? source.url);
  const site = await startSite({
    contentApiUrl: proxy.url,
    env: { ...COMMON, ...env },
    now: () => clock.ms,
  });
  try {
    await work({ record: createRecorder(folder, site.url, counter), proxy, clock });
  } finally {
    await site.close();
    await proxy.close();
    await source.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
