import type { AddressInfo } from "node:net";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from "fastify";
import { openStore, type Store } from "../store/store.ts";
import { contactRoutes } from "./contacts.ts";
import { Documents } from "./documents.ts";
import { errorResponse, sendErrorsAsJson } from "./errors.ts";
import { eventsRoutes } from "./events.ts";
import { mediaRoutes } from "./media.ts";
import { newsRoutes } from "./news.ts";
import { seed } from "./seed.ts";

const BODY_LIMIT_BYTES = 256 * 1024;

/** Slugs are shorter. */
const MAX_PARAM_LENGTH = 300;

interface EmbeddedApiOptions {
  /** Created when it is missing; holds the drawn pictures, and the store unless one is given. */
  dataDir: string;
  /** The store of the site that runs this API; it stays open. */
  store?: Store;
  /** Of a store of its own; unset: SQLite in `dataDir`. */
  databaseUrl?: string | undefined;
  /** The clock of the seed and of writes. */
  now?: () => Date;
  /** For writes and errors; without it nothing is logged. */
  logger?: FastifyBaseLogger;
}

/** Adds the calls, over a store that is seeded when it has never been. */
async function addCalls(app: FastifyInstance, options: EmbeddedApiOptions): Promise<void> {
  const { dataDir, databaseUrl, now = () => new Date() } = options;
  const store = options.store ?? (await openStore({ dataDir, databaseUrl, onChange: () => {} }));
  if (!options.store) app.addHook("onClose", store.close);
  let seeding: Promise<void> | null = null;
  const seeded = () => {
    seeding ??= seed(store, now()).catch((error) => {
      seeding = null;
      throw error;
    });
    return seeding;
  };
  // A store that is down at the start is seeded when it is back.
  await seeded().catch((err) => app.log.error({ err }, "the sample content is not stored"));
  app.addHook("onRequest", seeded);
  const events = new Documents(store, "events", now);
  newsRoutes(app, new Documents(store, "news", now), events);
  eventsRoutes(app, events);
  contactRoutes(app, store, now);
  mediaRoutes(app, dataDir);
}

/** Builds the content API without listening: for `inject`, or to listen elsewhere. */
export function buildEmbeddedApi(options: EmbeddedApiOptions): FastifyInstance {
  const { logger } = options;
  const app: FastifyInstance = Fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    // The site logs its requests to this API.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error: FastifyError, _request: unknown, reply: FastifyReply) => {
      const { status, body } = errorResponse(error);
      reply.code(status).send(body);
    },
  });
  // Only JSON is accepted.
  app.removeContentTypeParser("text/plain");
  sendErrorsAsJson(app);
  app.register((calls) => addCalls(calls, options));
  return app;
}

export interface RunningApi {
  /** `http://127.0.0.1:41234`, without a slash at its end. */
  url: string;
  /** Waits for requests under way, then closes the port and the files. Idempotent. */
  close: () => Promise<void>;
}

/** Builds the content API and listens, by default on loopback; port 0 takes any free one. */
export async function startEmbeddedApi({
  port,
  host = "127.0.0.1",
  ...options
}: EmbeddedApiOptions & { port: number; host?: string }): Promise<RunningApi> {
  const app = buildEmbeddedApi(options);
  try {
    await app.listen({ port, host, listenTextResolver: () => "content API listens" });
  } catch (error) {
    await app.close();
    throw error;
  }
  return { url: urlOf(app, host), close: () => app.close() };
}

function urlOf(app: FastifyInstance, host: string): string {
  const address: AddressInfo | string | null = app.server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
