import { randomUUID } from "node:crypto";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import fp from "fastify-plugin";
import { DAY_MS } from "../../shared/time.ts";
import { Inbox } from "../forms/inbox.ts";
import { openStore, type Store } from "../store/store.ts";
import { startRetention } from "../work-loop.ts";
import { contactBody, readBody } from "./bodies.ts";
import { itemRoutes } from "./items.ts";
import { mediaRoutes } from "./media.ts";
import { seed } from "./seed.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The base URL of the content API: the configured one, or the embedded one. */
    contentApiUrl: string;
  }
}

const BODY_LIMIT_BYTES = 256 * 1024;
/** Slugs are shorter. */
const MAX_PARAM_LENGTH = 300;

/** Well above 5,000 characters in their longest JSON form. */
const CONTACT_LIMIT_BYTES = 64 * 1024;
const MAX_KEY_LENGTH = 200;
const RETENTION_MS = 365 * DAY_MS;

const SERVER_ERROR = "Something went wrong on our side. Please try again later.";
const THANKS = "Thank you for your message! We will get back to you soon.";

interface EmbeddedApiOptions {
  /** The folder of a store of its own. */
  dataDir: string;
  /** The store of the site that runs this API; it stays open. */
  store?: Store;
  /** The database of a store of its own; unset: SQLite in `dataDir`. */
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
  const isOwnStore = options.store === undefined;
  if (isOwnStore) app.addHook("onClose", store.close);
  let isSeeded = false;
  const seedOnce = async () => {
    if (!isSeeded) await seed(store, now());
    isSeeded = true;
  };
  // A store that is down at the start is seeded when it is back.
  await seedOnce().catch((err) => app.log.error({ err }, "the sample content is not stored"));
  app.addHook("onRequest", seedOnce);
  itemRoutes(app, store, now);
  const inbox = new Inbox(store, () => now().getTime());
  // In the store of a site, the site erases old messages.
  if (isOwnStore)
    startRetention(app, store, "inbox", () => inbox.purge(now().getTime() - RETENTION_MS));
  contactRoute(app, inbox);
  mediaRoutes(app, store);
}

/** Responds 201 only after the message is in the inbox. */
function contactRoute(app: FastifyInstance, inbox: Inbox): void {
  app.post("/api/contacts", { bodyLimit: CONTACT_LIMIT_BYTES }, async (request, reply) => {
    const { phoneNumber, ...others } = readBody(contactBody, request.body);
    const key = String(request.headers["idempotency-key"] ?? randomUUID()).trim();
    if (key === "" || key.length > MAX_KEY_LENGTH)
      return reply.code(400).send({ message: "The Idempotency-Key is empty or too long." });
    const draft = {
      form: "contact",
      fields: phoneNumber === null ? others : { ...others, phoneNumber },
      // A site over the same folder has its own message under its own key.
      key: `content-api ${key}`,
      requestId: request.id,
    } as const;
    await inbox.add(draft, "kept");
    return reply.code(201).send({ message: THANKS });
  });
}

/** Every error is JSON with a `message`, without details of a server error. */
function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, "content API call failed");
  const message = status >= 500 ? SERVER_ERROR : error.message;
  return reply.code(status).send({ message });
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
    frameworkErrors: sendError,
  });
  // Only JSON is accepted.
  app.removeContentTypeParser("text/plain");
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(({ method, url }, reply) =>
    reply.code(404).send({ message: `There is nothing at ${method} ${url.split("?", 1)[0]}.` }),
  );
  app.register((calls) => addCalls(calls, options));
  return app;
}

/** Builds the content API and listens, by default on loopback; port 0 takes any free one. */
export async function startEmbeddedApi({
  port,
  host = "127.0.0.1",
  ...options
}: EmbeddedApiOptions & { port: number; host?: string }) {
  const app = buildEmbeddedApi(options);
  try {
    const url = await app.listen({ port, host, listenTextResolver: () => "content API listens" });
    /** Waits for requests under way, then closes the port and the files. Idempotent. */
    return { url, close: () => app.close() };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Starts the embedded content API where no other one is configured. */
export const embeddedApiPlugin = fp(
  async (app) => {
    const { CONTENT_API_URL, DATA_DIR: dataDir } = app.config;
    if (CONTENT_API_URL !== undefined) {
      app.decorate("contentApiUrl", CONTENT_API_URL);
      return;
    }
    const { store, log: logger } = app;
    const now = () => new Date(app.clock());
    const embedded = await startEmbeddedApi({ dataDir, store, now, port: 0, logger });
    app.decorate("contentApiUrl", embedded.url);
    app.addHook("onClose", embedded.close);
  },
  { name: "embedded-api", dependencies: ["store"] },
);
