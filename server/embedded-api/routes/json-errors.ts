import type { FastifyError, FastifyInstance } from "fastify";

const SERVER_FAULT = "Something went wrong on our side. Please try again later.";

/** What callers read instead of the framework's own words. */
const PLAIN_WORDS: Readonly<Record<number, string>> = {
  400: "The request could not be read. A body must be valid JSON.",
  413: "The request is too large.",
  414: "The address is too long.",
  415: "The body must be sent as application/json.",
};

/** Status and `{ message }` for a fault; nothing of a server fault is told to the caller. */
export function errorAnswer(error: FastifyError): { status: number; body: { message: string } } {
  const status = error.statusCode ?? 500;
  if (status >= 500) return { status, body: { message: SERVER_FAULT } };
  return { status, body: { message: PLAIN_WORDS[status] ?? error.message } };
}

/** Every error this API answers is JSON with a `message`, also for a path it does not know. */
export function answerErrorsAsJson(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) =>
    reply
      .code(404)
      .send({ message: `There is nothing at ${request.method} ${pathOf(request.url)}.` }),
  );
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const { status, body } = errorAnswer(error);
    if (status >= 500) request.log.error({ err: error }, "content API call failed");
    return reply.code(status).send(body);
  });
}

function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}
