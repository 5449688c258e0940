import { STATUS_CODES } from "node:http";
import type { FastifyReply } from "fastify";
import type { FieldError } from "../../shared/contract/form-state.ts";
import { problemKindOf, problemPath } from "../../shared/contract/problem-kinds.ts";
import { openReading } from "./security/cross-origin.ts";

/** A problem response (RFC 9457) with the request id and a message for anyone. */
export interface Problem {
  /** A page that explains it: an absolute path, valid under every host name of the site. */
  type: string;
  title: string;
  status: number;
  /** RFC 9457, section 3.1.4. */
  detail: string;
  /** The same text, under the name that it had first. */
  message: string;
  requestId: string;
  /** The invalid parameter or field, where there is one. */
  parameter?: string;
  /** The validation errors of a body: by field name, or a list in the form's order. */
  errors?: Readonly<Record<string, string>> | readonly FieldError[];
}

/** The message of an error response, by its status. */
export const STATUS_MESSAGES: Readonly<Record<number, string>> = {
  400: "The request could not be read.",
  408: "The request did not come in time.",
  413: "The request is too large.",
  415: "This content type is not accepted here.",
  429: "Too many requests. Please wait and try again.",
  431: "The header fields of the request are too large.",
};

type Given = Pick<Problem, "status" | "message" | "parameter" | "errors">;

/** A problem of the kind of its status. */
export function problemOf({ status, message, ...rest }: Given, requestId: string): Problem {
  const kind = problemKindOf(status);
  return {
    type: kind ? problemPath(kind) : "about:blank",
    title: kind?.title ?? STATUS_CODES[status] ?? "Error",
    status,
    detail: message,
    message,
    requestId,
    ...rest,
  };
}

/** Sends a problem. `parameter` names what the caller has to change; `retryAfterSeconds` is a header. */
export function sendProblem(
  reply: FastifyReply,
  { retryAfterSeconds, ...given }: Given & { retryAfterSeconds?: number | undefined },
): FastifyReply {
  openReading(reply);
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  return reply
    .code(given.status)
    .header("content-type", "application/problem+json; charset=utf-8")
    .header("cache-control", "no-store")
    .send(JSON.stringify(problemOf(given, reply.request.id)));
}
