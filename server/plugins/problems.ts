import type { FastifyReply } from "fastify";
import type { FieldError } from "../../shared/contract/form-state.ts";
import { problemKindOf, problemPath } from "../../shared/contract/problem-kinds.ts";
import { openReading } from "./open-to-all.ts";

/** A problem answer (RFC 9457) with the request id and a sentence anyone can read. */
export interface Problem {
  /** A page that explains it: absolute path, whatever name the site is reached under. */
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

/** Answers with a problem. `parameter` names what the caller has to change. */
export function sendProblem(
  reply: FastifyReply,
  given: Pick<Problem, "status" | "message" | "parameter" | "errors">,
): FastifyReply {
  const kind = problemKindOf(given.status);
  openReading(reply);
  const problem: Problem = {
    type: kind ? problemPath(kind) : "about:blank",
    title: kind?.title ?? "Error",
    requestId: reply.request.id,
    ...given,
  };
  return reply
    .code(given.status)
    .header("content-type", "application/problem+json; charset=utf-8")
    .header("cache-control", "no-store")
    .send(JSON.stringify(problem));
}
