import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

const WELL_FORMED = /^[\w.-]{8,64}$/;

/** A matcher for the addresses and ranges of `TRUST_PROXY`; loopback is always trusted. */
export function trustedPeers(list: readonly string[]): (address: string | undefined) => boolean {
  const peers = new BlockList();
  for (const entry of ["127.0.0.0/8", "::1/128", ...list]) {
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) peers.addAddress(address, family);
    else peers.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    const plain = address?.replace(/^::ffff:/, "") ?? "";
    const family = isIP(plain);
    return family !== 0 && peers.check(plain, family === 6 ? "ipv6" : "ipv4");
  };
}

/** The id of a request: the well-formed `X-Request-Id` of a trusted peer, else a new one. */
export function requestIds(trusted: (address: string | undefined) => boolean) {
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
