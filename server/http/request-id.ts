import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

const WELL_FORMED = /^[\w.-]{8,64}$/;

/** A matcher for addresses and ranges. */
export function addressMatcher(list: readonly string[]): (address: string | undefined) => boolean {
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
