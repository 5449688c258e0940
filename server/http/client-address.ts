import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { normalizeIP } from "@fastify/rate-limit";
import type { FastifyRequest } from "fastify";

/** Some proxies write quotes, brackets and a port into `X-Forwarded-For`. */
function addressIn(part: string | undefined = ""): string | null {
  const address = part
    .replaceAll('"', "")
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$|^(.*\.\d+):\d+$/, "$1$2")
    .replace(/%.*$/, "");
  return isIP(address) === 0 ? null : address;
}

/** Of addresses and ranges. IPv4 in IPv6 is found as what it is. */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");
  for (const entry of entries) {
    const [address = "", prefix = address.includes(":") ? 128 : 32] = entry.split("/");
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

/** What is no address, such as `unknown`, is skipped: else all who come so would be one client. */
export function proxyTrust(list: readonly string[]): (part: string, hop: number) => boolean {
  const isTrusted = addressList(list);
  return (part, hop) => {
    const address = addressIn(part);
    return address === null ? hop > 0 : isTrusted(address);
  };
}

/** Whom limits count. IPv4 in IPv6 is unwrapped, IPv6 cut to the /64 of one household. */
export function clientKey({ ip, socket }: FastifyRequest): string {
  const address = addressIn(ip) ?? addressIn(socket.remoteAddress);
  return address === null ? "unknown" : normalizeIP(address, 64);
}

/** `X-Request-Id` of a trusted proxy or of this machine, else a new id. */
export function requestIds(proxies: readonly string[]) {
  const isTrusted = proxyTrust(["127.0.0.0/8", "::1/128", ...proxies]);
  return ({ headers, socket }: IncomingMessage): string => {
    const given = headers["x-request-id"];
    if (typeof given !== "string" || !/^[\w.-]{8,64}$/.test(given)) return randomUUID();
    return isTrusted(socket.remoteAddress ?? "", 0) ? given : randomUUID();
  };
}
