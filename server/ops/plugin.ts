import fp from "fastify-plugin";
import packageJson from "../../package.json" with { type: "json" };
import type { Tracing } from "../http/tracing.ts";
import { createMetrics, type Metrics } from "./metrics.ts";

declare module "fastify" {
  interface FastifyInstance {
    metrics: Metrics;
    /** Null without a trace collector. */
    tracing: Tracing | null;
  }
}

const { version, dependencies } = packageJson;

/** For the first log line and `site_build_info`; every dependency is pinned. */
export const versions = {
  site: version,
  node: process.version,
  fastify: dependencies.fastify,
  react: dependencies.react,
};

/** Metrics, and traces when a collector is configured; otherwise none of their packages is loaded. */
export const observabilityPlugin = fp(
  async (app) => {
    const metrics = createMetrics();
    app.decorate("metrics", metrics);
    app.addHook("onClose", async () => metrics.registry.clear());
    const endpoint = app.config.OTEL_EXPORTER_OTLP_ENDPOINT;
    const tracing =
      endpoint === undefined
        ? null
        : (await import("../http/tracing.ts")).startTracing(app, endpoint, versions.site);
    app.decorate("tracing", tracing);
  },
  { name: "observability" },
);
