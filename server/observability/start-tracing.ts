import type { FastifyBaseLogger } from "fastify";
import type { Tracing } from "./tracing.ts";
import { versions } from "./versions.ts";

/** Starts tracing when a collector is configured; otherwise none of its packages is loaded. */
export async function startTracingIfConfigured(
  endpoint: string | undefined,
  logger: FastifyBaseLogger,
): Promise<Tracing | null> {
  if (endpoint === undefined) return null;
  const { startTracing } = await import("./tracing.ts");
  return startTracing({
    endpoint,
    version: versions().site,
    onChange: (state, err) =>
      state === "lost"
        ? logger.warn({ err }, "traces cannot be sent")
        : logger.info("traces are sent again"),
  });
}
