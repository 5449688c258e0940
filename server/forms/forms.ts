import type { FastifyInstance } from "fastify";
import type { FormName } from "../../shared/forms/form-names.ts";
import { addFormLimits, type FormLimits } from "../http/rate-limits.ts";
import { formApiRoutes } from "./form-api.ts";
import { formPageRoutes } from "./form-pages.ts";
import { giftPageRoutes } from "./gift-pages.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Limits of the routes that take forms. */
    formLimits: Record<FormName, FormLimits>;
  }
}

/** Everything visitors can send: as JSON below `/bff`, and as plain posts to the forms' own pages. */
export async function formRoutes(app: FastifyInstance): Promise<void> {
  const limitsOf = await addFormLimits(app);
  app.decorate("formLimits", {
    contact: limitsOf("contact"),
    volunteer: limitsOf("volunteer"),
    partner: limitsOf("partner"),
    donation: limitsOf("donation"),
    pledge: limitsOf("pledge"),
  });
  for (const routes of [formApiRoutes, formPageRoutes, giftPageRoutes]) await app.register(routes);
}
