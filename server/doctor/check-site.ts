import { request } from "undici";
import { z } from "zod";
import type { Config } from "../config.ts";
import { type Finding, failure, ok, warning } from "./finding.ts";

const LIMIT_MS = 10_000;

const readiness = z.object({
  status: z.string(),
  parts: z.record(z.string(), z.object({ state: z.string(), why: z.string().optional() })),
});

/** What the site says of itself, where it runs: everything that its health checks know. */
export async function checkSite({ HOST, PORT }: Config): Promise<Finding[]> {
  const host = HOST === "0.0.0.0" ? "127.0.0.1" : HOST === "::" ? "[::1]" : HOST;
  const url = `http://${host}:${PORT}/health/ready`;
  const signal = AbortSignal.timeout(LIMIT_MS);
  const response = PORT === 0 ? null : await request(url, { signal }).catch(() => null);
  if (response === null) return [ok("site", `it does not run on port ${PORT} of ${HOST}`)];
  const read = readiness.safeParse(await response.body.json().catch(() => null));
  if (!read.success) {
    const fix = 'stop that program ("ss -ltnp" names it), or set PORT';
    return [failure("site", `port ${PORT} of ${HOST} is taken by another program`, fix)];
  }
  const { status, parts } = read.data;
  const unwell = Object.entries(parts).filter(([, { state }]) => state !== "ok");
  return [
    ok("site", `it runs on port ${PORT} of ${HOST}, and is ${status}`),
    ...unwell.map(([part, { state, why }]) =>
      warning("site", `${part} is ${state}: ${why}`, 'see "Health" in server/README.md'),
    ),
  ];
}
