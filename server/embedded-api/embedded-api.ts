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
import { DATA_TAGS } from "../../shared/contract/data-tags.ts";
import { DAY_MS } from "../../shared/time.ts";
import { Inbox } from "../forms/inbox.ts";
import { startRetention } from "../retention.ts";
import { openStore, type Store } from "../store/store.ts";
import { contactBody, parseBody } from "./bodies.ts";
import { createDocuments } from "./documents.ts";
import { itemRoutes } from "./items.ts";
import { mediaRoutes } from "./media.ts";
import { seed } from "./seed.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The base URL of the content API: the configured one, or the embedded one. */
    contentApiUrl: string;
  }
}

/**
 * The options of the embedded API. The `store` of a site stays open when the API closes. Without one, the API opens its
 * own store, in `dataDir` or in PostgreSQL.
 */
interface EmbeddedApiOptions {
  dataDir: string;
  store?: Store;
  databaseUrl?: string | undefined;
  now?: () => Date;
  logger?: FastifyBaseLogger;
}
type Listening = { port?: number; host?: string };

async function addCalls(app: FastifyInstance, options: EmbeddedApiOptions): Promise<void> {
  const { dataDir, databaseUrl, now = () => new Date() } = options;
  const store = options.store ?? (await openStore(dataDir, databaseUrl));
  const inbox = new Inbox(store, () => now().getTime());
  if (options.store === undefined) {
    app.addHook("onClose", store.close);
    // In the store of a site, the site erases old messages.
    startRetention(app, store, "inbox", () => inbox.purge(now().getTime() - 365 * DAY_MS));
  }
  let isSeeded = false;
  const seedOnce = async () => {
    if (!isSeeded) await seed(store, now());
    isSeeded = true;
  };
  // A store that is down at the start is seeded once the store is back.
  await seedOnce().catch((err) => app.log.error({ err }, "sample content could not be stored"));
  app.addHook("onRequest", seedOnce);
  for (const kind of DATA_TAGS) {
    const { versions } = createDocuments(store, kind, now);
    startRetention(app, store, `bin of ${kind}`, () => versions.purge());
  }
  itemRoutes(app, store, now);
  contactRoute(app, inbox);
  mediaRoutes(app, store);
}

/** Responds 201 only after the message is in the inbox. */
function contactRoute(app: FastifyInstance, inbox: Inbox): void {
  // The limit is well above 5,000 characters in their longest JSON form.
  app.post("/api/contacts", { bodyLimit: 64 * 1024 }, async (request, reply) => {
    const { phoneNumber, ...others } = parseBody(contactBody, request.body);
    const key = String(request.headers["idempotency-key"] ?? randomUUID()).trim();
    if (key === "" || key.length > 200)
      return reply.code(400).send({ message: "The Idempotency-Key is empty or too long." });
    const fields = phoneNumber === null ? others : { ...others, phoneNumber };
    // A site that uses the same folder stores its own message under its own key.
    const draft = { form: "contact", fields, key: `content-api ${key}` } as const;
    await inbox.add({ ...draft, requestId: request.id }, "kept");
    const message = "Thank you for your message! We will get back to you soon.";
    return reply.code(201).send({ message });
  });
}

/** Sends every error as JSON with a `message`, without details of a server error. */
function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500;
  if (status >= 500) request.log.error({ err: error }, "content API call failed");
  const ours = "Something went wrong on our side. Please try again later.";
  return reply.code(status).send({ message: status >= 500 ? ours : error.message });
}

/** Builds the content API without listening: for `inject`, or to listen elsewhere. */
export function buildEmbeddedApi(options: EmbeddedApiOptions): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...(options.logger && { loggerInstance: options.logger }),
    // The site logs its requests to this API.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    // Slugs are shorter than this limit.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: sendError,
  });
  // Only JSON is accepted.
  app.removeContentTypeParser("text/plain");
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(({ method, url }, reply) =>
    reply.code(404).send({ message: `Unknown endpoint: ${method} ${url.split("?", 1)[0]}.` }),
  );
  app.register((calls) => addCalls(calls, options));
  return app;
}

/** Builds the content API and listens, by default on loopback and any free port. */
export async function startEmbeddedApi(options: EmbeddedApiOptions & Listening) {
  const { port = 0, host = "127.0.0.1" } = options;
  const app = buildEmbeddedApi(options);
  try {
    const url = await app.listen({ port, host, listenTextResolver: () => "content API listens" });
    return { url, close: () => app.close() };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Starts the embedded content API where no other one is configured. */
export const embeddedApiPlugin = fp(
  async (app) => {
    const { config, store, clock, log: logger } = app;
    let url = config.CONTENT_API_URL;
    if (url === undefined) {
      const now = () => new Date(clock());
      const embedded = await startEmbeddedApi({ dataDir: config.DATA_DIR, store, now, logger });
      app.addHook("onClose", embedded.close);
      url = embedded.url;
    }
    app.decorate("contentApiUrl", url);
  },
  { name: "embedded-api", dependencies: ["store"] },
);
