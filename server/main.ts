import { flushCompileCache } from "node:module";
import closeWithGrace from "close-with-grace";
import { pino } from "pino";
import { buildApp } from "./app.ts";
import { buildWhenNeeded } from "./build/build-when-needed.ts";
import { compose } from "./composition.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { startEmbeddedApi } from "./embedded-api/embedded-api.ts";
import { createDraining } from "./plugins/draining.ts";
import { createBuiltSide } from "./ssr/built-renderer.ts";
import { maskedRedisUrl } from "./storage/redis-link.ts";

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

const isDev = process.argv.includes("--dev");
const config = configOrExit();
const logger = pino({
  level: config.LOG_LEVEL,
  ...(isDev ? { transport: { target: "pino-pretty" } } : {}),
});
if (!isDev) await buildWhenNeeded((line) => process.stderr.write(`${line}\n`));

const embedded = config.CONTENT_API_URL
  ? null
  : await startEmbeddedApi({ dataDir: config.DATA_DIR, port: 0, logger });
const contentApiUrl = config.CONTENT_API_URL ?? embedded?.url ?? "";
const now = Date.now;
const parts = compose({ contentApiUrl, logger, now, config });
const draining = createDraining();
const client = isDev
  ? (await import("./ssr/dev-renderer.ts")).createDevSide()
  : await createBuiltSide("dist");
const { renderer, assetsDir } = client;
const { dataFor, desk, redis, eventWrites, onDataChange } = parts;
const app = await buildApp(config, {
  ...{
    renderer,
    assetsDir,
    dataFor,
    desk,
    redis,
    eventWrites,
    onDataChange,
    logger,
    now,
    draining,
  },
});
await client.attach(app);

closeWithGrace({ delay: 9_000, logger }, async ({ signal, err }) => {
  if (err) logger.fatal({ err }, "closing after a fault");
  draining.begin();
  if (signal === "SIGTERM") await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
  await draining.closePort(app);
  await client.close();
  await parts.close();
  await embedded?.close();
});

const redisUrl = config.REDIS_URL && maskedRedisUrl(config.REDIS_URL);
logger.info(
  { contentApiUrl, redisUrl, dataDir: config.DATA_DIR, node: process.version },
  "starting",
);
/** Fetches and draws the pages most readers come to, so that the first of them does not wait. */
async function warmUp(): Promise<void> {
  for (const url of ["/news-events", "/"]) {
    await app.inject({ url, headers: { "user-agent": "warm-up" } });
  }
}

await app.listen({
  host: config.HOST,
  port: config.PORT,
  listenTextResolver: (address) => `site ready at ${address}`,
});
void warmUp()
  .catch((err: unknown) => logger.warn({ err }, "warm-up failed"))
  // Now, not on the way out: a killed process would leave the next start without (server/require-node.mjs).
  .finally(flushCompileCache);
