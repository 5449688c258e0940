import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { LRUCache } from "lru-cache";
import { amountOfMinor } from "../../shared/forms/donation.ts";
import type { Language } from "../../shared/languages.ts";
import { DAY_MS, isoTime } from "../../shared/time.ts";
import { paymentKeys } from "../config.ts";
import { sendProblem } from "../http/problems.ts";
import { takeJsonOnly } from "../http/request-bodies.ts";
import { startRetention } from "../retention.ts";
import { createSingleFlight } from "../single-flight.ts";
import { startWorkLoop } from "../work-loop.ts";
import { Flutterwave, type PaymentKeys } from "./flutterwave.ts";
import type { Gift, GiftDraft, GiftEvent } from "./gift.ts";
import {
  giftPage,
  judgePayment,
  NEXT_STATES,
  newGift,
  nextCheckAt,
  receivedGift,
  WEBHOOK_STATUSES,
} from "./gift.ts";
import { GiftStore } from "./gift-store.ts";
import type { PaymentProvider } from "./payment-provider.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** The store and the payments of gifts. `payments` is null without a provider. */
    giving: { gifts: GiftStore; payments: GiftPayments | null };
  }
}

/** The note of a refund that the donor's bank has made. */
const CHARGED_BACK = "charged back by the bank";

/** The shortest time between two checks of a gift, however often its page is loaded. */
const REFRESH_EVERY_MS = 3_000;
const REFRESH_WAIT_MS = 4_000;
/** The most gifts that are remembered, more than are in progress at once. */
const REMEMBERED = 1_000;
/** The most gifts of one post within a day. */
const MAX_ATTEMPTS = 50;

/** The payments of gifts through a provider (docs/decisions/0057). */
class GiftPayments {
  readonly #app: FastifyInstance;
  readonly #gifts: GiftStore;
  readonly provider: PaymentProvider;
  readonly #secret: string;
  readonly #firstMs: number;
  readonly #beginOnce = createSingleFlight<Gift | null>();
  /** The transactions that webhooks named, which are more exact than the reference alone. */
  readonly #named = new LRUCache<string, string>({ max: REMEMBERED });
  readonly #askedAt = new LRUCache<string, number>({ max: REMEMBERED });

  constructor(app: FastifyInstance, gifts: GiftStore, keys: PaymentKeys) {
    const { config, clock } = app;
    this.#app = app;
    this.#gifts = gifts;
    this.provider = new Flutterwave(keys, app);
    this.#secret = keys.secretKey;
    this.#firstMs = config.PAYMENT_CHECK_SECONDS * 1_000;
    app.addHook("onClose", () => this.provider.http.close());
    startWorkLoop(app, "gifts", {
      claim: () => gifts.claimDue(clock(), this.#firstMs),
      work: async ({ gift: claimed, claim }) => {
        const gift = await this.#check(claimed, "job");
        // The next check of a gift that changed is already set.
        if (gift.state !== claimed.state) return;
        await gifts.reschedule(gift.reference, nextCheckAt(gift, clock(), this.#firstMs), claim);
      },
    });
  }

  /**
   * Stores a gift and returns the URL of the provider's page, or of the gift's own page when this very post has paid
   * before; null while the provider is down. The same post again gets the same gift and page, until the payment has failed.
   */
  async give(
    draft: Omit<GiftDraft, "idempotencyKey">,
    { key, hasClientKey }: { key: string; hasClientKey: boolean },
  ): Promise<{ url: string | null; reference: string }> {
    const { language } = draft;
    for (let attempt = 0; ; attempt += 1) {
      // Each attempt after a failed one has a key of its own. The secret keeps people who know a donor from guessing the
      // reference.
      const hmac = createHmac("sha256", this.#secret).update(`${key} ${attempt}`);
      const idempotencyKey = hmac.digest("hex");
      const pledged = newGift({ ...draft, idempotencyKey }, this.#app.clock());
      const gift = await this.#gifts.add(pledged);
      const { reference } = gift;
      const begun = await this.#beginOnce(reference, () => this.#begin(gift, language));
      const url = begun?.state === "pending" ? begun.provider?.pageUrl : undefined;
      if (url !== undefined) return { url, reference };
      if (begun === null || attempt >= MAX_ATTEMPTS) return { url: null, reference };
      // This post, or the same one before, began the payment. Without a key, an equal gift may be another gift.
      const isThisPost = gift.state === "pledged" || hasClientKey;
      if (isThisPost && begun.state === "paid")
        return { url: giftPage(reference, language), reference };
    }
  }

  /** Begins the payment of a gift, unless it was begun before. Returns null while the provider is down, or if it refuses. */
  async #begin(gift: Gift, language: Language): Promise<Gift | null> {
    const { config, clock, log, content } = this.#app;
    const { reference, state } = gift;
    if (state !== "pledged") return gift;
    try {
      const returnPath = giftPage(reference, language);
      const returnUrl = config.PUBLIC_ORIGIN + returnPath;
      const { name: siteName, email: contactEmail } = content.in(language).frame;
      const provider = await this.provider.begin(gift, { returnUrl, siteName, contactEmail });
      const nowMs = clock();
      const at = new Date(nowMs).toISOString();
      const event = { state: "pending", by: "donor", at, provider } as const;
      const applied = await this.#gifts.apply(reference, event, Math.ceil(nowMs + this.#firstMs));
      // When this instance and another one begin at once, both return the page of the first.
      return applied?.gift ?? null;
    } catch (err) {
      log.warn({ err, reference }, "payment provider failed");
      return null;
    }
  }

  /** Asks the provider, unless it was asked a moment ago, and waits a few seconds at most. Rejects when the store fails. */
  async refresh(reference: string): Promise<void> {
    const { clock, log } = this.#app;
    const now = clock();
    const gift = await this.#gifts.get(reference);
    if (!gift?.provider || !NEXT_STATES[gift.state].includes("paid")) return;
    if (now - (this.#askedAt.get(reference) ?? 0) < REFRESH_EVERY_MS) return;
    this.#askedAt.set(reference, now);
    const onError = (err: unknown) => log.warn({ err, reference }, "payment provider failed");
    const asked = this.#check(gift, "provider").catch(onError);
    await Promise.race([asked, wait(REFRESH_WAIT_MS, undefined, { ref: false })]);
  }

  /** Ends the charges of a plan. Returns false while the provider does not respond. */
  async stopPlan({ reference, provider }: Gift): Promise<boolean> {
    if (provider?.plan === undefined) return true;
    try {
      await this.provider.stop(provider.plan);
      return true;
    } catch (err) {
      this.#app.log.warn({ err, reference }, "payment provider failed");
      return false;
    }
  }

  /** Stores each later charge of a monthly gift as a gift of its own, once. Rejects when the provider or the store fails. */
  async collectCharges(gift: Gift): Promise<void> {
    const { clock, log } = this.#app;
    const { reference, amountMinor, currency, donor, frequency, purpose, language } = gift;
    for (const payment of await this.provider.charges(gift)) {
      const { transactionId } = payment;
      const isFirst =
        payment.reference === reference || transactionId === gift.provider?.transactionId;
      if (isFirst || payment.status !== "paid") continue;
      const at = isoTime(clock());
      if (payment.amountMinor !== amountMinor || payment.currency !== currency) {
        const note = `does not match: ${payment.currency} ${amountOfMinor(payment.amountMinor)}, number ${transactionId}`;
        await this.#gifts.note(reference, { by: "job", at, note });
        continue;
      }
      const chosen = { amountMinor, currency, frequency, purpose, language, donor };
      const consent = { mayWrite: gift.mayWrite, mayName: gift.mayName };
      const idempotencyKey = `charge ${this.provider.name} ${transactionId}`;
      const method = "online" as const;
      const draft = { ...chosen, ...consent, idempotencyKey, partOf: reference, method };
      const { name } = this.provider;
      const provider = { name, transactionId, reference: payment.reference };
      const charge = { ...receivedGift(draft, { at, isThanked: true, by: "job" }), provider };
      await this.#gifts.add(charge, nextCheckAt(charge, clock(), this.#firstMs));
      log.info({ gift: charge.reference, partOf: reference }, "monthly charge recorded");
    }
  }

  /** Makes the gift of a webhook due, so that the provider is asked afterwards. Rejects when the store fails. */
  async takeWebhook(body: unknown) {
    const about = this.provider.readWebhook(body);
    if (typeof about === "string") return about;
    const { reference, transactionId, plan } = about;
    if ((await this.#gifts.get(reference)) === null) {
      // A later charge of a plan has a reference that the provider made.
      const isCharge = plan !== undefined && (await this.#gifts.wakePlan(plan, this.#app.clock()));
      return isCharge ? "accepted" : "unknown";
    }
    if (transactionId !== undefined) this.#named.set(reference, transactionId);
    await this.#gifts.reschedule(reference, this.#app.clock());
    return "accepted";
  }

  /** Applies the provider's response to a gift. Rejects when the store fails; an error of the provider changes nothing. */
  async #check(gift: Gift, by: GiftEvent["by"]): Promise<Gift> {
    const { metrics, log, clock } = this.#app;
    const { reference } = gift;
    const named = this.#named.get(reference);
    // Forget the id now: if the provider does not know it, the next check falls back to the reference.
    this.#named.delete(reference);
    const payment = await this.provider.verify(gift, named).catch((err: unknown) => {
      metrics.paymentChecks.inc({ outcome: "error" });
      log.warn({ reference, err }, "payment could not be checked");
    });
    if (payment === undefined) return gift;
    const nowMs = clock();
    const { outcome, states } = judgePayment(gift, payment, nowMs, this.#firstMs);
    const { name } = this.provider;
    const provider = { name, ...(payment && { transactionId: payment.transactionId }) };
    const at = new Date(nowMs).toISOString();
    let current = gift;
    for (const state of states) {
      const next = nextCheckAt({ ...gift, state }, nowMs, this.#firstMs);
      const facts = state === "paid" ? { method: "online" as const } : {};
      const note = outcome === "charged-back" && state === "refunded" ? CHARGED_BACK : undefined;
      const event = { state, by, at, note, provider, facts };
      current = (await this.#gifts.apply(reference, event, next))?.gift ?? current;
    }
    if (payment && outcome === "part-refunded") {
      const next = nextCheckAt(current, nowMs, this.#firstMs);
      const refund = { refundedMinor: payment.refundedMinor, by, at };
      current = (await this.#gifts.refundPart(reference, refund, next))?.gift ?? current;
    }
    metrics.paymentChecks.inc({ outcome });
    const { state } = current;
    if (payment?.otherRefund !== undefined) {
      const note = `does not match: refund of ${payment.otherRefund}`;
      await this.#gifts.note(reference, { by, at, note });
      log.error({ reference, state }, "refund does not match its gift");
    }
    if (payment && outcome === "mismatch") {
      const { transactionId, currency, amountMinor, status } = payment;
      const note = `does not match: ${currency} ${amountOfMinor(amountMinor)}, ${status}, number ${transactionId}`;
      // A gift that is already paid needs no note.
      const isOpen = NEXT_STATES[state].includes("paid");
      // Donor and office read the same: another amount has arrived, and somebody looks at it.
      const other = status === "paid" ? { amountMinor, currency } : undefined;
      if (isOpen) await this.#gifts.note(reference, { by, at, note }, other);
      log.error({ reference, state }, "payment does not match its gift");
    } else log.info({ reference, outcome, state }, "payment checked");
    return current;
  }
}

export const givingPlugin = fp(
  async (app) => {
    const { config, store, clock } = app;
    const gifts = new GiftStore(store);
    const retentionMs = config.INBOX_RETENTION_DAYS * DAY_MS;
    startRetention(app, store, "gifts", () => gifts.purge(clock() - retentionMs));
    const keys = paymentKeys(config);
    const payments = keys && new GiftPayments(app, gifts, keys);
    app.decorate("giving", { gifts, payments });
  },
  { name: "giving", dependencies: ["store"] },
);

/** Accepts webhooks. The body is never believed: it only says which gift to ask the provider about, after the response. */
export async function paymentWebhookRoutes(app: FastifyInstance): Promise<void> {
  const { payments } = app.giving;
  if (payments === null) return;
  takeJsonOnly(app);

  function answer(reply: FastifyReply, outcome: keyof typeof WEBHOOK_STATUSES): FastifyReply {
    app.metrics.webhooks.inc({ outcome });
    reply.request.log.info({ outcome }, "payment webhook");
    const status = WEBHOOK_STATUSES[outcome];
    if (status === 200) return reply.send({ data: { outcome: "accepted" } });
    return sendProblem(reply, { status, message: `This webhook was not taken: ${outcome}.` });
  }

  // The sender is checked before the body is read.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header("cache-control", "no-store");
    if (!payments.provider.isGenuine(request.headers)) return answer(reply, "unauthorised");
  };
  const errorHandler = (err: FastifyError, { log }: FastifyRequest, reply: FastifyReply) => {
    // An error of the body has a status, and an error of the store has none.
    if (err.statusCode !== undefined)
      return answer(reply, err.statusCode === 413 ? "too-large" : "malformed");
    log.error({ err }, "payment webhook could not be stored");
    return answer(reply, "failed");
  };
  const options = { onRequest, errorHandler, bodyLimit: 64 * 1024 };
  app.post(`/webhooks/${payments.provider.name}`, options, async ({ body }, reply) =>
    answer(reply, await payments.takeWebhook(body)),
  );
}
