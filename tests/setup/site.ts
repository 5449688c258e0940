import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { type AppDeps, buildApp } from "../../server/app.ts";
import { compose } from "../../server/composition.ts";
import { readConfig } from "../../server/config.ts";
import { createLogger } from "../../server/observe/logger.ts";
import { createMetrics } from "../../server/observe/metrics.ts";
import { startTracingWhenAsked } from "../../server/observe/start-tracing.ts";
import { createDraining } from "../../server/plugins/draining.ts";
import { createBuiltSide } from "../../server/ssr/built-renderer.ts";
import type { ClientSide } from "../../server/ssr/client-side.ts";
import { checkedLine } from "./checked-line.ts";
import { holdToContract } from "./contract.ts";

export interface TestSite {
  app: FastifyInstance;
  /** Where it listens, once `listen` was called; also its public origin. */
  url: string;
  /** Every log line so far, parsed. */
  logs: Record<string, unknown>[];
  /** Throws when an answer under `/bff` was not as the OpenAPI document says. */
  close: () => Promise<void>;
}

interface Options {
  contentApiUrl: string;
  env?: Record<string, string>;
  now?: () => number;
  /** The client as Vite serves it in development; the built one unless given. */
  side?: ClientSide;
  /** What else the application takes. */
  extra?: Pick<AppDeps, "serverLimits" | "onCspReport">;
}

/** The whole site as `server/main.ts` wires it, listening on a free port of loopback. */
export async function startSite({
  contentApiUrl,
  env = {},
  now = Date.now,
  side,
  extra = {},
}: Options): Promise<TestSite> {
  const logs: Record<string, unknown>[] = [];
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), "site-"));
  const config = readConfig({
    CONTENT_API_URL: contentApiUrl,
    SHED_ABOVE_MS: "0",
    ...env,
    DATA_DIR: dataDir,
  });
  const logger = createLogger(config, {
    destination: { write: (line: string) => void logs.push(checkedLine(line)) },
  });
  const metrics = createMetrics();
  const tracing = await startTracingWhenAsked(config.OTEL_EXPORTER_OTLP_ENDPOINT, logger);
  const beginSpan = tracing?.beginSpan ?? null;
  const parts = compose({ contentApiUrl, logger, now, config, metrics, beginSpan });
  const client = side ?? (await createBuiltSide("dist"));
  const app = await buildApp(config, {
    ...parts,
    ...{ renderer: client.renderer, assetsDir: client.assetsDir },
    ...{ logger, now, metrics, tracing, draining: createDraining() },
    ...extra,
  });
  await client.attach(app);
  const contract = holdToContract(app);
  await app.listen({ host: "127.0.0.1", port: 0, listenTextResolver: () => "listening" });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    url: `http://127.0.0.1:${port}`,
    logs,
    close: async () => {
      app.server.closeAllConnections();
      const fault = await contract.check().catch((found: unknown) => found);
      await app.close();
      await client.close();
      await parts.close();
      await tracing?.close();
      metrics.close();
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true });
      if (fault) throw fault;
    },
  };
}
