import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { type GiftView, STILL } from "../../shared/contract/page-renderer.ts";
import { formActions } from "../../shared/forms/form-names.ts";
import { PLEDGE_KEY } from "../../shared/forms/gift-forms.ts";
import { PREFIXES } from "../../shared/languages.ts";
import type { Gift } from "../gifts/gift.schema.ts";
import { GIFT_REFERENCE } from "../gifts/gift-states.ts";
import { GIFT_PAGE } from "./take-gift.ts";

/** What visitors may see: whoever has the reference sees it. */
function viewOf(gift: Gift): GiftView {
  const { reference, state, amountMinor, currency, frequency, purpose, donor, history } = gift;
  return {
    reference,
    state,
    amountMinor,
    currency,
    frequency,
    purpose,
    firstName: donor?.firstName ?? null,
    since: history.at(-1)?.at ?? gift.createdAt,
    paidAt: state === "paid" ? (history.at(-1)?.at ?? null) : null,
  };
}

/** How often the page of a pending gift looks for the answer, without a script. */
const REFRESH_SECONDS = 15;

/** The form for a pledge, and the page of each gift. Rendered for each request, never cached. */
export async function giftPageRoutes(app: FastifyInstance): Promise<void> {
  const { pages } = app;
  const { gifts, payments } = app.giving;
  type OfGift = { Params: { reference: string }; Querystring: Record<string, unknown> };

  for (const prefix of Object.values(PREFIXES)) {
    app.get(prefix + formActions.pledge, async (request, reply) => {
      if (!(await app.admit(reply))) return reply;
      const values = { [PLEDGE_KEY]: randomUUID() };
      const form = { form: "pledge", status: 200, values, errors: [], failure: null } as const;
      return pages.renderOwn(request, reply, { form });
    });

    app.get<OfGift>(`${prefix}${GIFT_PAGE}/:reference`, async (request, reply) => {
      if (!(await app.admit(reply))) return reply;
      const { reference } = request.params;
      try {
        const isReference = GIFT_REFERENCE.test(reference);
        // What the address says of a payment is not read: the provider is asked.
        if (isReference) await payments?.refresh(reference);
        const gift = isReference ? await gifts.get(reference) : null;
        if (gift?.state === "pending" && !(STILL in request.query))
          reply.header("refresh", REFRESH_SECONDS);
        return pages.renderOwn(request, reply, { gift: gift && viewOf(gift) });
      } catch (err) {
        request.log.error({ err, gift: reference }, "gift could not be read");
        return pages.renderError(reply, 503);
      }
    });
  }
}
