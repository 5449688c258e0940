import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { BodyError } from "./body-parsers.ts";
import { addMethods } from "./methods.ts";
import { sendProblem } from "./problems.ts";

/** Draws the HTML of a fault. Kept as a function so that this plugin knows no renderer. */
export type DrawErrorPage = (reply: FastifyReply, status: number) => Promise<FastifyReply>;
/** Draws the page of the request's address, whatever it is. */
export type DrawPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const isData = (url: string) => url.startsWith("/bff/") || url === "/bff";

/** A form that a browser posts without scripts names HTML among what it takes; a tool does not. */
const isToolsPost = ({ method, headers }: FastifyRequest) =>
  method === "POST" && !headers.accept?.includes("text/html");

/** What a fault is called, by its status. */
export const PLAIN_WORDS: Readonly<Record<number, string>> = {
  400: "The request could not be read.",
  408: "The request did not come in time.",
  413: "The request is too large.",
  414: "The address is too long.",
  415: "This content type is not accepted here.",
  417: "This expectation cannot be met.",
  429: "Too many requests. Please wait and try again.",
  431: "The request has too many header fields, or too large ones.",
};

function statusOf(error: FastifyError): number {
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 600 ? status : 500;
}

/** The name of a parameter that an address does not have. */
function unknownParameter(issue: { params?: Record<string, unknown> } | undefined): string | null {
  const keys = issue?.params?.keys;
  return Array.isArray(keys) && typeof keys[0] === "string" ? keys[0].slice(0, 100) : null;
}

function sendBadParameter(reply: FastifyReply, error: FastifyError): FastifyReply | null {
  if (!hasZodFastifySchemaValidationErrors(error)) return null;
  const issue = error.validation[0];
  const parameter = unknownParameter(issue) ?? issue?.instancePath.slice(1).split("/")[0] ?? "";
  const message = `${parameter}: ${issue?.message ?? "cannot be used"}`;
  return sendProblem(reply, { status: 400, message, parameter });
}

/** Everything that is not a route's own answer: unknown addresses, wrong methods, faults. */
export function addErrorPages(
  app: FastifyInstance,
  draw: { page: DrawPage; errorPage: DrawErrorPage; onFault: () => void },
): void {
  const { methodsOf, refuse } = addMethods(app);

  app.setNotFoundHandler(async (request, reply) => {
    if (isData(request.url)) {
      return (
        refuse(request, reply) ??
        sendProblem(reply, { status: 404, message: "There is nothing at this address." })
      );
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      // Every address has a page, if only that of unknown addresses; some take forms too.
      const methods = [...new Set(["GET", "HEAD", ...methodsOf(request.url)])];
      reply.header("allow", methods.join(", "));
      const message = `Only ${methods.slice(0, -1).join(", ")} and ${methods.at(-1)} are answered here.`;
      return sendProblem(reply, { status: 405, message });
    }
    return draw.page(request, reply);
  });

  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const status = statusOf(error);
    if (status >= 500) {
      request.log.error({ err: error }, "request failed");
      draw.onFault();
    }
    const bad = sendBadParameter(reply, error);
    if (bad) return bad;
    if (isData(request.url) || isToolsPost(request)) {
      const words = PLAIN_WORDS[status] ?? "Something went wrong on our side.";
      const message =
        error instanceof BodyError ? `${words.slice(0, -1)}: ${error.message}.` : words;
      return sendProblem(reply, { status, message });
    }
    try {
      return await draw.errorPage(reply, status);
    } catch (drawing) {
      request.log.error({ err: drawing }, "error page could not be drawn");
      return reply
        .code(status)
        .type("text/plain; charset=utf-8")
        .header("cache-control", "no-store")
        .send(`Unexpected Application Error! ${status}\nRequest id: ${request.id}\n`);
    }
  });
}
