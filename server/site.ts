import { flushCompileCache } from "node:module";
import closeWithGrace from "close-with-grace";
import type { FastifyInstance } from "fastify";
import { buildApp } from "./app.ts";
import { compose } from "./composition.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { startEmbeddedApi } from "./embedded-api/embedded-api.ts";
import { createLogger, switchLevelOnSignal } from "./observe/logger.ts";
import { createMetrics } from "./observe/metrics.ts";
import { printSettings } from "./observe/settings-line.ts";
import { startTracingWhenAsked } from "./observe/start-tracing.ts";
import { versions } from "./observe/versions.ts";
import { createDraining } from "./plugins/draining.ts";
import { createMetricsServer } from "./routes/metrics.ts";
import { createBuiltSide } from "./ssr/built-renderer.ts";

/** How long a closing site goes on serving, so that balancers see it is not ready any more. */
const DRAIN_MS = 2_000;

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (fault) {
    if (!(fault instanceof ConfigError)) throw fault;
    process.stderr.write(`${fault.message}\n`);
    process.exit(1);
  }
}

/** Fetches and draws the pages most readers come to, so that the first of them does not wait. */
async function warmUp(app: FastifyInstance): Promise<void> {
  for (const url of ["/news-events", "/"]) {
    await app.inject({ url, headers: { "user-agent": "warm-up" } });
  }
}

/** Starts everything, listens, and closes in good order when it is told to. `isDev`: Vite serves the client. */
export async function startSite({ isDev }: { isDev: boolean }): Promise<void> {
  const config = configOrExit();
  const logger = createLogger(config, { isPretty: isDev });
  switchLevelOnSignal(logger, config.LOG_LEVEL);

  const embedded = config.CONTENT_API_URL
    ? null
    : await startEmbeddedApi({ dataDir: config.DATA_DIR, port: 0, logger });
  const contentApiUrl = config.CONTENT_API_URL ?? embedded?.url ?? "";
  const now = Date.now;
  const metrics = createMetrics();
  const tracing = await startTracingWhenAsked(config.OTEL_EXPORTER_OTLP_ENDPOINT, logger);
  const beginSpan = tracing?.beginSpan ?? null;
  const parts = compose({ contentApiUrl, logger, now, config, metrics, beginSpan });
  const draining = createDraining();
  const client = isDev
    ? (await import("./ssr/dev-renderer.ts")).createDevSide()
    : await createBuiltSide("dist");
  const { renderer, assetsDir } = client;
  const app = await buildApp(config, {
    ...parts,
    ...{ renderer, assetsDir, logger, now, draining, metrics, tracing },
  });
  await client.attach(app);
  const metricsServer = config.METRICS_PORT === undefined ? null : createMetricsServer(metrics);

  closeWithGrace({ delay: 9_000, logger }, async ({ signal, err }) => {
    if (err) logger.fatal({ err }, "closing after a fault");
    draining.begin();
    if (signal === "SIGTERM") await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
    await draining.closePort(app);
    await client.close();
    await parts.close();
    await embedded?.close();
    metricsServer?.close();
    await tracing?.close();
  });

  logger.info(
    { settings: printSettings(config), versions: versions(), embedded: embedded !== null },
    "starting",
  );
  await app.listen({
    host: config.HOST,
    port: config.PORT,
    listenTextResolver: (address) => `site ready at ${address}`,
  });
  metricsServer?.listen(config.METRICS_PORT, config.HOST, () =>
    logger.info({ metrics: metricsServer.address() }, "metrics ready"),
  );
  void warmUp(app)
    .catch((err: unknown) => logger.warn({ err }, "warm-up failed"))
    // Now, not on the way out: a killed process would leave the next start without (server/require-node.mjs).
    .finally(flushCompileCache);
}
