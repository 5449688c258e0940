import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { Agent, buildConnector } from "undici";
import { addressList } from "../http/client-address.ts";
import { codeOf, UpstreamError } from "../source/http/upstream-error.ts";

const CONNECT_TIMEOUT_MS = 2_000;
const DNS_TIMEOUT_MS = 1_500;

/**
 * The addresses outside the public internet: https://www.iana.org/assignments/iana-ipv4-special-registry. For IPv6, the special
 * blocks and those that hold IPv4.
 */
const isSpecial = addressList(
  (
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 " +
    "192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 " +
    "2001::/23 2001:db8::/32 2002::/16 3fff::/20"
  ).split(" "),
);
const isGlobalIpv6 = addressList(["2000::/3"]);

/** Returns true for an address of the public internet. IPv4 in IPv6 (`::ffff:10.0.0.1`, NAT64, 6to4) does not count. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !isSpecial(address) && (family === 4 || isGlobalIpv6(address));
}

/** Returns the error of an address that must not be reached, which is not an outage. Undici rejects the request with the error. */
const forbidden = (detail: string) =>
  new UpstreamError({ kind: "shape", source: "pictures", detail });

/** The access to foreign hosts; tests pass their own. */
export interface Network {
  resolve: (hostname: string) => Promise<string[]>;
  isPublicAddress: (address: string) => boolean;
  /** A certificate authority beside the usual ones. */
  ca?: string;
}

/** The real network, which asks name servers, not the hosts file, and leaves the thread pool to files and conversions. */
export const internet: Network = {
  resolve: async (hostname) => {
    const dns = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
    const found = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)]);
    const addresses = found.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    const errors = found.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    // A name server that does not answer says nothing about the host, so its error is thrown.
    const error = errors.find((one) => !["ENOTFOUND", "ENODATA"].includes(codeOf(one)));
    if (addresses.length === 0 && error) throw error;
    return addresses;
  },
  isPublicAddress,
};

/** Returns the host of a URL without the brackets of an IPv6 address. */
export const withoutBrackets = (hostname: string): string =>
  hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;

/** Parses a URL of the content API, which may be private, or of https on a public host. Throws for any other URL. */
export function allowedUrl(address: string, ownOrigin: string, network: Network): URL {
  const url = URL.parse(address);
  if (url === null) throw forbidden("no URL");
  if (url.username !== "" || url.password !== "") throw forbidden("credentials in the URL");
  if (url.origin === ownOrigin) return url;
  if (url.protocol !== "https:") throw forbidden("not https");
  // The URL parser has turned every spelling of an IPv4 address (octal, one number) into dotted form.
  const host = withoutBrackets(url.hostname);
  if (isIP(host) !== 0 && !network.isPublicAddress(host)) throw forbidden("not a public address");
  return url;
}

/** Creates an agent that resolves a name once and checks the socket's address again, so that DNS rebinding reaches nothing. */
export function createForeignAgent(network: Network, limits: Agent.Options): Agent {
  const { resolve, isPublicAddress, ca } = network;
  const connect = buildConnector({
    lookup: (hostname, { all }, callback) => {
      resolve(hostname).then(
        (resolved) => {
          const allowed = resolved.filter(isPublicAddress);
          const found = allowed.map((address) => ({ address, family: isIP(address) }));
          const [first] = found;
          if (first === undefined) callback(forbidden("no public address"), "");
          else if (all) callback(null, found);
          else callback(null, first.address, first.family);
        },
        (error: Error) => callback(error, ""),
      );
    },
    timeout: CONNECT_TIMEOUT_MS,
    allowH2: false,
    ca,
  });
  return new Agent({
    ...limits,
    connect: (options, callback) =>
      connect(options, (error, socket) => {
        if (error !== null) return callback(error, null);
        if (socket !== null && isPublicAddress(socket.remoteAddress ?? ""))
          return callback(null, socket);
        socket.destroy();
        callback(forbidden("connected to an address that is not public"), null);
      }),
  });
}
