import fp from "fastify-plugin";
import { startEmbeddedApi } from "./embedded-api.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The base URL of the content API: the configured one, or the embedded one. */
    contentApiUrl: string;
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
    const embedded = await startEmbeddedApi({ dataDir, store, port: 0, logger });
    app.decorate("contentApiUrl", embedded.url);
    app.addHook("onClose", embedded.close);
  },
  { name: "embedded-api", dependencies: ["store"] },
);
