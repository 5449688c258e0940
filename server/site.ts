import { flushCompileCache } from "node:module";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import closeWithGrace from "close-with-grace";
import type { FastifyInstance } from "fastify";
import { transport } from "pino";
import { SECOND_MS } from "../shared/time.ts";
import { type AppOptions, buildApp } from "./app.ts";
import {
  type Config,
  ConfigError,
  misspeltSettings,
  readConfig,
  summariseSettings,
} from "./config.ts";
import { ContentError } from "./content/errors.ts";
import { createLogDestination, createLogger, switchLevelOnSignal } from "./http/logger.ts";
import { findLeftovers } from "./leftovers.ts";
import { folderError } from "./ops/health.ts";
import { versions } from "./ops/metrics.ts";
import { createBuiltSide } from "./pages/built-renderer.ts";

/** The time for which a closing site still serves, so that load balancers notice that the site is no longer ready. */
const DRAIN_MS = 2_000;
const CLOSE_LIMIT_MS = 9_000;

/** Reads the settings, or exits with a message. A DATA_DIR that cannot be written counts too: the site would refuse every form. */
function configOrExit(): Config {
  try {
    const config = readConfig(process.env);
    const fault = folderError(config.DATA_DIR, true);
    // A full disk stops forms but not reading, so the site starts, and the store is down until there is space.
    if (fault === null || !/\((?!ENOSPC)[A-Z]+\)$/.test(fault)) return config;
    const advice =
      "set it to a folder that the account of the site can write, on a disk that is not read-only";
    throw new ConfigError(`${fault}: ${resolve(config.DATA_DIR)}. What to do: ${advice}.`);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Builds the application, or exits with the mistakes in the content, a line each. */
async function buildOrExit(config: Config, options: AppOptions): Promise<FastifyInstance> {
  try {
    return await buildApp(config, options);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** The most visited pages, which are rendered at the start with their pictures, so that the first visitor does not wait. */
const MOST_VISITED = ["/news-events", "/", "/sw"];
const PICTURE = /\/pictures\/[\w-]+\/1280\.jpg/g;

async function prepare(app: FastifyInstance): Promise<void> {
  async function warmUp(urls: Iterable<string>): Promise<string> {
    let bodies = "";
    try {
      for (const url of urls)
        bodies += (await app.inject({ url, headers: { "user-agent": "warm-up" } })).body;
    } catch (err) {
      app.log.warn({ err }, "warm-up failed");
    }
    return bodies;
  }
  const pages = warmUp(MOST_VISITED);
  // Build the search index even when the source hangs.
  await Promise.race([pages, wait(SECOND_MS)]);
  await app.siteSearch
    .start()
    .catch((err: unknown) => app.log.error({ err }, "search index could not be built"))
    // Flush now rather than at exit: after a killed process the next start would find no cache (server/require-node.mjs).
    .finally(flushCompileCache);
  await warmUp(new Set((await pages).match(PICTURE)));
}

const PORT_ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses it ("ss -ltnp" names it): end it, or set another port',
  EACCES: "this account may not open it: set one from 1024 on",
  EADDRNOTAVAIL: "HOST is not an address of this machine: correct it",
};

/** Opens the ports, or exits with a line that names the port that cannot be opened. */
async function listen(app: FastifyInstance): Promise<void> {
  const { HOST: host, PORT: port, METRICS_PORT } = app.config;
  try {
    await app.listen({ host, port, listenTextResolver: (url) => `site ready at ${url}` });
  } catch (error) {
    const { code = "", port: refused } = error as NodeJS.ErrnoException & { port?: number };
    const advice = PORT_ADVICE[code];
    if (advice === undefined) throw error;
    const setting = refused === METRICS_PORT ? "METRICS_PORT" : "PORT";
    process.stderr.write(`${setting}: ${refused} of ${host}: ${advice} (${code}).\n`);
    process.exit(1);
  }
}

/** Starts the site. With `isDev`, Vite serves the client. */
export async function serveSite({ isDev }: { isDev: boolean }): Promise<void> {
  const config = configOrExit();
  const logger = createLogger(
    config.LOG_LEVEL,
    isDev ? transport({ target: "pino-pretty" }) : createLogDestination(),
  );
  switchLevelOnSignal(logger, config.LOG_LEVEL);
  const client = isDev
    ? (await import("./pages/dev-renderer.ts")).createDevSide()
    : await createBuiltSide("dist");
  const app = await buildOrExit(config, { logger, client });
  app.siteData.startSourceChecks();

  // SIGUSR2 switches the log level, so it must not close the site.
  closeWithGrace({ delay: CLOSE_LIMIT_MS, logger, skip: ["SIGUSR2"] }, async ({ signal, err }) => {
    if (err) logger.fatal({ err }, "closing after an error");
    await app.drain(signal === "SIGTERM" && !isDev ? DRAIN_MS : 0);
    await app.close();
  });

  const embedded = config.CONTENT_API_URL === undefined;
  logger.info({ settings: summariseSettings(config), versions, embedded }, "starting");
  for (const { given, meant } of misspeltSettings(process.env))
    logger.warn({ setting: given, meant }, "unknown setting ignored");
  for (const { message, fix } of findLeftovers(process.env, config))
    logger.warn({ found: message, fix }, "not read any more");
  await listen(app);
  void prepare(app);
}
