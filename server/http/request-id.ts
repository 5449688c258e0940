import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { addressMatcher } from "./client-address.ts";

const WELL_FORMED = /^[\w.-]{8,64}$/;

/** The id of a request: the well-formed `X-Request-Id` of a trusted proxy or of this machine, else a new one. */
export function requestIds(proxies: readonly string[]) {
  const trusted = addressMatcher(["127.0.0.0/8", "::1/128", ...proxies]);
  return (request: IncomingMessage): string => {
    const given = request.headers["x-request-id"];
    if (
      typeof given === "string" &&
      WELL_FORMED.test(given) &&
      trusted(request.socket.remoteAddress)
    )
      return given;
    return randomUUID();
  };
}
