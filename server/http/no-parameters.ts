import type { FastifyReply, FastifyRequest } from "fastify";
import { sendProblem } from "./problems.ts";

const MAX_NAME_LENGTH = 100;

/** A hook of routes without a query: an unknown parameter is refused and named, as everywhere below `/bff`. */
export async function refuseParameters(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (!request.url.includes("?")) return undefined;
  const [name] = Object.keys(Object(request.query));
  if (name === undefined) return undefined;
  const parameter = name.slice(0, MAX_NAME_LENGTH);
  const message = `${parameter}: is no parameter here. There are none.`;
  return sendProblem(reply, { status: 400, message, parameter });
}
