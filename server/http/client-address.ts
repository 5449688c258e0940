import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";

/** A matcher for addresses and ranges. */
function addressMatcher(list: readonly string[]): (address: string | undefined) => boolean {
  const peers = new BlockList();
  for (const entry of list) {
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) peers.addAddress(address, family);
    else peers.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const plain = address?.replace(/^::ffff:(?=[\d.]+$)/i, "") ?? "";
    const family = isIP(plain);
    return family !== 0 && peers.check(plain, family === 6 ? "ipv6" : "ipv4");
  };
}

/** The address in a part of `X-Forwarded-For`, where some proxies write quotes, brackets and a port; null without one. */
function addressIn(part: string | undefined = ""): string | null {
  const address = part
    .replace(/^\s*"?\s*|\s*"?\s*$/g, "")
    .replace(/^\[(.*)\](?::\d+)?$|^(.*\.\d+):\d+$/, "$1$2")
    .replace(/%.*$/, "");
  return isIP(address) === 0 ? null : address;
}

/**
 * Fastify's `trustProxy` for the addresses and ranges of `TRUST_PROXY`. What is no address, such as `unknown`, is
 * skipped in what trusted proxies wrote: else it would be one client with all who come that way.
 */
export function proxyTrust(list: readonly string[]): (part: string, hop: number) => boolean {
  const isTrusted = addressMatcher(list);
  return (part, hop) => {
    const address = addressIn(part);
    return address === null ? hop > 0 : isTrusted(address);
  };
}

/**
 * The key that a request counts for: the IP address of the peer, or of the client behind a trusted proxy; IPv4
 * mapped to IPv6 is unwrapped, and IPv6 is cut to the /64 of one household.
 */
export function clientKey({ ip, socket }: FastifyRequest): string {
  const address = addressIn(ip) ?? addressIn(socket.remoteAddress);
  return address === null ? "unknown" : normalizeIP(address, 64);
}

/** The id of a request: the well-formed `X-Request-Id` of a trusted proxy or of this machine, else a new one. */
export function requestIds(proxies: readonly string[]) {
  const isTrusted = addressMatcher(["127.0.0.0/8", "::1/128", ...proxies]);
  return ({ headers, socket }: IncomingMessage): string => {
    const given = String(headers["x-request-id"] ?? "");
    return /^[\w.-]{8,64}$/.test(given) && isTrusted(socket.remoteAddress) ? given : randomUUID();
  };
}
