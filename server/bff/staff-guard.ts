import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isFromOurPages } from "../http/cross-origin.ts";
import { sendProblem } from "../http/problems.ts";
import type { CountPost } from "../http/rate-limits/form-rate-limits.ts";

const TOO_MANY = "Too many changes in a short while. Please wait and try again.";
const NOT_OURS = "This was sent from a page of another site.";
const NOT_HERE = "There is nothing at this URL.";
const REFUSALS = {
  401: "Send the staff token as Authorization: Bearer.",
  403: "This token is not the right one.",
} as const;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Digests have one length: the comparison takes the same time whatever was sent. */
function checkToken(header: string | undefined, token: string): 401 | 403 | null {
  const given = /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1];
  if (given === undefined) return 401;
  return timingSafeEqual(digest(given), digest(token)) ? null : 403;
}

/** Runs before the body is read. Wrong tokens count towards the limit too, so that none can be guessed. */
export function createStaffGuard({ config }: FastifyInstance, count: CountPost) {
  const { EVENTS_WRITE_TOKEN: token, PUBLIC_ORIGIN: publicOrigin } = config;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header("cache-control", "no-store");
    if (token === undefined) return sendProblem(reply, { status: 404, message: NOT_HERE });
    const seconds = await count(request, reply);
    if (seconds !== null)
      return sendProblem(reply, { status: 429, message: TOO_MANY, retryAfterSeconds: seconds });
    if (!isFromOurPages(request, publicOrigin))
      return sendProblem(reply, { status: 403, message: NOT_OURS });
    const refusal = checkToken(request.headers.authorization, token);
    if (refusal === null) return undefined;
    if (refusal === 401) reply.header("www-authenticate", 'Bearer realm="events"');
    request.log.warn({ audit: "event write refused", status: refusal }, "audit");
    return sendProblem(reply, { status: refusal, message: REFUSALS[refusal] });
  };
}
