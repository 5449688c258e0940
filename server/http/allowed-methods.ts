import type { FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import fp from "fastify-plugin";
import { sendProblem } from "./problems.ts";
import { isBffUrl, preflightHeaders } from "./security/cross-origin.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route is left out of `Allow`. */
    isHidden?: boolean;
  }
  interface FastifyInstance {
    /** The methods of the routes of a URL; none when only the pages' route takes it. */
    allowedMethods: (url: string) => readonly string[];
    /** Sends 405, or the response to OPTIONS; null for an unknown URL, and where the method is allowed. */
    refuseMethod: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;
  }
}

interface KnownRoute {
  path: RegExp;
  methods: Set<string>;
}

const listOf = (method: RouteOptions["method"]) => (Array.isArray(method) ? method : [method]);

/** A route such as `/bff/news/:slug` as an expression over whole paths. */
const matcher = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`);

function refuseMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  methods: readonly string[],
): FastifyReply | null {
  if (methods.length === 0) return null;
  if (request.method === "OPTIONS") {
    if (methods.includes("GET")) reply.headers(preflightHeaders);
    return reply
      .code(204)
      .headers({ allow: [...methods, "OPTIONS"].join(", "), "cache-control": "no-store" })
      .send();
  }
  // The route itself found nothing.
  if (methods.includes(request.method)) return null;
  const message = `Only ${methods.join(" and ")} ${methods.length === 1 ? "is" : "are"} allowed here.`;
  reply.header("allow", methods.join(", "));
  return sendProblem(reply, { status: 405, message });
}

/**
 * Below `/bff`, a method that a URL does not have is 405 with `Allow`; OPTIONS lists the methods and is a
 * CORS preflight. Knows the routes that are registered after it.
 */
export const allowedMethodsPlugin = fp(
  async (app) => {
    const known = new Map<string, KnownRoute>();
    app.addHook("onRoute", ({ url, method, config }) => {
      if (url.includes("*") || config?.isHidden) return;
      const route = known.get(url) ?? { path: matcher(url), methods: new Set() };
      for (const name of listOf(method)) route.methods.add(name);
      known.set(url, route);
    });
    const methodsOf = (url: string) => {
      const [path = ""] = url.split("?", 1);
      const routes = [...known.values()].filter((route) => route.path.test(path));
      return [...new Set(routes.flatMap(({ methods }) => [...methods]))].sort();
    };
    const refuse = (request: FastifyRequest, reply: FastifyReply) =>
      refuseMethod(request, reply, methodsOf(request.url));
    app.decorate("allowedMethods", methodsOf);
    app.decorate("refuseMethod", refuse);
    // Before the body is read: its type may be one that no route takes.
    app.addHook("onRequest", (request, reply, done) => {
      const isUnknown = request.is404 && isBffUrl(request.url);
      if (!isUnknown || refuse(request, reply) === null) done();
    });
  },
  { name: "allowed-methods", dependencies: ["request-log"] },
);
