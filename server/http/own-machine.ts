import type { FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { addressList } from "./client-address.ts";

const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** A name of this machine alone, as in a URL. */
export const isLoopbackHost = (hostname: string): boolean => LOOPBACK_HOST.test(hostname);

/** The headers by which proxies tell whom they speak for, such as `X-Forwarded-For` and `CF-Connecting-IP`. */
const OF_PROXY = /^(?:via|forwarded|x-forwarded(?:-.*)?|x-real-ip|.*client-ip|.*connecting-ip)$/;

/** Whether a proxy on this machine is to be expected: then each visitor comes from loopback. */
function hasLocalProxy({ HOST, PUBLIC_ORIGIN, TRUST_PROXY }: Config): boolean {
  const isForThisMachine = isLoopbackHost(HOST.includes(":") ? `[${HOST}]` : HOST);
  if (isForThisMachine && !isLoopbackHost(new URL(PUBLIC_ORIGIN).hostname)) return true;
  const isTrusted = addressList(TRUST_PROXY);
  return isTrusted("127.0.0.1") || isTrusted("::1");
}

/**
 * Whether the caller is a program of this machine, and not a proxy on it that speaks for a visitor. A proxy may tell
 * nothing of itself, hand on the visitor's `Host`, and speak HTTP/1.0 as nginx does. One that does none of these looks like
 * a program; where the settings tell of a proxy on this machine, nobody is believed.
 */
export function isOwnMachine({ raw, headers, server }: FastifyRequest): boolean {
  if (hasLocalProxy(server.config) || raw.httpVersion === "1.0") return false;
  const { remoteAddress = "", localPort } = raw.socket;
  if (!LOOPBACK_ADDRESS.test(remoteAddress)) return false;
  if (Object.keys(headers).some((name) => OF_PROXY.test(name))) return false;
  const host = URL.parse(`http://${headers.host}`);
  const isOurPort = localPort === undefined || Number(host?.port || 80) === localPort;
  return host !== null && isLoopbackHost(host.hostname) && isOurPort;
}
