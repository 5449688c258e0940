import type { FastifyInstance } from "fastify";
import { addFormLimits } from "../../http/rate-limits/form-rate-limits.ts";
import { formApiRoutes } from "./form-api.ts";
import { formPageRoutes } from "./form-pages.ts";
import type { Counters, FormDeps } from "./submit-form.ts";

/** Everything visitors can send: as JSON below `/bff`, and as plain posts to the forms' own pages. */
export async function formRoutes(app: FastifyInstance, deps: FormDeps): Promise<void> {
  const counterOf = await addFormLimits(app, deps.limits);
  const counters: Counters = {
    contact: counterOf("contact"),
    volunteer: counterOf("volunteer"),
    partner: counterOf("partner"),
    donation: counterOf("donation"),
  };
  await app.register(formApiRoutes, { deps, counters });
  await app.register(formPageRoutes, { deps, counters });
}
