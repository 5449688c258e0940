import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { preflightHeaders } from "./open-to-all.ts";
import { sendProblem } from "./problems.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Nothing tells that there is such a route. */
    isHidden?: boolean;
  }
}

/** The methods that an address answers by a route of its own; none when it has none. */
export type MethodsOf = (url: string) => readonly string[];

const listed = (method: RouteOptions["method"]) => (Array.isArray(method) ? method : [method]);

/** `/bff/news/:slug` as an expression over whole paths. */
const matcher = (pattern: string) => new RegExp(`^${pattern.replaceAll(/:\w+/g, "[^/]+")}$`);

/**
 * Answers what no route does below `/bff`: a method that an address does not know is 405 and told
 * which ones it does; OPTIONS lists them, and lets pages of other sites read.
 */
export function addMethods(app: FastifyInstance): {
  methodsOf: MethodsOf;
  /** Answers when the address is known, else nothing is sent. */
  refuse: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | null;
} {
  const table = new Map<string, { path: RegExp; methods: Set<string> }>();

  app.addHook("onRoute", ({ url, method, config }) => {
    if (url.includes("*") || config?.isHidden) return;
    const row = table.get(url) ?? { path: matcher(url), methods: new Set() };
    for (const name of listed(method)) row.methods.add(name);
    table.set(url, row);
  });

  const methodsOf: MethodsOf = (url) => {
    const [path = ""] = url.split("?", 1);
    const rows = [...table.values()].filter((row) => row.path.test(path));
    return [...new Set(rows.flatMap(({ methods }) => [...methods]))].sort();
  };

  function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply | null {
    const methods = methodsOf(request.url);
    if (methods.length === 0) return null;
    if (request.method === "OPTIONS") {
      if (methods.includes("GET")) reply.headers(preflightHeaders);
      return reply
        .code(204)
        .headers({ allow: [...methods, "OPTIONS"].join(", "), "cache-control": "no-store" })
        .send();
    }
    // Some route's own "not found": nothing is wrong with the method.
    if (methods.includes(request.method)) return null;
    const message = `Only ${methods.join(" and ")} ${methods.length === 1 ? "is" : "are"} answered here.`;
    reply.header("allow", methods.join(", "));
    return sendProblem(reply, { status: 405, message });
  }

  // Before a body is read: it may be of a type that nobody takes here.
  app.addHook("onRequest", async (request, reply) => {
    if (request.is404 && request.url.startsWith("/bff/"))
      return refuse(request, reply) ?? undefined;
  });
  return { methodsOf, refuse };
}
