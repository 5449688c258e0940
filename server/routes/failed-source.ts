import type { FastifyReply } from "fastify";
import type { Outcome } from "../../shared/contract/answers.ts";
import { sendProblem } from "../plugins/problems.ts";

/** Why a question was not answered, in words anyone may read. */
const SOURCE_FAULTS = {
  502: "The content source gave an answer that cannot be used. Please try again later.",
  503: "The content source does not answer. Please try again later.",
} as const;

/** Answers in place of data that could not be had: 502 or 503, and when to come back. */
export function sendSourceFault(reply: FastifyReply, outcome: Outcome<unknown>): FastifyReply {
  const status = outcome.kind === "unavailable" ? outcome.status : 503;
  if (outcome.kind === "unavailable") reply.header("retry-after", outcome.retryAfterSeconds);
  return sendProblem(reply, { status, message: SOURCE_FAULTS[status] });
}
