import Fastify from "fastify";
import t from "tap";
import { allowedMethodsPlugin } from "../../../../server/http/allowed-methods.ts";
import { createDraining } from "../../../../server/http/draining.ts";
import { errorPagesPlugin } from "../../../../server/http/error-pages.ts";
import { loadSheddingPlugin } from "../../../../server/http/overload/load-shedding.ts";
import { requestLimitsPlugin } from "../../../../server/http/request-limits.ts";
import { requestLogPlugin } from "../../../../server/http/request-log.ts";

const errorPages = {
  renderPage: () => Promise.reject(new Error("not rendered")),
  renderErrorPage: () => Promise.reject(new Error("not rendered")),
  onError: () => {},
};

t.test("a plugin before one that it depends on is refused by name", async (t) => {
  const refused = async (register: (app: ReturnType<typeof Fastify>) => PromiseLike<unknown>) => {
    const app = Fastify();
    t.teardown(() => app.close());
    await t.rejects(async () => register(app), {
      code: "FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED",
    });
  };
  await refused((app) => app.register(requestLimitsPlugin));
  await refused((app) => app.register(createDraining().plugin));
  await refused((app) => app.register(loadSheddingPlugin, { maxQueueDelayMs: 0, isSecure: false }));
  await refused((app) => app.register(allowedMethodsPlugin));
  await refused((app) => app.register(errorPagesPlugin, errorPages));
});

t.test("in order they know the methods of routes that are registered later", async (t) => {
  const app = Fastify();
  t.teardown(() => app.close());
  await app.register(requestLogPlugin, { onEnd: () => {} });
  await app.register(requestLimitsPlugin);
  await app.register(allowedMethodsPlugin);
  await app.register(errorPagesPlugin, errorPages);
  await app.register(async (scope) => {
    scope.get("/bff/news", async () => ({}));
  });
  const refused = await app.inject({ method: "DELETE", url: "/bff/news" });
  t.equal(refused.statusCode, 405);
  t.equal(refused.headers.allow, "GET, HEAD");
  t.ok(refused.headers["x-request-id"]);
  const preflight = await app.inject({ method: "OPTIONS", url: "/bff/news?page=2" });
  t.equal(preflight.statusCode, 204);
  t.equal(preflight.headers.allow, "GET, HEAD, OPTIONS");
  t.equal((await app.inject("/bff/nothing")).statusCode, 404);
});
