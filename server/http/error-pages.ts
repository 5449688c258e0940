import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type { FieldError } from "../../shared/contract/form-state.ts";
import { isBffUrl } from "./headers.ts";
import {
  INVALID_PARAMETERS,
  MAX_NAME_LENGTH,
  MOST_ERRORS,
  messageOf,
  sendProblem,
  sendText,
  unknownParameter,
} from "./problems.ts";
import { ACCEPTED_TYPES, NOT_UTF8 } from "./request-bodies.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether `Allow` leaves out the methods of this route. */
    isHidden?: boolean;
  }
}

/** Collects the methods of the routes registered from now on, except the pages' route, which matches every URL. */
function watchMethods(app: FastifyInstance): (url: string) => readonly string[] {
  const routes: { path: RegExp; methods: readonly string[] }[] = [];
  app.addHook("onRoute", ({ url, method, config }) => {
    if (url.includes("*") || config?.isHidden) return;
    const path = new RegExp(`^${url.replaceAll(/:\w+/g, "[^/]+")}$`);
    routes.push({ path, methods: [method].flat() });
  });
  return (url) => {
    const [path = ""] = url.split("?", 1);
    const found = routes.filter((route) => route.path.test(path));
    return [...new Set(found.flatMap(({ methods }) => methods))].sort();
  };
}

/** The headers of the response to a preflight request (Fetch, section 3.2). */
const preflightHeaders = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-allow-headers": "Accept, If-None-Match, Traceparent, X-Request-Id",
  "access-control-max-age": "86400",
};

function sendNotAllowed(reply: FastifyReply, methods: readonly string[]): FastifyReply {
  if (reply.request.method === "OPTIONS" && isBffUrl(reply.request.url)) {
    if (methods.includes("GET")) reply.headers(preflightHeaders);
    reply.headers({ allow: [...methods, "OPTIONS"].join(", "), "cache-control": "no-store" });
    return reply.code(204).send();
  }
  reply.header("allow", methods.join(", "));
  const listed = new Intl.ListFormat("en-GB").format(methods);
  const message = `Only ${listed} ${methods.length === 1 ? "is" : "are"} allowed here.`;
  return sendProblem(reply, { status: 405, message });
}

/** The codes of Fastify for a body that is not JSON. */
const NOT_JSON = ["FST_ERR_CTP_INVALID_JSON_BODY", "FST_ERR_CTP_EMPTY_JSON_BODY"];

/** Returns the rule that a request body has broken, as a sentence. */
function describeRule(
  { request, server }: FastifyReply,
  { code, statusCode }: FastifyError,
): string {
  if (statusCode === 413) return ` The limit is ${request.routeOptions.bodyLimit} bytes.`;
  const types = ACCEPTED_TYPES.filter((type) => server.hasContentTypeParser(type));
  if (statusCode === 415) return ` Send ${types.join(" or ")}, in UTF-8, not compressed.`;
  if (code === NOT_UTF8) return " The body is not encoded in UTF-8.";
  return NOT_JSON.includes(code) ? " The body is not JSON." : "";
}

type Issue = NonNullable<FastifyError["validation"]>[number];

/** Describes what is wrong with a parameter. Replaces zod's own messages, but keeps the messages of our schemas. */
function describeIssue({ keyword, params, message }: Issue, given: unknown): string | undefined {
  if (/^invalid_/.test(keyword) && Array.isArray(given)) return "must be given only once";
  if (keyword === "too_small") return "must not be empty";
  if (keyword === "too_big") return `must be ${params.maximum} characters at most`;
  return Array.isArray(params.values) ? `must be one of ${params.values.join(", ")}` : message;
}

/** Returns a short name of an error of a parameter. */
function issueCode({ keyword, params }: Issue, given: unknown): string {
  if (keyword === "unrecognized_keys") return "unknown";
  if (/^invalid_/.test(keyword) && Array.isArray(given)) return "repeated";
  if (keyword === "too_small") return "missing";
  if (keyword === "too_big") return "too-long";
  return Array.isArray(params.values) ? "not-listed" : "invalid";
}

/** Returns the errors of all invalid parameters. An issue may name several unknown ones. */
function parameterErrors(issues: readonly Issue[], query: unknown): Required<FieldError>[] {
  const errors = issues.flatMap((issue) => {
    const keys = issue.params?.keys as string[] | undefined;
    const [name = ""] = keys ?? [issue.instancePath.split("/")[1]];
    const wrong = describeIssue(issue, Object(query)[name]) ?? "is not valid";
    return (keys ?? [name]).map((one) => {
      const field = one.slice(0, MAX_NAME_LENGTH);
      const subject = keys === undefined ? `${field}:` : unknownParameter(field);
      const code = issueCode(issue, Object(query)[one]);
      return { field, code, message: `${subject} ${wrong}` };
    });
  });
  const first = new Map(errors.toReversed().map((error) => [error.field, error]));
  return errors.filter((error) => first.get(error.field) === error).slice(0, MOST_ERRORS);
}

async function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode = 500 } = error;
  const status = statusCode >= 400 && statusCode < 600 ? statusCode : 500;
  if (status >= 500) {
    request.log.error({ err: error }, "request failed");
    request.server.metrics.errors.inc();
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = parameterErrors(error.validation, request.query);
    const message = errors.map((one) => one.message).join(" ");
    const parameter = errors[0]?.field;
    return sendProblem(reply, {
      status: 400,
      code: INVALID_PARAMETERS,
      message,
      parameter,
      errors,
    });
  }
  // A browser that posts a form without scripts accepts HTML; a client program does not.
  const isToolsPost = request.method === "POST" && !request.headers.accept?.includes("text/html");
  if (isBffUrl(request.url) || isToolsPost) {
    // A rate limit says how long it lasts.
    const message = status === 429 ? error.message : messageOf(status) + describeRule(reply, error);
    return sendProblem(reply, { status, message });
  }
  try {
    return await request.server.pages.renderError(reply, status);
  } catch (err) {
    request.log.error({ err }, "error page could not be rendered");
    return sendText(reply, status, `Unexpected Application Error! ${status}`);
  }
}

export const errorPagesPlugin = fp(
  async (app) => {
    const methodsOf = watchMethods(app);
    /** Returns the methods that a URL below `/bff` allows, or none when the request's method is among them. */
    function otherMethods({ method, url }: FastifyRequest): readonly string[] {
      const methods = isBffUrl(url) ? methodsOf(url) : [];
      return methods.includes(method) ? [] : methods;
    }
    // Respond before the body is read, whose type may be one that no route accepts.
    app.addHook("onRequest", (request, reply, done) => {
      const methods = request.is404 ? otherMethods(request) : [];
      if (methods.length === 0) done();
      else sendNotAllowed(reply, methods);
    });
    app.setNotFoundHandler((request, reply) => {
      const { method, url } = request;
      const methods = otherMethods(request);
      if (methods.length > 0) return sendNotAllowed(reply, methods);
      if (isBffUrl(url)) {
        const isMisspelt = !url.startsWith("/bff") || url.split("?", 1)[0]?.includes("//");
        const hint = isMisspelt ? " Write /bff in lower case, with single slashes." : "";
        return sendProblem(reply, {
          status: 404,
          message: `Nothing was found at this URL.${hint}`,
        });
      }
      if (method === "GET" || method === "HEAD") return app.pages.render(reply, null);
      // Every URL has a page, if only the not-found page. Some also accept forms.
      return sendNotAllowed(reply, [...new Set(["GET", "HEAD", ...methodsOf(url)])]);
    });
    app.setErrorHandler(sendError);
  },
  { name: "error-pages", dependencies: ["pages"] },
);
