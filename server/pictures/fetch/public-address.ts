import { BlockList, isIP } from "node:net";

/** IPv4 that is not of the public internet: https://www.iana.org/assignments/iana-ipv4-special-registry. */
const SPECIAL_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Parts of the global unicast range 2000::/3 that are special or hold an IPv4 address. */
const SPECIAL_IPV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const specialIpv4 = new BlockList();
for (const [net, prefix] of SPECIAL_IPV4) specialIpv4.addSubnet(net, prefix, "ipv4");
const specialIpv6 = new BlockList();
for (const [net, prefix] of SPECIAL_IPV6) specialIpv6.addSubnet(net, prefix, "ipv6");
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address belongs to the public internet. IPv4 in IPv6 (`::ffff:10.0.0.1`, NAT64, 6to4) does not. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !specialIpv4.check(address, "ipv4");
    case 6:
      return globalIpv6.check(address, "ipv6") && !specialIpv6.check(address, "ipv6");
    default:
      return false;
  }
}
