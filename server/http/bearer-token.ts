import type { FastifyRequest } from "fastify";
import { isSecret } from "./headers.ts";

/** The header of RFC 6750. Example: `Bearer 0123456789abcdef`. */
const BEARER = /^Bearer +(\S+) *$/i;

/** Returns the token that a request carries; undefined without one. */
export const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? "")?.[1];

/**
 * Tells whether a request carries `METRICS_TOKEN`. Nothing else opens the metrics on the site's port: a proxy on this machine that
 * adds no header and sends `Host: 127.0.0.1` makes every visitor look like a program of this machine.
 */
export function isOperator(request: FastifyRequest): boolean {
  const { METRICS_TOKEN: token } = request.server.config;
  const given = bearerToken(request);
  return token !== undefined && given !== undefined && isSecret(given, token);
}
