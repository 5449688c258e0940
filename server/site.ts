import { flushCompileCache } from "node:module";
import closeWithGrace from "close-with-grace";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { LANGUAGES } from "../shared/languages.ts";
import { type AppDeps, buildApp } from "./app.ts";
import { compose } from "./composition/compose.ts";
import { addProbes } from "./composition/probes.ts";
import {
  type Config,
  ConfigError,
  misspeltSettings,
  readConfig,
  summariseSettings,
} from "./config.ts";
import { startEmbeddedApi } from "./embedded-api/embedded-api.ts";
import { createDraining, type Draining } from "./http/draining.ts";
import { createLogDestination } from "./observability/log-destination.ts";
import { createLogger, switchLevelOnSignal } from "./observability/logger.ts";
import { createMetrics, type Metrics } from "./observability/metrics.ts";
import { startTracingIfConfigured } from "./observability/start-tracing.ts";
import { versions } from "./observability/versions.ts";
import { createMetricsServer } from "./routes/operations/metrics.ts";
import { createBuiltSide } from "./ssr/built-renderer.ts";
import type { ClientSide } from "./ssr/client-side.ts";
import type { HttpLimits } from "./upstream/http/http-limits.ts";

/** How long a closing site goes on serving, so that load balancers see it is no longer ready. */
const DRAIN_MS = 2_000;
const CLOSE_LIMIT_MS = 9_000;

interface SiteOptions {
  contentApiUrl: string;
  logger: Logger;
  client: ClientSide;
  /** The folder of the disk cache: `DATA_DIR` unless given; null keeps cache entries in memory. */
  cacheDir?: string | null;
  /** The clock, milliseconds; the system's unless given. */
  now?: () => number;
  /** Limits of calls to the source that differ from the usual ones, for tests. */
  sourceLimits?: Partial<HttpLimits>;
  /** Deviations from the usual application, for tests and measurements. */
  extra?: Partial<Pick<AppDeps, "serverLimits" | "onCspReport" | "pageBytes" | "arePagesImproved">>;
}

export interface Site {
  app: FastifyInstance;
  metrics: Metrics;
  draining: Draining;
  /** Indexes the content for the search; resolves when it is complete. */
  startSearch: () => Promise<void>;
  /** Closes everything but the application: the client, the data, the traces. */
  close: () => Promise<void>;
}

/** Composes the whole site; it does not listen. Tests start from here too. */
export async function composeSite(config: Config, options: SiteOptions): Promise<Site> {
  const { contentApiUrl, logger, client, now = Date.now, extra } = options;
  const metrics = createMetrics();
  const tracing = await startTracingIfConfigured(config.OTEL_EXPORTER_OTLP_ENDPOINT, logger);
  const beginSpan = tracing?.beginSpan ?? null;
  const { cacheDir = config.DATA_DIR } = options;
  const composition = compose({
    contentApiUrl,
    logger,
    now,
    config,
    cacheDir,
    metrics,
    beginSpan,
    sourceLimits: options.sourceLimits,
  });
  const draining = createDraining();
  const { renderer, feedContent, assetsDir } = client;
  const { state, ready, search, ...parts } = composition;
  await ready;
  const app = await buildApp(config, {
    ...parts,
    renderer,
    feedContent,
    assetsDir,
    logger,
    now,
    draining,
    metrics,
    tracing,
    addProbes: (running) => addProbes(config, { state, metrics, assetsDir, now, ...running }),
    ...extra,
  });
  await client.attach(app);
  return {
    app,
    metrics,
    draining,
    startSearch: () =>
      search.start(
        LANGUAGES.map((language) => ({
          language,
          documents: () => renderer.searchDocuments(language),
        })),
      ),
    close: async () => {
      await client.close();
      await composition.close();
      await tracing?.close();
      metrics.close();
    },
  };
}

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Requests that no visitor makes. */
async function warmUp(app: FastifyInstance, urls: Iterable<string>): Promise<string[]> {
  const bodies: string[] = [];
  for (const url of urls)
    bodies.push((await app.inject({ url, headers: { "user-agent": "warm-up" } })).body);
  return bodies;
}

/** The most visited pages are rendered at the start, and their pictures fetched, so that the first visitor does not wait. */
const MOST_VISITED = ["/news-events", "/", "/sw"];
const PICTURE = /\/pictures\/[\w-]+\/1280\.jpg/g;

async function prepare(site: Site, logger: Logger): Promise<void> {
  const failed = (err: unknown) => {
    logger.warn({ err }, "warm-up failed");
    return [];
  };
  const pages = await warmUp(site.app, MOST_VISITED).catch(failed);
  await site
    .startSearch()
    .catch((err: unknown) => logger.error({ err }, "site is not searched"))
    // Now, not on the way out: a killed process would leave the next start without (server/require-node.mjs).
    .finally(flushCompileCache);
  await warmUp(site.app, new Set(pages.join().match(PICTURE))).catch(failed);
}
/** The lists are read also when nobody visits: health and alerts are about the source as it is now. */
const LISTS = ["/bff/news", "/bff/events"];
const MIN_REFRESH_MS = 30_000;

/** Twice as often as data becomes stale, so that the age of the last usable list says how long the source has failed. */
function keepFresh(app: FastifyInstance, { FRESH_SECONDS }: Config, logger: Logger): () => void {
  const refresh = () =>
    void warmUp(app, LISTS).catch((err: unknown) => logger.warn({ err }, "refresh failed"));
  const timer = setInterval(refresh, Math.max(MIN_REFRESH_MS, FRESH_SECONDS * 500));
  return () => clearInterval(timer);
}

async function listen(site: Site, config: Config, logger: Logger): Promise<() => void> {
  const metricsServer =
    config.METRICS_PORT === undefined ? null : createMetricsServer(site.metrics);
  await site.app.listen({
    host: config.HOST,
    port: config.PORT,
    listenTextResolver: (url) => `site ready at ${url}`,
  });
  metricsServer?.listen(config.METRICS_PORT, config.HOST, () =>
    logger.info({ metrics: metricsServer.address() }, "metrics ready"),
  );
  return () => metricsServer?.close();
}

/** Starts everything, listens, and closes in order on a signal. `isDev`: Vite serves the client. */
export async function startSite({ isDev }: { isDev: boolean }): Promise<void> {
  const config = configOrExit();
  const logger = createLogger(
    config.LOG_LEVEL,
    isDev ? { isPretty: true } : { destination: createLogDestination() },
  );
  switchLevelOnSignal(logger, config.LOG_LEVEL);
  const embedded = config.CONTENT_API_URL
    ? null
    : await startEmbeddedApi({ dataDir: config.DATA_DIR, port: 0, logger });
  const contentApiUrl = config.CONTENT_API_URL ?? embedded?.url ?? "";
  const client = isDev
    ? (await import("./ssr/dev-renderer.ts")).createDevSide()
    : await createBuiltSide("dist");
  // In development a change of a normaliser shows at once, not when an entry on disk has become stale. The embedded
  // content API is always there, and its pictures have another address after each start.
  const cacheDir = isDev || embedded ? null : config.DATA_DIR;
  const site = await composeSite(config, { contentApiUrl, logger, client, cacheDir });
  const stopRefresh = keepFresh(site.app, config, logger);
  let stopMetrics = () => {};

  // SIGUSR2 switches the log level.
  closeWithGrace({ delay: CLOSE_LIMIT_MS, logger, skip: ["SIGUSR2"] }, async ({ signal, err }) => {
    if (err) logger.fatal({ err }, "closing after an error");
    site.draining.begin();
    if (signal === "SIGTERM" && !isDev)
      await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
    await site.draining.closePort(site.app);
    stopMetrics();
    stopRefresh();
    await site.close();
    await embedded?.close();
  });

  logger.info(
    { settings: summariseSettings(config), versions: versions(), embedded: embedded !== null },
    "starting",
  );
  for (const { given, meant } of misspeltSettings(process.env))
    logger.warn({ setting: given, meant }, "unknown setting is ignored");
  stopMetrics = await listen(site, config, logger);
  void prepare(site, logger);
}
