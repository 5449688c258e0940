import type { FastifyInstance } from "fastify";
import { addFormLimits } from "../../http/rate-limits/form-rate-limits.ts";
import { formApiRoutes } from "./form-api.ts";
import { formPageRoutes } from "./form-pages.ts";
import { giftPageRoutes } from "./gift-pages.ts";
import type { FormDeps } from "./submit-form.ts";

/** Everything visitors can send: as JSON below `/bff`, and as plain posts to the forms' own pages. */
export async function formRoutes(app: FastifyInstance): Promise<void> {
  const { config, giving, submissions } = app;
  const limitsOf = await addFormLimits(app, {
    max: config.FORM_RATE_MAX,
    windowSeconds: config.FORM_RATE_WINDOW_SECONDS,
    globalMax: config.FORM_RATE_GLOBAL_MAX,
    store: app.store,
    now: app.clock,
  });
  const { submit, spamCheck, idempotency } = submissions;
  const { gifts, payments } = giving;
  const deps: FormDeps = {
    ...{ gifts, payments, submissions: submit, spamCheck, idempotency },
    pageDeps: app.pages,
  };
  const limits = {
    contact: limitsOf("contact"),
    volunteer: limitsOf("volunteer"),
    partner: limitsOf("partner"),
    donation: limitsOf("donation"),
    pledge: limitsOf("pledge"),
  };
  const context = { ...deps, limits };
  await app.register(formApiRoutes, context);
  await app.register(formPageRoutes, context);
  await app.register(giftPageRoutes, context);
}
