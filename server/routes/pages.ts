import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { accountOf } from "../observe/account.ts";
import { cachePolicy } from "../ssr/cache-policy.ts";
import { createKeyOf, refreshed, sendCached } from "../ssr/cached-page.ts";
import { type PageDeps, redrawPage, renderPage } from "../ssr/render-page.ts";

/** The address without the slash at its end; null when it has none, or could lead to another site. */
function withoutSlash(url: string): string | null {
  const [path = "", search] = url.split("?", 2);
  // Readers of addresses take a backslash for a slash, and two of those for the beginning of a host.
  if (path.length < 2 || !path.endsWith("/") || /[/\\]{2}/.test(path)) return null;
  const target = path.slice(0, -1);
  return search === undefined ? target : `${target}?${search}`;
}

/** Takes GET and HEAD of every page address; the route table in the client decides what it is. */
export async function pageRoutes(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const { pages, now, renderer } = deps;
  const keyOf = createKeyOf((pathname, search) => renderer.pageKey(pathname, search));

  async function serve(request: FastifyRequest, reply: FastifyReply, key: string | null) {
    const target = withoutSlash(request.url);
    accountOf(request).route = renderer.routeOf(request.url.split("?", 1)[0] ?? "/");
    if (target !== null)
      return reply.header("cache-control", cachePolicy.redirect).redirect(target, 308);
    const old = key === null ? undefined : pages?.get(key);
    if (!pages || key === null || !old) {
      if (!(await app.beginWork())) return app.sendShed(reply);
      // Whoever left while waiting needs no page.
      if (reply.raw.destroyed) return reply.hijack();
      return renderPage(request, reply, { key, deps });
    }
    const next = await refreshed(pages, key, old, async () =>
      (await app.beginWork()) ? redrawPage(request, reply, { key, deps }) : old,
    );
    if (!next) return renderPage(request, reply, { key, deps });
    const isLate = next === old && old.freshUntilMs <= now();
    sendCached(request, reply, { page: next, state: isLate ? "stale" : "refreshed" });
    return reply;
  }

  app.get("/*", (request, reply) => {
    const { url } = request;
    if (url === "/bff" || url.startsWith("/bff/")) return reply.callNotFound();
    const key = keyOf(url);
    const page = key === null ? undefined : pages?.get(key);
    if (!page || page.freshUntilMs <= now()) return serve(request, reply, key);
    sendCached(request, reply, { page, state: "hit" });
    return reply;
  });
}
