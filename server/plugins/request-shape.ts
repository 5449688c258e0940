import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/** Addresses of ours, with the longest filters and what mailings append, stay below 1,000. */
const MAX_ADDRESS = 4_096;
/** A browser sends about 20, and each proxy on the way a few more. */
const MAX_FIELDS = 64;
/** Nothing a host's name or address holds. */
const NO_HOST = /[^\w.:[\]~%-]/;
const MAX_HOST = 255;

/** A request that is refused before anything is done for it. */
class ShapeError extends Error {
  override name = "ShapeError";
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** One host, well formed (RFC 9112, section 3.2); what it says is not used for anything of ours. */
function hasOneHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  const { host } = headers;
  if (host === undefined) return httpVersion !== "1.1";
  if (host.length > MAX_HOST || NO_HOST.test(host)) return false;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts === 1;
}

function faultOf(request: IncomingMessage): ShapeError | undefined {
  const { url = "", rawHeaders } = request;
  if (url.length > MAX_ADDRESS) return new ShapeError(414, "address too long");
  if (rawHeaders.length > 2 * MAX_FIELDS) return new ShapeError(431, "too many header fields");
  if (!url.startsWith("/") && url !== "*") return new ShapeError(400, "address is not a path");
  return hasOneHost(request) ? undefined : new ShapeError(400, "host cannot be used");
}

/** Looks at the shape of every request: its address, its host, the number of its headers. */
export function checkRequestShape(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => done(faultOf(request.raw)));
}
