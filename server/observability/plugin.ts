import fp from "fastify-plugin";
import { createMetrics, type Metrics } from "./metrics.ts";
import type { Tracing } from "./tracing.ts";
import { versions } from "./versions.ts";

declare module "fastify" {
  interface FastifyInstance {
    metrics: Metrics;
    /** Null without a trace collector. */
    tracing: Tracing | null;
  }
}

/** Metrics, and traces when a collector is configured; otherwise none of their packages is loaded. */
export const observabilityPlugin = fp(
  async (app) => {
    const metrics = createMetrics();
    app.decorate("metrics", metrics);
    app.addHook("onClose", async () => metrics.close());
    const endpoint = app.config.OTEL_EXPORTER_OTLP_ENDPOINT;
    if (endpoint === undefined) {
      app.decorate("tracing", null);
      return;
    }
    const { startTracing } = await import("./tracing.ts");
    const tracing = startTracing({
      endpoint,
      version: versions().site,
      onChange: (state, err) =>
        state === "lost"
          ? app.log.warn({ err }, "traces cannot be sent")
          : app.log.info("traces are sent again"),
    });
    app.decorate("tracing", tracing);
    // Before any other hook.
    tracing.addHooks(app);
    app.addHook("onClose", tracing.close);
  },
  { name: "observability" },
);
