import type { FastifyBaseLogger } from "fastify";
import type { Tracing } from "./tracing.ts";
import { versions } from "./versions.ts";

/** Traces when there is a collector; without one none of their packages is loaded. */
export async function startTracingWhenAsked(
  endpoint: string | undefined,
  logger: FastifyBaseLogger,
): Promise<Tracing | null> {
  if (endpoint === undefined) return null;
  const { startTracing } = await import("./tracing.ts");
  return startTracing({
    ...{ endpoint, version: versions().site },
    onChange: (state, err) =>
      state === "lost"
        ? logger.warn({ err }, "traces cannot be sent")
        : logger.info("traces are sent again"),
  });
}
