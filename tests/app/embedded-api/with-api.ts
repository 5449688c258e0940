import type { FastifyInstance } from "fastify";
import type { Test } from "tap";
import { buildEmbeddedApi } from "../../../server/embedded-api/embedded-api.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";
import { testFolder } from "../../setup/test-folder.ts";

/** The clock of these tests: a Wednesday, noon in Dar es Salaam. */
export const NOW = new Date("2026-06-17T09:00:00Z");

/** Starts an API over a fresh data directory, and closes the API when the test ends. */
export function withApi(t: Test): { api: FastifyInstance; dataDir: string } {
  const dataDir = testFolder(t);
  const api = buildEmbeddedApi({ dataDir, now: () => NOW });
  t.teardown(() => api.close());
  return { api, dataDir };
}

/** The API shared by all tests that change nothing. */
export const sharedApi = shareScene(async (t) => withApi(t).api);
