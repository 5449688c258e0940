import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { type AppOptions, buildApp } from "../../../server/app.ts";
import { readConfig } from "../../../server/config.ts";
import { ContentFiles } from "../../../server/content/content-files.ts";
import { createImages } from "../../../server/content/images.ts";
import type { Content } from "../../../server/content/site-content.ts";
import { readContent } from "../../../server/content/site-content.ts";
import { createLogger } from "../../../server/http/logger.ts";
import { type ClientSide, createBuiltSide } from "../../../server/pages/built-renderer.ts";
import { checkedLine } from "./checked-log-line.ts";
import { holdToContract } from "./openapi-contract.ts";
import { METRICS_TOKEN } from "./operator.ts";

export interface TestSite {
  app: FastifyInstance;
  /** The address the site listens on, which is also its public origin. */
  url: string;
  /** All log lines so far, parsed. */
  logs: Record<string, unknown>[];
  /** Closes the site; throws when a response of `/bff` differed from the OpenAPI document. */
  close: () => Promise<void>;
}

export interface SiteOptions {
  contentApiUrl: string;
  env?: Record<string, string>;
  now?: () => number;
  /** The client as Vite serves it in development; by default the built one. */
  side?: ClientSide;
  /** Keeps the product's own limits on calls to the source, for a test about them. */
  isCallLimited?: boolean;
  /** Waits until the content is indexed. */
  isSearched?: boolean;
  /** Changes to the usual application. */
  extra?: Pick<AppOptions, "serverLimits" | "arePagesImproved">;
}

/** Generous timeouts: a source in this process is as slow as the machine is busy. */
const PATIENT = { connectTimeoutMs: 60_000, headersTimeoutMs: 120_000, totalTimeoutMs: 120_000 };

/** The built client, shared by all sites: it holds no state of any of them. */
let built: Promise<ClientSide> | undefined;

/** The content of the tests, which no editor changes. */
export const TEST_CONTENT = "tests/fixtures/content";

let testContent: Promise<Content> | undefined;

/** Reads the content of the tests once for all sites of this process. */
function readTestContent({ routes }: ClientSide["renderer"]): Promise<Content> {
  const images = createImages(TEST_CONTENT, join(tmpdir(), "test-photographs"));
  testContent ??= readContent(new ContentFiles(TEST_CONTENT), { images, routes });
  return testContent;
}

/** Starts the whole site as `server/site.ts` does, listening on a free loopback port. */
export async function startSite({
  contentApiUrl,
  env = {},
  now = Date.now,
  side,
  isCallLimited = false,
  isSearched = false,
  extra = {},
}: SiteOptions): Promise<TestSite> {
  const logs: Record<string, unknown>[] = [];
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), "site-"));
  const config = readConfig({
    CONTENT_API_URL: contentApiUrl,
    MAX_QUEUE_DELAY_MS: "0",
    CONTENT_DIR: TEST_CONTENT,
    METRICS_TOKEN,
    ...env,
    DATA_DIR: dataDir,
  });
  const logger = createLogger(config.LOG_LEVEL, {
    write: (line) => void logs.push(checkedLine(line)),
  });
  built ??= createBuiltSide("dist");
  const client = side ?? (await built);
  const app = await buildApp(config, {
    logger,
    client,
    clock: now,
    content: env.CONTENT_DIR === undefined ? await readTestContent(client.renderer) : undefined,
    sourceLimits: isCallLimited ? {} : PATIENT,
    // Recompressing every page as well as possible would double the work of the application's tests.
    arePagesImproved: false,
    ...extra,
  });
  if (isSearched) await app.siteSearch.start();
  const contract = holdToContract(app);
  await app.listen({ host: "127.0.0.1", port: 0, listenTextResolver: () => "listening" });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    logs,
    close: async () => {
      app.server.closeAllConnections();
      const violation = await contract.check().catch((error: unknown) => error);
      await app.close();
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
      if (violation) throw violation;
    },
  };
}
