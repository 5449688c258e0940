import { Resolver } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";

const CONNECT_TIMEOUT_MS = 2_000;
const DNS_TIMEOUT_MS = 1_500;

/** How foreign hosts are reached; tests give their own. */
export interface Network {
  /** Every IP address of a name; empty when there is none. */
  resolve: (hostname: string) => Promise<string[]>;
  isPublicAddress: (address: string) => boolean;
  /** A certificate authority beside the usual ones. */
  ca?: string;
}

/** Asks the name servers, not the hosts file, and not on the thread pool that files and conversions need. */
export async function resolveWithDns(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
  const answers = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
}

/** An address that must not be reached. Undici rejects the request with it. */
export class ForbiddenAddressError extends Error {
  override name = "ForbiddenAddressError";
}

function publicLookup({ resolve, isPublicAddress }: Network): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (all) => {
        const addresses = all.filter(isPublicAddress);
        const [first] = addresses;
        if (first === undefined)
          return callback(new ForbiddenAddressError("no public address"), "");
        const families = addresses.map((address) => ({
          address,
          family: address.includes(":") ? 6 : 4,
        }));
        if (options.all) return callback(null, families);
        callback(null, first, first.includes(":") ? 6 : 4);
      },
      (error: unknown) =>
        callback(error instanceof Error ? error : new Error("the name does not resolve"), ""),
    );
  };
}

/**
 * Connections to public addresses alone. The name is resolved once, for the connection itself, and the address of the
 * socket is checked again: a name that changes its address in between (DNS rebinding) reaches nothing.
 */
export function createForeignAgent(network: Network, connections: number): Agent {
  const connect = buildConnector({
    lookup: publicLookup(network),
    timeout: CONNECT_TIMEOUT_MS,
    allowH2: false,
    ...(network.ca === undefined ? {} : { ca: network.ca }),
  });
  return new Agent({
    connections,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, callback) =>
      connect(options, (...[error, socket]) => {
        if (error) return callback(error, null);
        if (network.isPublicAddress(socket.remoteAddress ?? "")) return callback(null, socket);
        socket.destroy();
        callback(new ForbiddenAddressError("connected to an address that is not public"), null);
      }),
  });
}
