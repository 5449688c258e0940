import { STATUS_CODES } from "node:http";
import type { FastifyReply, onRequestHookHandler } from "fastify";
import { z } from "zod";
import { problemKindOf, problemPath } from "../../shared/contract/api.ts";
import type { FieldError } from "../../shared/contract/form-state.ts";
import type { Outcome } from "../../shared/contract/site-data.ts";
import { cachePolicy, isBffUrl, openToAll } from "./headers.ts";

const fieldError = z.object({
  field: z.string().describe("The name of the field, parameter or header."),
  code: z
    .string()
    .describe(
      "A short name of the error: unknown, missing, too-long, one-line, format, not-listed, repeated, order or invalid. More may come.",
    ),
  message: z.string().describe("A sentence for people."),
});

export const problem = z
  .object({
    type: z.string().describe("The absolute URL of a page that explains this kind of problem."),
    code: z
      .string()
      .describe("A short name of the problem that stays, such as not-found or invalid-fields."),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe("A description of the problem."),
    message: z.string().describe("The same as detail."),
    requestId: z
      .string()
      .describe(
        "The id of the request, also in X-Request-Id. The reference number. Quote it when you write to us.",
      ),
    parameter: z
      .string()
      .optional()
      .describe(
        "The name of the invalid parameter or header; the first where several are invalid.",
      ),
    errors: z
      .array(fieldError)
      .optional()
      .describe("The error of each invalid parameter or field, all of them at once."),
  })
  .meta({ id: "Problem", description: "Why the request failed (RFC 9457)." });

export const messageOf = (status: number): string =>
  problemKindOf(status)?.happened ?? "The request failed.";

type Given = Pick<z.infer<typeof problem>, "status" | "parameter"> & {
  /** A name more exact than that of the kind. */
  code?: string | undefined;
  message?: string | undefined;
  errors?: readonly FieldError[] | undefined;
  retryAfterSeconds?: number | undefined;
};

export function problemOf(
  { status, code, message = messageOf(status), parameter, errors }: Given,
  { requestId, origin }: { requestId: string; origin: string },
) {
  const kind = problemKindOf(status);
  return {
    type: kind ? origin + problemPath(kind) : "about:blank",
    code: code ?? kind?.name ?? "error",
    title: kind?.title ?? STATUS_CODES[status] ?? "Error",
    status,
    detail: message,
    message,
    requestId,
    parameter,
    errors: errors?.map((one) => ({
      field: one.field,
      code: one.code ?? "invalid",
      message: one.message,
    })),
  };
}

/** Sends a problem document. `parameter` names what the caller has to change. */
export function sendProblem(reply: FastifyReply, given: Given): FastifyReply {
  const { method, url, id: requestId } = reply.request;
  const origin = reply.server.config.PUBLIC_ORIGIN;
  const { status, retryAfterSeconds } = given;
  // Posts and changes are for our own pages, so their responses are not open to other origins.
  if ((method === "GET" || method === "HEAD") && isBffUrl(url)) reply.headers(openToAll);
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  return reply
    .code(status)
    .header("content-type", "application/problem+json; charset=utf-8")
    .header("cache-control", "no-store")
    .send(JSON.stringify(problemOf(given, { requestId, origin })));
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

/** The most errors of one problem, so that a request with thousands of parameters gets a short answer. */
export const MOST_ERRORS = 20;

/** The code of a problem with parameters. */
export const INVALID_PARAMETERS = "invalid-parameters";

export const unknownParameter = (name: string): string =>
  `Unknown parameter ${JSON.stringify(name)}.`;

/** Refuses all parameters, for routes without a query. */
export const refuseParameters: onRequestHookHandler = ({ query }, reply, done) => {
  const names = Object.keys(Object(query)).slice(0, MOST_ERRORS);
  if (names.length === 0) return done();
  const errors = names.map((name) => {
    const field = name.slice(0, MAX_NAME_LENGTH);
    return { field, code: "unknown", message: unknownParameter(field) };
  });
  const message = `${errors.map((one) => one.message).join(" ")} This endpoint takes no parameters.`;
  const [{ field: parameter } = { field: "" }] = errors;
  sendProblem(reply, { status: 400, code: INVALID_PARAMETERS, message, parameter, errors });
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
