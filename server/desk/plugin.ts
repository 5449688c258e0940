import fastifyCookie from "@fastify/cookie";
import fastifyMultipart from "@fastify/multipart";
import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { PREFIXES } from "../../shared/languages.ts";
import { takeFormsOnly } from "../http/request-bodies.ts";
import { Accounts } from "../store/accounts.ts";
import { startRetention } from "../work-loop.ts";
import { addSignInRoutes, guard, isOfStaff } from "./desk.ts";
import { addEventRoutes } from "./event-routes.ts";
import { isSourceOurs, UPLOADS } from "./forms.ts";
import { addGiftRoutes } from "./gift-routes.ts";
import { addMessageRoutes } from "./messages.ts";
import { addNewsRoutes, watchPlannedNews } from "./news-routes.ts";

/** The desk of the office. It changes nothing for visitors; its cookie is read below `/staff` alone. */
export async function deskRoutes(app: FastifyInstance): Promise<void> {
  const secure = app.config.PUBLIC_ORIGIN.startsWith("https:");
  // Browsers take `__Host-` from https alone, for this host and every path.
  app.decorate("staffCookie", secure ? "__Host-staff" : "staff");
  app.decorate("accounts", new Accounts(app.store, app.clock));
  const parseOptions = { path: "/", httpOnly: true, secure, sameSite: "strict" } as const;
  await app.register(fastifyCookie, { parseOptions });
  takeFormsOnly(app);
  app.decorateRequest("staff", null);
  app.addHook("onRequest", guard);
  if (isSourceOurs(app)) watchPlannedNews(app);
  for (const prefix of Object.values(PREFIXES))
    await app.register(
      async (pages) => {
        addSignInRoutes(pages);
        addMessageRoutes(pages);
        addGiftRoutes(pages);
        pages.get("/sources", (_request, reply) => pages.pages.render(reply, null));
        await pages.register(async (forms) => {
          await forms.register(fastifyMultipart, UPLOADS);
          // A photograph takes its time on a slow line.
          forms.addHook("onRequest", async (request) => {
            if (await isOfStaff(request)) clearTimeout(request.bodyTimer);
          });
          const read = new WeakSet<FastifyRequest>();
          // After that of the plugin, which reads the body.
          forms.addHook("preValidation", async (request) => void read.add(request));
          forms.setErrorHandler((error: FastifyError, request) => {
            // What is cut off, as by a browser that is closed, or malformed: it has no status.
            if (request.isMultipart() && !read.has(request)) error.statusCode ??= 400;
            throw error;
          });
          addEventRoutes(forms);
          addNewsRoutes(forms);
        });
      },
      { prefix: `${prefix}/staff` },
    );
  startRetention(app, app.store, "sessions", () => app.accounts.purge());
}
