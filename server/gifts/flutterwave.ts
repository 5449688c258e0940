import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { amountOfMinor } from "../../shared/forms/donation.ts";
import type { paymentKeys } from "../config.ts";
import { isSecret } from "../http/headers.ts";
import type { BreakerState } from "../source/http/circuit-breaker.ts";
import { HttpClient } from "../source/http/http-client.ts";
import { UpstreamError } from "../source/http/upstream-error.ts";
import type { Gift, Payment } from "./gift.ts";
import type { PaymentPlace, PaymentProvider, WebhookSubject } from "./payment-provider.ts";

export type PaymentKeys = NonNullable<ReturnType<typeof paymentKeys>>;

const NAME = "flutterwave";
const BASE_URL = "https://api.flutterwave.com/v3";

/** The origins to which the link of `POST /payments` leads, at once or by redirects. */
const LIVE_PAGES = ["https://checkout.flutterwave.com", "https://api.flutterwave.com"];
const TEST_PAGES = [
  "https://checkout-v2.dev-flutterwave.com",
  "https://ravemodal-dev.herokuapp.com",
];

/** The limits of a request. A donor waits for the link, and no response is long. */
const LIMITS = {
  connections: 8,
  connectTimeoutMs: 2_000,
  headersTimeoutMs: 6_000,
  totalTimeoutMs: 8_000,
  maxBytes: 512 * 1024,
};

/** The minutes until the hosted page closes, well before a gift is given up ("Flutterwave Standard", session_duration). */
const SESSION_MINUTES = 1_440;

const STATUSES: Readonly<Record<string, Payment["status"]>> = {
  successful: "paid",
  failed: "failed",
  cancelled: "failed",
  refunded: "refunded",
  chargeback: "charged-back",
  reversed: "charged-back",
};

/** The id of a transaction or a plan, which some pages of the documentation show as text. */
const id = z.union([z.int().positive(), z.string().regex(/^[1-9]\d{0,18}$/)]).transform(String);

/** An amount in units of the currency, as 50000, 12.5 or "50000.00". Exact in hundredths up to the largest gift. */
const amountMinor = z
  .union([z.number(), z.string()])
  .transform(Number)
  .pipe(z.number().nonnegative().max(1e11))
  .transform((units) => Math.round(units * 100));

const transaction = z.object({
  id,
  tx_ref: z.string().max(200),
  amount: amountMinor,
  currency: z.string().max(10),
  status: z.string().max(50),
  /** The plan of a charge, whose name differs between the pages of the documentation. */
  payment_plan: id.nullish().catch(undefined),
  plan: id.nullish().catch(undefined),
});
type Transaction = z.infer<typeof transaction>;

const refund = z.object({
  amount_refunded: amountMinor,
  status: z.string().max(50),
  currency: z.string().max(10).nullish(),
  transaction_id: id.optional(),
  /** The transaction's id in the response to a new refund ("Refunds"). */
  tx_id: id.optional(),
});

const reference = z.string().max(200).optional();
const about = z.object({
  id: id.optional().catch(undefined),
  tx_ref: reference,
  txRef: reference,
  payment_plan: id.nullish().catch(undefined),
});

/**
 * The body of a webhook ("Webhooks"). Version 2 sends a flat body, with `txRef`. We read only which payment the webhook is
 * about, never what the webhook claims.
 */
const webhook = about.extend({ event: z.string().max(100).nullish(), data: about.nullish() });

/** Returns our address with a reference in its first part: `info+g-7k3m@example.org`. */
const withReference = (email: string, reference: string): string =>
  email.replace("@", `+${reference.toLowerCase()}@`);

const wrongShape = (detail: string) => new UpstreamError({ kind: "shape", source: NAME, detail });

// Flutterwave Standard, version 3: https://developer.flutterwave.com/v3.0.0/docs/flutterwave-standard-1
/**
 * The payment provider. Donors pay on the provider's own pages, so no card data reaches this site (docs/decisions/0057).
 * Calls reject with `UpstreamError`.
 */
export class Flutterwave implements PaymentProvider {
  /** The name of the provider, and the last part of the webhook's path. */
  readonly name = NAME;
  /** The origins of the provider's pages, the only ones to which a donor is sent. */
  readonly pageOrigins: readonly string[];
  readonly http: HttpClient;
  readonly #keys: PaymentKeys;

  constructor(keys: PaymentKeys, app?: FastifyInstance) {
    const { baseUrl = BASE_URL, secretKey } = keys;
    this.#keys = keys;
    const isTest = secretKey.startsWith("FLWSECK_TEST-");
    const usual = isTest ? [...LIVE_PAGES, ...TEST_PAGES] : LIVE_PAGES;
    this.pageOrigins = baseUrl === BASE_URL ? usual : [new URL(baseUrl).origin];
    const onBreaker = (breaker: BreakerState) =>
      app?.log.warn({ breaker }, "payment provider breaker");
    this.http = new HttpClient({ source: NAME, baseUrl, limits: LIMITS, app, onBreaker });
  }

  /** Makes a harmless call that needs the keys ("Get multiple wallet balances"). */
  async check(): Promise<void> {
    await this.#ask("/balances", z.unknown());
  }

  /** Creates the page on which the donor pays and from which the donor returns, as it is stored with the gift. */
  async begin(gift: Gift, { returnUrl, siteName, contactEmail }: PaymentPlace) {
    const { reference, amountMinor, currency, donor } = gift;
    if (donor === null) throw wrongShape("a gift without a donor");
    const amount = amountMinor / 100;
    const isMonthly = gift.frequency === "monthly";
    const ofPlan = { name: `Monthly gift ${reference}`, interval: "monthly", amount, currency };
    const plan = isMonthly ? await this.#ask("/payment-plans", z.object({ id }), ofPlan) : null;
    // Mobile money works in shillings only ("Tanzania Mobile Money"), and a plan by card only ("Payment Plans").
    const hasMobileMoney = currency === "TZS" && !isMonthly;
    const body = {
      tx_ref: reference,
      amount,
      currency,
      redirect_url: returnUrl,
      payment_options: hasMobileMoney ? "card, mobilemoneytanzania" : "card",
      payment_plan: plan?.id,
      session_duration: SESSION_MINUTES,
      customer: {
        // The provider insists on an address. For a donor without one, ours carries the reference.
        email: donor.email || withReference(contactEmail, reference),
        name: `${donor.firstName} ${donor.lastName}`,
        phonenumber: donor.phone ?? undefined,
      },
      customizations: { title: siteName, description: `Gift ${reference}` },
    };
    const { link } = await this.#ask("/payments", z.object({ link: z.url() }), body);
    if (!this.pageOrigins.includes(new URL(link).origin))
      throw wrongShape("a link to another site");
    return { name: NAME, pageUrl: link, plan: plan?.id };
  }

  /** Requests the payment of a gift; null when there is none. For a paid gift, the refunds are requested too. */
  async verify({ state, provider, ...gift }: Gift, named?: string): Promise<Payment | null> {
    const reference = provider?.reference ?? gift.reference;
    const number = named ?? provider?.transactionId;
    const byId = number ? await this.#transactionAt(`/transactions/${number}/verify`) : null;
    // An id that leads to the payment of another gift, or to a failed try, is not conclusive.
    const isEnough = byId?.tx_ref === reference && byId.status !== "failed";
    const found = isEnough ? byId : await this.#byReference(reference);
    if (found === null) return null;
    // An unknown status proves nothing, so the payment is asked for again.
    const status = STATUSES[found.status] ?? "pending";
    const payment = {
      transactionId: found.id,
      reference: found.tx_ref,
      amountMinor: found.amount,
      currency: found.currency,
      status,
      refundedMinor: 0,
    };
    if (status !== "refunded" && !(state === "paid" && status === "paid")) return payment;
    const { refundedMinor, otherRefund } = await this.#refundsOf(found);
    // A payment with status "refunded" but without listed refunds was refunded in full.
    if (refundedMinor === 0) return { ...payment, otherRefund };
    if (refundedMinor >= found.amount) return { ...payment, status: "refunded" };
    return { ...payment, status: "paid", refundedMinor, otherRefund };
  }

  /** Requests all payments of the plan of a monthly gift ("Get all transactions", "Payment Plans"). */
  async charges({ provider, donor }: Gift): Promise<Payment[]> {
    const plan = provider?.plan;
    if (plan === undefined) return [];
    const query = new URLSearchParams({ status: "successful" });
    if (donor?.email) query.set("customer_email", donor.email);
    const all = await this.#ask(`/transactions?${query}`, z.array(transaction));
    return all
      .filter((one) => (one.payment_plan ?? one.plan) === plan)
      .map((found) => ({
        transactionId: found.id,
        reference: found.tx_ref,
        amountMinor: found.amount,
        currency: found.currency,
        status: STATUSES[found.status] ?? "pending",
        refundedMinor: 0,
      }));
  }

  /** Ends a plan, so that nothing more is charged ("Cancel a payment plan"). */
  async stop(plan: string): Promise<void> {
    await this.#ask(`/payment-plans/${plan}/cancel`, z.unknown(), {}, "PUT");
  }

  isGenuine({ "verif-hash": given }: IncomingHttpHeaders): boolean {
    return typeof given === "string" && isSecret(given, this.#keys.webhookHash);
  }

  /** Reads only which payment to ask about, since a webhook's claims are not believed. `other`: not about a payment. */
  readWebhook(body: unknown): WebhookSubject | "malformed" | "other" {
    const { data: sent, success } = webhook.safeParse(body);
    if (!success) return "malformed";
    const { id: transactionId, tx_ref, txRef, payment_plan } = { ...sent, ...sent.data };
    const reference = tx_ref ?? txRef;
    if (reference !== undefined)
      return { reference, transactionId, plan: payment_plan ?? undefined };
    return sent.event == null ? "malformed" : "other";
  }

  async #ask<Data>(
    path: string,
    schema: z.ZodType<Data>,
    body?: unknown,
    write: "POST" | "PUT" = "POST",
  ): Promise<Data> {
    const { json } = await this.http.request({
      method: body === undefined ? "GET" : write,
      path,
      body,
      isBodyOptional: false,
      // This id appears in the logs of both sides.
      requestId: randomUUID(),
      headers: { authorization: `Bearer ${this.#keys.secretKey}` },
    });
    const answer = z.object({ status: z.literal("success"), data: schema }).safeParse(json);
    if (!answer.success) throw wrongShape("an answer of another shape");
    return answer.data.data;
  }

  /** Requests a transaction; null for one that does not exist, which the provider reports by 400 or 404 and a message. */
  async #transactionAt(path: string): Promise<Transaction | null> {
    try {
      return await this.#ask(path, transaction);
    } catch (error) {
      const isUnknown =
        error instanceof UpstreamError &&
        [400, 404].includes(error.status ?? 0) &&
        /^no transaction/i.test(error.sourceMessage ?? "");
      if (isUnknown) return null;
      throw error;
    }
  }

  /** Finds the transaction of a reference. After a failed try, the donor may have paid by a later one. */
  async #byReference(reference: string): Promise<Transaction | null> {
    const query = `tx_ref=${encodeURIComponent(reference)}`;
    const found = await this.#transactionAt(`/transactions/verify_by_reference?${query}`);
    if (found?.status !== "failed") return found;
    const all = await this.#ask(`/transactions?${query}`, z.array(transaction));
    const paid = all.find(({ status, tx_ref }) => status === "successful" && tx_ref === reference);
    return paid ? ((await this.#transactionAt(`/transactions/${paid.id}/verify`)) ?? found) : found;
  }

  /** Sums up the refunds that are completed: `completed`, `completed-mpgs`, `successful`. */
  async #refundsOf({ id, currency }: Transaction) {
    const refunds = await this.#ask(`/refunds?id=${id}`, z.array(refund));
    const through = refunds
      .filter(({ transaction_id, tx_id }) => (transaction_id ?? tx_id) === id)
      .filter(({ status }) => status.startsWith("completed") || status.startsWith("successful"));
    const isSame = (one: (typeof through)[number]) => (one.currency ?? currency) === currency;
    const refundedMinor = through
      .filter(isSame)
      .reduce((sum, { amount_refunded }) => sum + amount_refunded, 0);
    const other = through.find((one) => !isSame(one));
    const otherRefund = other && `${other.currency} ${amountOfMinor(other.amount_refunded)}`;
    return { refundedMinor, otherRefund };
  }
}
