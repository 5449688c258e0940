import type { FastifyInstance } from "fastify";
import { type PageDeps, renderPage } from "../ssr/render-page.ts";

/** Takes GET and HEAD of every page address; the route table in the client decides what it is. */
export async function pageRoutes(app: FastifyInstance, deps: PageDeps): Promise<void> {
  app.get("/*", async (request, reply) => {
    const [path = "", search = ""] = request.url.split("?");
    if (path === "/bff" || path.startsWith("/bff/")) return reply.callNotFound();
    if (path.length > 1 && path.endsWith("/") && !path.includes("//")) {
      const target = path.replace(/\/+$/, "");
      return reply.redirect(search ? `${target}?${search}` : target, 308);
    }
    return renderPage(request, reply, deps);
  });
}
