import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { z } from "zod";
import type { BreakerState } from "../source/http/circuit-breaker.ts";
import { HttpClient, type HttpObservers, type HttpRequest } from "../source/http/http-client.ts";
import { UpstreamError } from "../source/http/upstream-error.ts";
import {
  balanceSchema,
  linkSchema,
  planSchema,
  refundsSchema,
  type Transaction,
  transactionSchema,
  transactionsSchema,
  webhookSchema,
} from "./flutterwave.schema.ts";
import type { Gift } from "./gift.schema.ts";
import type {
  HostedPage,
  Payment,
  PaymentProvider,
  PaymentQuery,
  WebhookReading,
} from "./payment-provider.ts";

const NAME = "flutterwave";
const BASE_URL = "https://api.flutterwave.com/v3";

/** Where the link of `POST /payments` leads, at once or by redirects. */
const LIVE_PAGES = ["https://checkout.flutterwave.com", "https://api.flutterwave.com"];
/** With a test key. */
const TEST_PAGES = [
  "https://checkout-v2.dev-flutterwave.com",
  "https://ravemodal-dev.herokuapp.com",
];

/** A donor waits for the link, and no answer is long. */
const LIMITS = {
  connections: 8,
  connectTimeoutMs: 2_000,
  headersTimeoutMs: 6_000,
  totalTimeoutMs: 8_000,
  maxBytes: 512 * 1024,
};

/** Minutes: the hosted page is closed well before a gift is given up ("Flutterwave Standard", session_duration). */
const SESSION_MINUTES = 1_440;

const STATUSES: Readonly<Record<string, Payment["status"]>> = {
  successful: "paid",
  failed: "failed",
  cancelled: "failed",
  refunded: "refunded",
};

const inUnits = (amountMinor: number): number => amountMinor / 100;

/** Mobile money of Tanzania pays in shillings only ("Tanzania Mobile Money"), a plan by card only ("Payment Plans"). */
const paymentOptions = ({ currency, frequency }: Gift): string =>
  currency === "TZS" && frequency === "one-time" ? "card, mobilemoneytanzania" : "card";

/** Reads the answer to a transaction that does not exist: 400 or 404 with this message. */
const nullIfUnknown = (error: unknown): null => {
  const isUnknown =
    error instanceof UpstreamError &&
    (error.status === 400 || error.status === 404) &&
    /^no transaction/i.test(error.sourceMessage ?? "");
  if (isUnknown) return null;
  throw error;
};

const wrongShape = (detail: string) => new UpstreamError({ kind: "shape", source: NAME, detail });

const digest = (text: string) => createHash("sha256").update(text).digest();

interface Options {
  secretKey: string;
  /** The secret hash of the dashboard's webhook settings. */
  webhookHash: string;
  /** Undefined: the real one. */
  baseUrl: string | undefined;
  /** The name on the hosted page. */
  siteName: string;
  observers: HttpObservers;
}

/** Flutterwave Standard, version 3: https://developer.flutterwave.com/v3.0.0/docs/flutterwave-standard-1 */
export class Flutterwave implements PaymentProvider {
  readonly name = NAME;
  readonly pageOrigins: readonly string[];
  readonly #options: Options;
  readonly #http: HttpClient;

  constructor(options: Options) {
    const { baseUrl = BASE_URL, secretKey, observers } = options;
    this.#options = options;
    const isTest = secretKey.startsWith("FLWSECK_TEST-");
    const usual = isTest ? [...LIVE_PAGES, ...TEST_PAGES] : LIVE_PAGES;
    this.pageOrigins = baseUrl === BASE_URL ? usual : [new URL(baseUrl).origin];
    this.#http = new HttpClient({ source: NAME, baseUrl, ...LIMITS, ...observers });
  }

  breaker(): BreakerState {
    return this.#http.breaker();
  }

  close(): Promise<void> {
    return this.#http.close();
  }

  async check(): Promise<void> {
    await this.#ask({ path: "/balances" }, balanceSchema);
  }

  async begin(gift: Gift, returnUrl: string): Promise<HostedPage> {
    const { reference, amountMinor, currency, donor } = gift;
    if (donor === null) throw wrongShape("a gift without a donor");
    const plan = gift.frequency === "monthly" ? await this.#makePlan(gift) : undefined;
    const body = {
      tx_ref: reference,
      amount: inUnits(amountMinor),
      currency,
      redirect_url: returnUrl,
      payment_options: paymentOptions(gift),
      payment_plan: plan,
      session_duration: SESSION_MINUTES,
      customer: {
        email: donor.email,
        name: `${donor.firstName} ${donor.lastName}`,
        phonenumber: donor.phone ?? undefined,
      },
      customizations: { title: this.#options.siteName, description: `Gift ${reference}` },
    };
    const { data } = await this.#ask({ method: "POST", path: "/payments", body }, linkSchema);
    if (!this.pageOrigins.includes(new URL(data.link).origin))
      throw wrongShape("a link to another site");
    return { url: data.link, ...(plan === undefined ? {} : { plan }) };
  }

  async verify(query: PaymentQuery): Promise<Payment | null> {
    const { reference, transactionId, isPaid = false } = query;
    const named = transactionId === undefined ? null : await this.#byId(transactionId);
    // A number that leads to the payment of another gift, or to a failed try, is not the last word.
    const isEnough = named?.tx_ref === reference && named.status !== "failed";
    const found = isEnough ? named : await this.#byReference(reference);
    if (found === null) return null;
    // An unknown status proves nothing, so the payment is asked for again.
    const status = STATUSES[found.status] ?? "pending";
    const isRefunded = isPaid && status === "paid" && (await this.#isRefunded(found));
    return {
      transactionId: found.id,
      reference: found.tx_ref,
      amountMinor: found.amount,
      currency: found.currency,
      status: isRefunded ? "refunded" : status,
    };
  }

  readWebhook(headers: IncomingHttpHeaders, body: unknown): WebhookReading {
    const given = headers["verif-hash"];
    const { webhookHash } = this.#options;
    // Digests have one length: the comparison takes the same time whatever was sent.
    if (typeof given !== "string" || !timingSafeEqual(digest(given), digest(webhookHash)))
      return { kind: "unauthorised" };
    const { data: webhook, success } = webhookSchema.safeParse(body);
    if (!success) return { kind: "malformed" };
    const { id, tx_ref, txRef } = { ...webhook, ...webhook.data };
    const reference = tx_ref ?? txRef;
    if (reference !== undefined) return { kind: "payment", reference, transactionId: id };
    return { kind: webhook.event == null ? "malformed" : "other" };
  }

  async #ask<Schema extends z.ZodType>(
    call: Pick<HttpRequest, "method" | "path" | "body">,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const { json } = await this.#http.request({
      ...call,
      // In the logs of both sides.
      requestId: randomUUID(),
      headers: { authorization: `Bearer ${this.#options.secretKey}` },
      isBodyOptional: false,
    });
    const { data, success } = schema.safeParse(json);
    if (!success) throw wrongShape("an answer of another shape");
    return data;
  }

  async #makePlan({ reference, amountMinor, currency }: Gift): Promise<string> {
    const body = {
      name: `Monthly gift ${reference}`,
      amount: inUnits(amountMinor),
      currency,
      interval: "monthly",
    };
    const call = { method: "POST", path: "/payment-plans", body } as const;
    return (await this.#ask(call, planSchema)).data.id;
  }

  #transactionAt(path: string): Promise<Transaction | null> {
    return this.#ask({ path }, transactionSchema).then(({ data }) => data, nullIfUnknown);
  }

  #byId(id: string): Promise<Transaction | null> {
    return this.#transactionAt(`/transactions/${id}/verify`);
  }

  /** After a failed try the donor may have paid with the next one, under the same reference. */
  async #byReference(reference: string): Promise<Transaction | null> {
    const query = `tx_ref=${encodeURIComponent(reference)}`;
    const found = await this.#transactionAt(`/transactions/verify_by_reference?${query}`);
    if (found?.status !== "failed") return found;
    const { data: all } = await this.#ask({ path: `/transactions?${query}` }, transactionsSchema);
    const paid = all.find(({ status, tx_ref }) => status === "successful" && tx_ref === reference);
    return paid === undefined ? found : ((await this.#byId(paid.id)) ?? found);
  }

  /** By refunds that are through: `completed`, `completed-mpgs`, `successful`. */
  async #isRefunded({ id, amount }: Transaction): Promise<boolean> {
    const { data } = await this.#ask({ path: `/refunds?id=${id}` }, refundsSchema);
    const refunded = data
      .filter(({ transaction_id, tx_id }) => (transaction_id ?? tx_id) === id)
      .filter(({ status }) => /^(?:completed|successful)/.test(status))
      .reduce((sum, { amount_refunded }) => sum + amount_refunded, 0);
    return amount > 0 && refunded >= amount;
  }
}
