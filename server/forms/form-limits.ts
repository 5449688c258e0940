import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SiteFrame } from "../../shared/content/documents.ts";
import { fill } from "../../shared/fill.ts";
import type { FormName } from "../../shared/forms/form-names.ts";
import type { Language } from "../../shared/languages.ts";
import { SECOND_MS } from "../../shared/time.ts";
import { createLimit } from "../http/rate-limits.ts";
import { formWords } from "./forms.ts";
import type { Problem } from "./idempotency.ts";

/**
 * Describes what happened, how long the refusal lasts, and ways without a limit. The text blames nobody, since thousands
 * of people share the address of a mobile network.
 */
export function describeRefusal(
  limit: "tries" | "all",
  seconds: number,
  { language, office }: { language: Language; office: Pick<SiteFrame, "email" | "phones"> },
): string {
  const { refusals: words } = formWords[language];
  const { email, phones } = office;
  const numbers = phones.map(({ number, label }) => `${number} (${label})`).join(words.or);
  const minutes = Math.ceil(seconds / 60);
  return fill(words.refused, {
    reason: words[limit],
    wait: seconds <= 60 ? words.minute : fill(words.minutes, { minutes }),
    otherWays: fill(words.otherWays, { email, phones: numbers }),
  });
}

interface FormLimit {
  formOf: (request: FastifyRequest) => FormName;
  languageOf: (request: FastifyRequest) => Language;
  /** Tells whether a post is none of the form's own, so that it is not counted. */
  isExempt: (request: FastifyRequest) => boolean | Promise<boolean>;
}

/** Limits the posts of each form from one client (docs/decisions/0049). Pages and JSON share the count. */
export function createFormLimit(app: FastifyInstance, { formOf, languageOf, isExempt }: FormLimit) {
  const { FORM_RATE_MAX, FORM_RATE_WINDOW_SECONDS } = app.config;
  return createLimit(app, {
    max: FORM_RATE_MAX,
    windowMs: FORM_RATE_WINDOW_SECONDS * SECOND_MS,
    nameOf: formOf,
    messageOf: (request, seconds) => {
      const language = languageOf(request);
      const office = app.content.in(language).frame;
      return describeRefusal("tries", seconds, { language, office });
    },
    isExempt,
  });
}

/** Does not count a post that failed through no fault of its sender: the provider, the source or the store was down. */
export async function uncountFailure(request: FastifyRequest, reply: FastifyReply) {
  if (reply.statusCode >= 500) await request.server.uncount(request);
}

/** Limits the valid posts of all forms from all clients. The returned function resolves to the refusal, or null. */
export function createSharedFormLimit(app: FastifyInstance) {
  const { FORM_RATE_GLOBAL_MAX, FORM_RATE_WINDOW_SECONDS } = app.config;
  const count = app.createRateLimit({
    max: FORM_RATE_GLOBAL_MAX,
    timeWindow: FORM_RATE_WINDOW_SECONDS * SECOND_MS,
    keyGenerator: () => "all",
  });
  return async (request: FastifyRequest, language: Language): Promise<Problem | null> => {
    const counted = await count(request);
    if (counted.isAllowed || !counted.isExceeded) return null;
    request.stats.limited = "all";
    const { ttlInSeconds: seconds } = counted;
    return {
      status: 429,
      message: describeRefusal("all", seconds, {
        language,
        office: app.content.in(language).frame,
      }),
      retryAfterSeconds: seconds,
    };
  };
}
