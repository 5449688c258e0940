import type { AddressInfo } from "node:net";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from "fastify";
import { registerContactsRoutes } from "./routes/contacts-routes.ts";
import { registerEventsRoutes } from "./routes/events-routes.ts";
import { errorResponse, sendErrorsAsJson } from "./routes/json-errors.ts";
import { registerMediaRoutes } from "./routes/media-routes.ts";
import { registerNewsRoutes } from "./routes/news-routes.ts";
import { seedContent } from "./seed/seed-content.ts";
import { openContentStore } from "./store/content-store.ts";

const BODY_LIMIT_BYTES = 256 * 1024;

/** Slugs are shorter. */
const MAX_PARAM_LENGTH = 300;

export interface EmbeddedApiOptions {
  /** Created when it is missing; holds `items.sqlite`, and messages that were sent here without a site. */
  dataDir: string;
  /** Where messages are stored that were sent here without a site; unset: in `dataDir`. */
  databaseUrl?: string | undefined;
  /** The clock of the seed and of writes. */
  now?: () => Date;
  /** For writes and errors; without it nothing is logged. */
  logger?: FastifyBaseLogger;
}

/**
 * Builds the content API without listening: for `inject`, or to listen elsewhere. Seeds the database when it has
 * never been seeded. Closing the instance closes the files.
 */
export function buildEmbeddedApi({
  dataDir,
  databaseUrl,
  now = () => new Date(),
  logger,
}: EmbeddedApiOptions): FastifyInstance {
  const content = openContentStore({ dataDir, now });
  try {
    seedContent(content, now());
  } catch (error) {
    content.close();
    throw error;
  }

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
  app.addHook("onClose", async () => content.close());

  sendErrorsAsJson(app);
  registerNewsRoutes(app, content);
  registerEventsRoutes(app, content.events);
  registerContactsRoutes(app, { dataDir, databaseUrl, now });
  registerMediaRoutes(app, dataDir);
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
