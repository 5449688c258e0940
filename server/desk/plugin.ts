import fastifyCookie from "@fastify/cookie";
import fastifyMultipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import { PREFIXES } from "../../shared/languages.ts";
import { takeFormsOnly } from "../http/request-bodies.ts";
import { startRetention } from "../retention.ts";
import { Accounts } from "../store/accounts.ts";
import { guardDesk, sendDeskPage } from "./desk.ts";
import { openTyped } from "./entry-own.ts";
import { addVersionRoutes } from "./entry-versions.ts";
import { addEventRoutes } from "./event-routes.ts";
import { isSourceOurs, readParts, UPLOADS, WEBSITE_UPLOADS } from "./forms.ts";
import { addGiftRoutes } from "./gift-routes.ts";
import { addMessageListRoutes, addMessageRoutes } from "./messages.ts";
import { addNewsRoutes, watchPlannedNews } from "./news-routes.ts";
import { addPeopleRoutes } from "./people-routes.ts";
import { addSavedReplyRoutes } from "./saved-replies.ts";
import { addSignInRoutes } from "./sign-in.ts";
import { addWebsiteRoutes, watchPlannedContent } from "./website-routes.ts";

/** Reads forms with files. */
function takeUploads(forms: FastifyInstance): void {
  // A stranger whose form is accepted while the store is down may be a member of staff.
  forms.addHook("onRequest", async (request) => {
    request.isUpload = request.isOfStaff || forms.strangersForms.has(request);
  });
  forms.addHook("preValidation", async (request) => {
    if (request.isMultipart()) request.body = await readParts(request);
  });
}

/** Registers the desk of the office. Visitors notice nothing: the desk's cookie is read only below `/staff`. */
export async function deskRoutes(app: FastifyInstance): Promise<void> {
  const secure = app.config.PUBLIC_ORIGIN.startsWith("https:");
  // Browsers accept a `__Host-` cookie only over https, for this host and every path.
  app.decorate("staffCookie", secure ? "__Host-staff" : "staff");
  app.decorate("accounts", new Accounts(app.store, app.clock));
  const parseOptions = { path: "/", httpOnly: true, secure, sameSite: "strict" } as const;
  await app.register(fastifyCookie, { parseOptions });
  takeFormsOnly(app);
  app.decorate("knownSessions", new LRUCache<string, true>({ max: 1_000 }));
  app.decorate("strangersForms", new Map<FastifyRequest, string>());
  app.decorateRequest("staff", null).decorateRequest("isOfStaff", false);
  app.addHook("onRequest", guardDesk);
  if (isSourceOurs(app)) watchPlannedNews(app);
  watchPlannedContent(app);
  for (const prefix of Object.values(PREFIXES))
    await app.register(
      async (pages) => {
        addSignInRoutes(pages);
        addPeopleRoutes(pages);
        addMessageListRoutes(pages);
        addMessageRoutes(pages);
        addSavedReplyRoutes(pages);
        addGiftRoutes(pages);
        pages.get("/sources", (_request, reply) => sendDeskPage(reply, { kind: "sources" }));
        addVersionRoutes(pages);
        await pages.register(async (forms) => {
          await forms.register(fastifyMultipart, WEBSITE_UPLOADS);
          takeUploads(forms);
          addWebsiteRoutes(forms);
        });
        await pages.register(async (forms) => {
          await forms.register(fastifyMultipart, UPLOADS);
          takeUploads(forms);
          addEventRoutes(forms);
          addNewsRoutes(forms);
        });
      },
      { prefix: `${prefix}/staff` },
    );
  startRetention(app, app.store, "sessions", () => app.accounts.purge());
  startRetention(app, app.store, "typed texts", () => openTyped(app).purge());
}
