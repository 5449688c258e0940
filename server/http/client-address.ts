import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";

/** An address with a port, or in brackets: `[2001:db8::1]:443`, `192.0.2.1:443`. */
const WITH_PORT = /^\[(.*)\](?::\d+)?$|^(.*\.\d+):\d+$/;

/** Reads an IP address from `X-Forwarded-For`, into which some proxies write quotes, brackets and a port. */
function readAddress(text: string | undefined = ""): string | null {
  const address = text.replaceAll('"', "").trim().replace(WITH_PORT, "$1$2").replace(/%.*$/, "");
  return isIP(address) === 0 ? null : address;
}

/** Returns a function that tells whether an address is in a list of addresses and ranges. IPv4-mapped IPv6 matches as IPv4. */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");
  for (const entry of entries) {
    const [address = "", prefix = address.includes(":") ? 128 : 32] = entry.split("/");
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

/** Tells which proxies to trust. Skips entries such as `unknown`: otherwise all of these visitors would share one limit. */
export function proxyTrust(list: readonly string[]): (part: string, hop: number) => boolean {
  const isTrusted = addressList(list);
  return (forwarded, hop) => {
    const address = readAddress(forwarded);
    return address === null ? hop > 0 : isTrusted(address);
  };
}

/** Returns the key that rate limits count by. IPv4 in IPv6 is unwrapped, and IPv6 is cut to the /64 of one household. */
export function clientKey({ ip, socket }: FastifyRequest): string {
  const address = readAddress(ip) ?? readAddress(socket.remoteAddress);
  return address === null ? "unknown" : normalizeIP(address, 64);
}

/** Takes the `X-Request-Id` of a trusted proxy or of this machine, and otherwise makes a new id. */
export function requestIds(proxies: readonly string[]) {
  const isTrusted = proxyTrust(["127.0.0.0/8", "::1/128", ...proxies]);
  return ({ headers, socket }: IncomingMessage): string => {
    const given = headers["x-request-id"];
    if (typeof given !== "string" || !/^[\w.-]{8,64}$/.test(given)) return randomUUID();
    return isTrusted(socket.remoteAddress ?? "", 0) ? given : randomUUID();
  };
}
