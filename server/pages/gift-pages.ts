import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { STILL } from "../../shared/contract/page-renderer.ts";
import { formActions } from "../../shared/forms/form-names.ts";
import { lastDigits, PLEDGE_KEY } from "../../shared/forms/gift-forms.ts";
import { LANGUAGES, type Language, PREFIXES } from "../../shared/languages.ts";
import { HOUR_MS, isoTime } from "../../shared/time.ts";
import { GIFT_REFERENCE, type Gift, giftPage } from "../gifts/gift.ts";
import { toGiftView } from "../gifts/gift-view.ts";
import { isMonthly } from "../gifts/monthly.ts";
import { isFromOurPages } from "../http/headers.ts";
import { postedForm, takeFormsOnly } from "../http/request-bodies.ts";
import { sendAgain } from "../mail/send-again.ts";
import { countUp } from "../store/store.ts";
import { storiesSince } from "./gift-stories.ts";

/** The interval, in seconds, at which the page of a pending gift reloads, without a script. */
const REFRESH_SECONDS = 15;

/** The most posts to the page of one gift within an hour, so that nobody can try all last digits of a telephone number. */
const MAX_POSTS = 10;

/** The letters and digits of a reference, without its first one. */
const REFERENCE_LENGTH = 16;

type OfGift = { Params: { reference: string }; Querystring: Record<string, unknown> };

/** Returns whether somebody knows the donor's telephone number or e-mail address, as only the donor and we do. */
function isDonor({ donor }: Gift, typed: string): boolean {
  const text = typed.trim().toLowerCase();
  if (donor === null || text === "") return false;
  const digits = lastDigits(donor.phone ?? "");
  const isNumber = digits !== "" && text.replace(/\D/g, "").endsWith(digits) && !text.includes("@");
  return isNumber || text === donor.email.toLowerCase();
}

/** Reads a reference that was read aloud or copied by hand: in small letters, with spaces, without hyphens. */
function readReference(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replace(/^G/, "");
  const plain = letters.replaceAll("O", "0").replace(/[IL]/g, "1").slice(0, REFERENCE_LENGTH);
  return ["G", ...(plain.match(/.{1,4}/g) ?? [])].join("-");
}

/** Adds the form for a pledge, and the page of each gift. Both are rendered for each request and never cached. */
export async function giftPageRoutes(app: FastifyInstance): Promise<void> {
  takeFormsOnly(app);
  const { pages, config, store, clock } = app;
  const { gifts, payments } = app.giving;

  async function readGift(request: FastifyRequest<OfGift>): Promise<Gift | null> {
    const { reference } = request.params;
    if (!GIFT_REFERENCE.test(reference)) return null;
    // Parameters about a payment are ignored: the provider is asked instead.
    await payments?.refresh(reference);
    return gifts.get(reference);
  }

  const failed = (request: FastifyRequest<OfGift>, reply: FastifyReply, err: unknown) => {
    request.log.error({ err, gift: request.params.reference }, "gift could not be read");
    return pages.renderError(reply, 503);
  };

  /** Ends a monthly gift at once. What the provider has not confirmed is tried again until it has. */
  async function stop(gift: Gift) {
    const { reference } = gift;
    if (!isMonthly(gift)) return "unknown";
    const isDone = payments === null || (await payments.stopPlan(gift));
    await gifts.stop(reference, { at: isoTime(clock()), isDone });
    return isDone ? "stopped" : "stopping";
  }

  /** Returns what the page of a gift shows. */
  async function viewOf(
    gift: Gift,
    about: { request: FastifyRequest; reply: FastifyReply; language: Language; isDonor?: boolean },
  ) {
    const { isDonor = false } = about;
    const paid = isMonthly(gift) ? await gifts.paymentsOf(gift.reference) : [];
    const stories = await storiesSince(gift, about);
    return toGiftView(gift, app, { isDonor, payments: paid, stories });
  }

  /** Does what a button on the page of a gift asks for, and returns the query of the next page, or null for the receipt itself. */
  async function act(request: FastifyRequest<OfGift>, gift: Gift) {
    const posted = postedForm(request);
    const { reference } = gift;
    const key = `gift page ${reference}`;
    const { count } = await countUp(store.db, { key, windowMs: HOUR_MS, now: clock() });
    if (count > MAX_POSTS) return "too-many";
    if (posted.has("stop")) return stop(gift);
    if (posted.has("email")) return (await sendAgain(app, gift)) ? "emailed" : "not-emailed";
    return isDonor(gift, posted.get("known") ?? "") ? null : "unknown";
  }

  for (const language of LANGUAGES) {
    app.get(PREFIXES[language] + formActions.pledge, async (_request, reply) => {
      if (!(await app.admit(reply))) return reply;
      const values = { [PLEDGE_KEY]: randomUUID() };
      const form = { form: "pledge", status: 200, values, errors: [], failure: null } as const;
      return pages.renderOwn(reply, { form });
    });

    app.get(giftPage("find", language), async (request, reply) => {
      const typed = new URLSearchParams(request.url.split("?")[1]).get("reference") ?? "";
      const reference = readReference(typed);
      if (GIFT_REFERENCE.test(reference))
        return reply
          .header("cache-control", "no-store")
          .redirect(giftPage(reference, language), 303);
      return (await app.admit(reply)) ? pages.renderOwn(reply, { data: null }) : reply;
    });

    app.get<OfGift>(giftPage(":reference", language), async (request, reply) => {
      if (!(await app.admit(reply))) return reply;
      try {
        const gift = await readGift(request);
        if (gift?.state === "pending" && !(STILL in request.query))
          reply.header("refresh", REFRESH_SECONDS);
        const data = gift && (await viewOf(gift, { request, reply, language }));
        return pages.renderOwn(reply, { data });
      } catch (err) {
        return failed(request, reply, err);
      }
    });

    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isFromOurPages(request, config.PUBLIC_ORIGIN)) return pages.renderError(reply, 403);
    };
    const path = giftPage(":reference", language);
    app.post<OfGift>(path, { onRequest, bodyLimit: 4_096 }, async (request, reply) => {
      try {
        const gift = await readGift(request);
        if (gift === null) return pages.renderOwn(reply, { data: null });
        const done = await act(request, gift);
        if (done === null) {
          const data = await viewOf(gift, { request, reply, language, isDonor: true });
          return pages.renderOwn(reply, { data });
        }
        const page = `${giftPage(gift.reference, language)}?done=${done}#done`;
        return reply.header("cache-control", "no-store").redirect(page, 303);
      } catch (err) {
        return failed(request, reply, err);
      }
    });
  }
}
