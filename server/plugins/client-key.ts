import { isIP } from "node:net";
import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";

/**
 * Who a request counts for: the peer, or the client behind a trusted proxy; IPv4 written as IPv6 is
 * unwrapped and IPv6 cut to the /64 that one household gets.
 */
export function clientKey(request: FastifyRequest): string {
  const address = [request.ip, request.socket.remoteAddress].find(
    (text) => text !== undefined && isIP(text) !== 0,
  );
  return address === undefined ? "unknown" : normalizeIP(address.split("%")[0] ?? "", 64);
}
