import type { FastifyError, FastifyReply } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { sendProblem } from "./problems.ts";

const MAX_NAME_LENGTH = 100;

/** The name of a parameter that the route does not have. */
function unknownParameter(issue: { params?: Record<string, unknown> } | undefined): string | null {
  const keys = issue?.params?.keys;
  return Array.isArray(keys) && typeof keys[0] === "string"
    ? keys[0].slice(0, MAX_NAME_LENGTH)
    : null;
}

/** Sends the first validation error of a route's schema as a 400; null for other errors. */
export function sendValidationProblem(
  reply: FastifyReply,
  error: FastifyError,
): FastifyReply | null {
  if (!hasZodFastifySchemaValidationErrors(error)) return null;
  const issue = error.validation[0];
  const parameter = unknownParameter(issue) ?? issue?.instancePath.slice(1).split("/")[0] ?? "";
  const message = `${parameter}: ${issue?.message ?? "cannot be used"}`;
  return sendProblem(reply, { status: 400, message, parameter });
}
