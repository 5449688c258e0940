import type { FastifyReply } from "fastify";
import type { Outcome } from "../../shared/contract/site-data.ts";
import { sendProblem } from "./problems.ts";

const SOURCE_ERRORS = {
  502: "The content source sent a response that cannot be used. Please try again later.",
  503: "The content source does not respond. Please try again later.",
} as const;

/** Sends 502 or 503 in place of data that is unavailable, with `Retry-After`. */
export function sendSourceError(reply: FastifyReply, outcome: Outcome<unknown>): FastifyReply {
  const status = outcome.kind === "unavailable" ? outcome.status : 503;
  if (outcome.kind === "unavailable") reply.header("retry-after", outcome.retryAfterSeconds);
  return sendProblem(reply, { status, message: SOURCE_ERRORS[status] });
}
