import type { FastifyReply } from "fastify";
import type { FieldError } from "../../shared/contract/form-state.ts";

/** A problem answer (RFC 9457) with the request id and a sentence anyone can read. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  message: string;
  requestId: string;
  /** The parameter or field at fault, where there is one. */
  parameter?: string;
  /** What is wrong with each field of a body: by its name, or a list in the form's order. */
  errors?: Readonly<Record<string, string>> | readonly FieldError[];
}

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  405: "Method not allowed",
  406: "Not acceptable",
  408: "Request timeout",
  412: "Precondition failed",
  413: "Content too large",
  414: "URI too long",
  415: "Unsupported media type",
  422: "Unprocessable content",
  428: "Precondition required",
  429: "Too many requests",
  431: "Request header fields too large",
  500: "Internal server error",
  502: "Bad gateway",
  503: "Service unavailable",
};

/** Answers with a problem. `parameter` names what the caller has to change. */
export function sendProblem(
  reply: FastifyReply,
  given: Pick<Problem, "status" | "message" | "parameter" | "errors">,
): FastifyReply {
  const problem: Problem = {
    type: "about:blank",
    title: TITLES[given.status] ?? "Error",
    requestId: reply.request.id,
    ...given,
  };
  return reply
    .code(given.status)
    .header("content-type", "application/problem+json; charset=utf-8")
    .header("cache-control", "no-store")
    .send(JSON.stringify(problem));
}
