import fastifyCookie from "@fastify/cookie";
import fastifyMultipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { takeFormsOnly } from "../http/request-bodies.ts";
import { startRetention } from "../retention.ts";
import { Desk } from "./desk.ts";
import { addEventRoutes } from "./event-routes.ts";
import { addGiftRoutes } from "./gift-routes.ts";
import { addMessageRoutes } from "./message-routes.ts";
import { addNewsRoutes } from "./news-routes.ts";
import { UPLOAD_LIMITS } from "./posted-forms.ts";
import { addSignInRoutes } from "./sign-in-routes.ts";

/** The desk of the office. It changes nothing for visitors; its cookie is read below `/staff` alone. */
export async function deskRoutes(app: FastifyInstance): Promise<void> {
  const desk = new Desk(app);
  await app.register(fastifyCookie);
  takeFormsOnly(app);
  app.decorateRequest("staff", null);
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers({ "cache-control": "no-store", "x-robots-tag": "noindex" });
  });
  app.addHook("onRequest", (request, reply) => desk.guard(request, reply));
  addSignInRoutes(app, desk);
  addMessageRoutes(app, desk);
  addGiftRoutes(app, desk);
  await app.register(async (forms) => {
    await forms.register(fastifyMultipart, { limits: UPLOAD_LIMITS, throwFileSizeLimit: false });
    // A photograph takes its time on a slow line. Who may send one is known by now.
    forms.addHook("onRequest", async (request) => {
      if (request.staff !== null) clearTimeout(request.bodyTimer);
    });
    addEventRoutes(forms, desk);
    addNewsRoutes(forms, desk);
  });
  startRetention(app, app.store, "sessions", () => desk.accounts.purge());
}
