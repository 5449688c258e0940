import type { FastifyError, FastifyInstance } from "fastify";

const SERVER_ERROR = "Something went wrong on our side. Please try again later.";

/** In place of the framework's messages. */
const MESSAGES: Readonly<Record<number, string>> = {
  400: "The request could not be read. A body must be valid JSON.",
  413: "The request is too large.",
  414: "The address is too long.",
  415: "The body must be sent as application/json.",
};

/** Status and `{ message }` of an error, without details of a server error. */
export function errorResponse(error: FastifyError): { status: number; body: { message: string } } {
  const status = error.statusCode ?? 500;
  if (status >= 500) return { status, body: { message: SERVER_ERROR } };
  return { status, body: { message: MESSAGES[status] ?? error.message } };
}

/** Every error is JSON with a `message`, an unknown path included. */
export function sendErrorsAsJson(app: FastifyInstance): void {
  app.setNotFoundHandler(({ method, url }, reply) =>
    reply.code(404).send({ message: `There is nothing at ${method} ${url.split("?", 1)[0]}.` }),
  );
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { status, body } = errorResponse(error);
    if (status >= 500) request.log.error({ err: error }, "content API call failed");
    return reply.code(status).send(body);
  });
}
