import fp from "fastify-plugin";

/** Closed connections are logged once in this time, with their number. */
const LOG_EVERY_MS = 60_000;

/** Closes new connections beyond `maxConnections`. */
export const connectionLimitPlugin = fp<{ maxConnections: number }>(
  async (app, { maxConnections }) => {
    let dropped = 0;
    app.server.maxConnections = maxConnections;
    app.server.on("drop", () => {
      dropped += 1;
      if (dropped > 1) return;
      app.log.warn({ maxConnections }, "connection limit reached");
      setTimeout(() => {
        app.log.warn({ dropped, maxConnections }, "connections closed: limit reached");
        dropped = 0;
      }, LOG_EVERY_MS).unref();
    });
  },
  { name: "connection-limit" },
);
