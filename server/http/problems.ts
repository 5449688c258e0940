import { STATUS_CODES } from "node:http";
import type { FastifyReply, onRequestHookHandler } from "fastify";
import { z } from "zod";
import { problemKindOf, problemPath } from "../../shared/contract/api.ts";
import type { FieldError } from "../../shared/contract/form-state.ts";
import type { Outcome } from "../../shared/contract/site-data.ts";
import { cachePolicy, isBffUrl, openToAll } from "./headers.ts";

const fieldError = z.object({ field: z.string(), message: z.string() });

export const problem = z
  .object({
    type: z.string().describe("The URL of a page that explains this kind of problem."),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe("A description of the problem."),
    message: z.string().describe("The same as detail."),
    requestId: z
      .string()
      .describe(
        "The id of the request, also in X-Request-Id. The reference number. Quote it when you write to us.",
      ),
    parameter: z.string().optional().describe("The name of the invalid parameter or header."),
    errors: z.array(fieldError).optional().describe("The error of each field of the body."),
  })
  .meta({ id: "Problem", description: "Why the request failed (RFC 9457)." });

export const messageOf = (status: number): string =>
  problemKindOf(status)?.happened ?? "The request failed.";

type Given = Pick<z.infer<typeof problem>, "status" | "parameter"> & {
  message?: string | undefined;
  errors?: readonly FieldError[] | undefined;
  retryAfterSeconds?: number | undefined;
};

export function problemOf(
  { status, message = messageOf(status), parameter, errors }: Given,
  requestId: string,
) {
  const kind = problemKindOf(status);
  return {
    type: kind ? problemPath(kind) : "about:blank",
    title: kind?.title ?? STATUS_CODES[status] ?? "Error",
    status,
    detail: message,
    message,
    requestId,
    parameter,
    errors,
  };
}

/** Sends a problem document. `parameter` names what the caller has to change. */
export function sendProblem(reply: FastifyReply, given: Given): FastifyReply {
  const { method, url, id } = reply.request;
  const { status, retryAfterSeconds } = given;
  // Posts and changes are for our own pages, so their responses are not open to other origins.
  if ((method === "GET" || method === "HEAD") && isBffUrl(url)) reply.headers(openToAll);
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  return reply
    .code(status)
    .header("content-type", "application/problem+json; charset=utf-8")
    .header("cache-control", "no-store")
    .send(JSON.stringify(problemOf(given, id)));
}

/** Sends a failure of the site as plain text with the request id, where neither a page nor JSON can be sent. */
export const sendText = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply
    .code(status)
    .header("cache-control", cachePolicy.error)
    .type("text/plain; charset=utf-8")
    .send(`${text}\nRequest id: ${reply.request.id}\n`);

export const sendSourceError = (
  reply: FastifyReply,
  outcome: Exclude<Outcome<unknown>, { kind: "ok" }>,
): FastifyReply => sendProblem(reply, outcome.kind === "not-found" ? { status: 404 } : outcome);

/** The length to which a problem cuts an unknown name that it repeats. */
export const MAX_NAME_LENGTH = 100;

export const unknownParameter = (name: string): string =>
  `Unknown parameter ${JSON.stringify(name)}.`;

/** Refuses all parameters, for routes without a query. */
export const refuseParameters: onRequestHookHandler = ({ query }, reply, done) => {
  const [name] = Object.keys(Object(query));
  if (name === undefined) return done();
  const parameter = name.slice(0, MAX_NAME_LENGTH);
  const message = `${unknownParameter(parameter)} This endpoint takes no parameters.`;
  sendProblem(reply, { status: 400, message, parameter });
};

/** Builds a query schema that refuses unknown parameters, so that a misspelt filter does not return everything. */
export function strictQuery<Shape extends z.ZodRawShape>(shape: Shape) {
  const names = Object.keys(shape).join(", ");
  const error = (issue: { code?: string }) =>
    issue.code === "unrecognized_keys" ? `Choose from ${names}.` : undefined;
  return z.strictObject(shape, { error });
}

/** A weight that refuses a type: `;q=0`, `;q=0.00`. */
const REFUSED = /;q=0(?:\.0*)?(?:;|$)/;

/** Tells whether `Accept` allows JSON. The most specific range decides; a weight of 0 refuses (RFC 9110, section 12.5.1). */
export function acceptsJson(accept = ""): boolean {
  if (accept.trim() === "") return true;
  const ranges = accept.toLowerCase().replaceAll(" ", "").split(",");
  for (const type of ["application/json", "application/*", "*/*"]) {
    const range = ranges.find((one) => one === type || one.startsWith(`${type};`));
    if (range !== undefined) return !REFUSED.test(range);
  }
  return false;
}
