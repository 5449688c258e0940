import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { ACCEPTED_TYPES } from "./body-parsers.ts";
import { STATUS_MESSAGES, sendProblem } from "./problems.ts";
import { isBffUrl } from "./security/cross-origin.ts";
import { sendValidationProblem } from "./validation-problems.ts";

interface Options {
  /** Renders the page of the request's URL. Functions, so that `http` imports no renderer. */
  renderPage: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  /** Renders the HTML of an error. */
  renderErrorPage: (reply: FastifyReply, status: number) => Promise<FastifyReply>;
}

/** A browser that posts a form without scripts accepts HTML; a tool does not. */
const isToolsPost = ({ method, headers }: FastifyRequest) =>
  method === "POST" && !headers.accept?.includes("text/html");

function statusOf(error: FastifyError): number {
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 600 ? status : 500;
}

const NOT_HERE = "There is nothing at this URL.";

function notFoundMessage(url: string): string {
  const isMisspelt = !url.startsWith("/bff") || /\/{2}/.test(url.split("?", 1)[0] ?? "");
  return isMisspelt ? `${NOT_HERE} Write /bff in lower case, with single slashes.` : NOT_HERE;
}

async function sendNotFound(
  request: FastifyRequest,
  reply: FastifyReply,
  { renderPage }: Options,
): Promise<FastifyReply> {
  if (isBffUrl(request.url)) {
    const refused = reply.server.refuseMethod(request, reply);
    return refused ?? sendProblem(reply, { status: 404, message: notFoundMessage(request.url) });
  }
  if (request.method === "GET" || request.method === "HEAD") return renderPage(request, reply);
  // Every URL has a page, be it the not-found page; some take forms too.
  const methods = [...new Set(["GET", "HEAD", ...reply.server.allowedMethods(request.url)])];
  reply.header("allow", methods.join(", "));
  const message = `Only ${methods.slice(0, -1).join(", ")} and ${methods.at(-1)} are allowed here.`;
  return sendProblem(reply, { status: 405, message });
}

/** What a refused body has to be: its content type, or its length. */
function bodyRule({ request, server }: FastifyReply, status: number): string {
  if (status === 415) {
    const types = ACCEPTED_TYPES.filter((type) => server.hasContentTypeParser(type));
    return ` Send ${types.join(" or ")}, in UTF-8.`;
  }
  if (status !== 413) return "";
  return ` At most ${request.routeOptions.bodyLimit} bytes are read.`;
}

function sendErrorProblem(reply: FastifyReply, error: FastifyError, status: number): FastifyReply {
  const text = STATUS_MESSAGES[status] ?? "Something went wrong on our side.";
  const what = /_(?:INVALID|EMPTY)_JSON_BODY$/.test(error.code) ? " The body is not JSON." : "";
  return sendProblem(reply, { status, message: text + what + bodyRule(reply, status) });
}

async function sendError(
  error: FastifyError,
  [request, reply]: [FastifyRequest, FastifyReply],
  { renderErrorPage }: Options,
): Promise<FastifyReply> {
  const status = statusOf(error);
  if (status >= 500) {
    request.log.error({ err: error }, "request failed");
    request.server.metrics.errors.inc();
  }
  const invalid = sendValidationProblem(reply, error);
  if (invalid) return invalid;
  if (isBffUrl(request.url) || isToolsPost(request)) return sendErrorProblem(reply, error, status);
  try {
    return await renderErrorPage(reply, status);
  } catch (err) {
    request.log.error({ err }, "error page could not be rendered");
    return reply
      .code(status)
      .type("text/plain; charset=utf-8")
      .header("cache-control", "no-store")
      .send(`Unexpected Application Error! ${status}\nRequest id: ${request.id}\n`);
  }
}

/** Responses outside the routes: unknown URLs, methods that are not allowed, errors. */
export const errorPagesPlugin = fp<Options>(
  async (app, options) => {
    app.setNotFoundHandler((request, reply) => sendNotFound(request, reply, options));
    app.setErrorHandler((error: FastifyError, request, reply) =>
      sendError(error, [request, reply], options),
    );
  },
  { name: "error-pages", dependencies: ["allowed-methods"] },
);
