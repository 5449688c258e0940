import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { z } from "zod";
import type { HttpRequest, HttpResponse } from "../upstream/http/http-client.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
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

export const FLUTTERWAVE = "flutterwave";

interface Options {
  secretKey: string;
  /** The secret hash of the dashboard's webhook settings. */
  webhookHash: string;
  pageOrigins: readonly string[];
  /** The name on the hosted page. */
  siteName: string;
  /** With a breaker; the base URL is that of version 3. */
  http: {
    request: (request: HttpRequest) => Promise<HttpResponse>;
    close: () => Promise<void>;
  };
  /** An id for each call, in the logs of both sides. */
  newRequestId: () => string;
}

type Call = Pick<HttpRequest, "method" | "path" | "body">;
type Ask = <Schema extends z.ZodType>(call: Call, schema: Schema) => Promise<z.output<Schema>>;

/** Minutes: the hosted page is closed well before a gift is given up ("Flutterwave Standard", session_duration). */
const SESSION_MINUTES = 1_440;

const STATUSES: Readonly<Record<string, Payment["status"]>> = {
  successful: "paid",
  failed: "failed",
  cancelled: "failed",
  refunded: "refunded",
};

/** An unknown status proves nothing, so the payment is asked for again. */
const paymentOf = ({ id, tx_ref, amount, currency, status }: Transaction): Payment => ({
  transactionId: id,
  reference: tx_ref,
  amountMinor: amount,
  currency,
  status: STATUSES[status] ?? "pending",
});

const inUnits = (amountMinor: number): number => amountMinor / 100;

/** Mobile money of Tanzania pays in shillings only ("Tanzania Mobile Money"), a plan by card only ("Payment Plans"). */
const paymentOptions = ({ currency, frequency }: Gift): string =>
  currency === "TZS" && frequency === "one-time" ? "card, mobilemoneytanzania" : "card";

/** The answer to a transaction that does not exist: 400 or 404 with this message. */
const isUnknown = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  (error.status === 400 || error.status === 404) &&
  /^no transaction/i.test(error.sourceMessage ?? "");

const nullIfUnknown = (error: unknown): null => {
  if (isUnknown(error)) return null;
  throw error;
};

const wrongShape = (detail: string) =>
  new UpstreamError({ kind: "shape", source: FLUTTERWAVE, detail });

function createAsk({ http, secretKey, newRequestId }: Options): Ask {
  return async (call, schema) => {
    const { json } = await http.request({
      ...call,
      requestId: newRequestId(),
      headers: { authorization: `Bearer ${secretKey}` },
      isBodyOptional: false,
    });
    const { data, success } = schema.safeParse(json);
    if (!success) throw wrongShape("an answer of another shape");
    return data;
  };
}

async function makePlan(ask: Ask, { reference, amountMinor, currency }: Gift): Promise<string> {
  const body = {
    name: `Monthly gift ${reference}`,
    amount: inUnits(amountMinor),
    currency,
    interval: "monthly",
  };
  return (await ask({ method: "POST", path: "/payment-plans", body }, planSchema)).data.id;
}

async function begin(
  ask: Ask,
  { siteName, pageOrigins }: Options,
  { gift, returnUrl }: { gift: Gift; returnUrl: string },
): Promise<HostedPage> {
  const { donor } = gift;
  if (donor === null) throw wrongShape("a gift without a donor");
  const plan = gift.frequency === "monthly" ? await makePlan(ask, gift) : undefined;
  const body = {
    tx_ref: gift.reference,
    amount: inUnits(gift.amountMinor),
    currency: gift.currency,
    redirect_url: returnUrl,
    payment_options: paymentOptions(gift),
    payment_plan: plan,
    session_duration: SESSION_MINUTES,
    customer: {
      email: donor.email,
      name: `${donor.firstName} ${donor.lastName}`,
      phonenumber: donor.phone ?? undefined,
    },
    customizations: { title: siteName, description: `Gift ${gift.reference}` },
  };
  const { data } = await ask({ method: "POST", path: "/payments", body }, linkSchema);
  if (!pageOrigins.includes(new URL(data.link).origin)) throw wrongShape("a link to another site");
  return { url: data.link, ...(plan === undefined ? {} : { plan }) };
}

const transactionById = (ask: Ask, id: string): Promise<Transaction | null> =>
  ask({ path: `/transactions/${id}/verify` }, transactionSchema).then(
    ({ data }) => data,
    nullIfUnknown,
  );

/** After a failed try the donor may have paid with the next one, under the same reference. */
async function transactionByReference(ask: Ask, reference: string): Promise<Transaction | null> {
  const query = `tx_ref=${encodeURIComponent(reference)}`;
  const found = await ask(
    { path: `/transactions/verify_by_reference?${query}` },
    transactionSchema,
  ).then(({ data }) => data, nullIfUnknown);
  if (found?.status !== "failed") return found;
  const { data: all } = await ask({ path: `/transactions?${query}` }, transactionsSchema);
  const paid = all.find(({ status, tx_ref }) => status === "successful" && tx_ref === reference);
  return paid === undefined ? found : ((await transactionById(ask, paid.id)) ?? found);
}

/** Refunds that are through: `completed`, `completed-mpgs`, `successful`. */
async function isRefunded(ask: Ask, { transactionId, amountMinor }: Payment): Promise<boolean> {
  const { data } = await ask({ path: `/refunds?id=${transactionId}` }, refundsSchema);
  const refunded = data
    .filter(({ transaction_id, tx_id }) => (transaction_id ?? tx_id) === transactionId)
    .filter(({ status }) => /^(?:completed|successful)/.test(status))
    .reduce((sum, { amount_refunded }) => sum + amount_refunded, 0);
  return amountMinor > 0 && refunded >= amountMinor;
}

async function verify(ask: Ask, query: PaymentQuery): Promise<Payment | null> {
  const { reference, transactionId, isPaid = false } = query;
  const named = transactionId === undefined ? null : await transactionById(ask, transactionId);
  // A number that leads to the payment of another gift, or to a failed try, is not the last word.
  const isEnough = named?.tx_ref === reference && named.status !== "failed";
  const found = isEnough ? named : await transactionByReference(ask, reference);
  if (found === null) return null;
  const payment = paymentOf(found);
  if (!isPaid || payment.status !== "paid" || !(await isRefunded(ask, payment))) return payment;
  return { ...payment, status: "refunded" };
}

const digest = (text: string) => createHash("sha256").update(text).digest();

function readWebhook(
  webhookHash: string,
  headers: IncomingHttpHeaders,
  body: unknown,
): WebhookReading {
  const given = headers["verif-hash"];
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

/** Flutterwave Standard, version 3: https://developer.flutterwave.com/v3.0.0/docs/flutterwave-standard-1 */
export function createFlutterwave(options: Options): PaymentProvider {
  const ask = createAsk(options);
  return {
    name: FLUTTERWAVE,
    pageOrigins: options.pageOrigins,
    begin: (gift, returnUrl) => begin(ask, options, { gift, returnUrl }),
    verify: (query) => verify(ask, query),
    readWebhook: (headers, body) => readWebhook(options.webhookHash, headers, body),
    check: async () => void (await ask({ path: "/balances" }, balanceSchema)),
    close: () => options.http.close(),
  };
}
