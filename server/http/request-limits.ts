import type { IncomingMessage } from "node:http";
import fp from "fastify-plugin";

/** URLs of this site, with the longest filters and what mailings append, stay below 1,000. */
const MAX_URL_LENGTH = 4_096;
/** What is looked for is part of the URL: the search itself says that it is too long. */
const SEARCH = /^\/(?:sw\/|bff\/)?search\?/;
/** A browser sends about 20, and each proxy on the way a few more. */
const MAX_FIELDS = 64;
const NOT_IN_HOST = /[^\w.:[\]~%-]/;
const MAX_HOST_LENGTH = 255;

/** Refuses a request before any work is done for it. */
class RequestLimitError extends Error {
  override name = "RequestLimitError";
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** True for one well-formed host (RFC 9112, section 3.2). Its value is not used for anything. */
function hasOneHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  const { host } = headers;
  if (host === undefined) return httpVersion !== "1.1";
  if (host.length > MAX_HOST_LENGTH || NOT_IN_HOST.test(host)) return false;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts === 1;
}

/** Why a request is refused; undefined when it is not. */
function limitErrorOf(request: IncomingMessage): RequestLimitError | undefined {
  const { url = "", rawHeaders } = request;
  if (url.length > MAX_URL_LENGTH && !SEARCH.test(url))
    return new RequestLimitError(414, "URL too long");
  if (rawHeaders.length > 2 * MAX_FIELDS)
    return new RequestLimitError(431, "too many header fields");
  if (!url.startsWith("/") && url !== "*") return new RequestLimitError(400, "URL is not a path");
  return hasOneHost(request) ? undefined : new RequestLimitError(400, "invalid Host header");
}

/** Checks the URL, the host and the number of header fields of every request. */
export const requestLimitsPlugin = fp(
  async (app) => {
    app.addHook("onRequest", (request, _reply, done) => done(limitErrorOf(request.raw)));
  },
  // A refused request is logged as well.
  { name: "request-limits", dependencies: ["request-log"] },
);
