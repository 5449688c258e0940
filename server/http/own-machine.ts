import type { FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { addressList } from "./client-address.ts";

/** A loopback address of a socket: `127.0.0.1`, `::ffff:127.0.0.1`, `::1`. */
const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;
/** A loopback name in a URL: `localhost`, `127.0.0.1`, `[::1]`. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Tells whether a host name, as written in a URL, is a loopback name of this machine. */
export const isLoopbackHost = (hostname: string): boolean => LOOPBACK_HOST.test(hostname);

/** The headers in which proxies name the client, such as `X-Forwarded-For` and `CF-Connecting-IP`. */
const PROXY_HEADERS =
  /^(?:via|forwarded|x-forwarded(?:-.*)?|x-real-ip|.*client-ip|.*connecting-ip)$/;

/** Tells whether the settings suggest a proxy on this machine, behind which every visitor comes from loopback. */
function hasLocalProxy({ HOST, PUBLIC_ORIGIN, TRUST_PROXY }: Config): boolean {
  const isForThisMachine = isLoopbackHost(HOST.includes(":") ? `[${HOST}]` : HOST);
  if (isForThisMachine && !isLoopbackHost(new URL(PUBLIC_ORIGIN).hostname)) return true;
  const isTrusted = addressList(TRUST_PROXY);
  return isTrusted("127.0.0.1") || isTrusted("::1");
}

/**
 * Tells whether the caller is a program on this machine, and not a local proxy that forwards a visitor. A proxy shows by its
 * headers, by the visitor's `Host`, or by HTTP/1.0, which nginx speaks. A proxy without any of these signs looks like a
 * program. So where the settings suggest a proxy on this machine, no caller counts as a program.
 */
export function isOwnMachine({ raw, headers, server }: FastifyRequest): boolean {
  if (hasLocalProxy(server.config) || raw.httpVersion === "1.0") return false;
  const { remoteAddress = "", localPort } = raw.socket;
  if (!LOOPBACK_ADDRESS.test(remoteAddress)) return false;
  if (Object.keys(headers).some((name) => PROXY_HEADERS.test(name))) return false;
  const host = URL.parse(`http://${headers.host}`);
  const isOurPort = localPort === undefined || Number(host?.port || 80) === localPort;
  return host !== null && isLoopbackHost(host.hostname) && isOurPort;
}
