import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { DAY_MS } from "../../shared/time.ts";
import { createFormLimits } from "../http/rate-limits.ts";
import { startRetention } from "../work-loop.ts";
import { formApiRoutes } from "./form-api.ts";
import { formPageRoutes } from "./form-pages.ts";
import { giftPageRoutes } from "./gift-pages.ts";
import { Inbox } from "./inbox.ts";
import { startDelivery } from "./messages.ts";
import { createSpamCheck } from "./spam-check.ts";

declare module "fastify" {
  interface FastifyInstance {
    submissions: { inbox: Inbox; spamCheck: ReturnType<typeof createSpamCheck> };
    formLimits: ReturnType<typeof createFormLimits>;
  }
}

export const submissionsPlugin = fp(
  async (app) => {
    const { config, store, clock: now } = app;
    const inbox = new Inbox(store, now);
    app.decorate("submissions", { inbox, spamCheck: createSpamCheck(now) });
    const retentionMs = config.INBOX_RETENTION_DAYS * DAY_MS;
    startRetention(app, store, "inbox", () => inbox.purge(now() - retentionMs));
    startDelivery(app);
  },
  { name: "submissions", dependencies: ["source"] },
);

/** Everything visitors can send: as JSON below `/bff`, and as plain posts to the forms' own pages. */
export async function formRoutes(app: FastifyInstance): Promise<void> {
  app.decorate("formLimits", createFormLimits(app));
  for (const routes of [formApiRoutes, formPageRoutes, giftPageRoutes]) await app.register(routes);
}
