import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "../setup/listen.ts";

export const SECRET_KEY = "FLWSECK_TEST-0123456789abcdef0123456789abcdef-X";
export const WEBHOOK_HASH = "webhook-hash-of-the-tests-0123456789";

/** Returns the settings of a site that takes payments at the fake provider. */
export const flutterwaveEnv = (fake: { url: string }) => ({
  FLUTTERWAVE_SECRET_KEY: SECRET_KEY,
  FLUTTERWAVE_WEBHOOK_HASH: WEBHOOK_HASH,
  FLUTTERWAVE_BASE_URL: fake.url,
});

export interface FakeTransaction {
  id: number;
  tx_ref: string;
  amount: number;
  currency: string;
  status: string;
  /** The plan of a later charge of a monthly gift. */
  payment_plan?: string;
}

/** The kind of response that the next calls get. */
type Mode = "well" | "error" | "html" | "hang" | "refuse" | "nonsense" | "busy";

interface Payment {
  tx_ref: string;
  amount: number;
  currency: string;
  redirect_url: string;
  payment_options: string;
  payment_plan?: string;
  customer: { email: string; name: string; phonenumber?: string };
}

interface Call {
  method: string;
  path: string;
  authorization: string | undefined;
  body: unknown;
}

interface Plan {
  id: number;
  name: string;
  amount: number;
  currency: string;
  interval: string;
}

interface Refund {
  id: number;
  tx_id: number;
  amount_refunded: number;
  status: string;
  currency?: string;
}

interface Lie {
  /** The webhook's hash: undefined sends the right one, null sends none. */
  hash?: string | null;
  /** False claims about the transaction, in the body of the webhook. */
  claims?: Record<string, unknown>;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}

const success = (message: string, data: unknown) => ({ status: "success", message, data });
const failure = (message: string) => ({ status: "error", message, data: null });
const UNKNOWN = failure("No transaction was found for this id");

/** Responds in a way that no healthy server does. Returns false when the call should get a normal response. */
function misbehave(mode: Mode, response: ServerResponse): boolean {
  switch (mode) {
    case "well":
      return false;
    case "hang":
      return true;
    case "refuse":
      response.destroy();
      return true;
    case "error":
      send(response, 500, failure("An error occurred"));
      return true;
    case "busy":
      response.setHeader("retry-after", "1");
      send(response, 429, failure("Too many requests"));
      return true;
    case "html":
      response.writeHead(200, { "content-type": "text/html" });
      response.end("<!doctype html><h1>Bad gateway</h1>");
      return true;
    case "nonsense":
      send(response, 200, success("Hosted Link", { link: 7, id: "x", tx_ref: null }));
      return true;
  }
}

/** Returns the data of a verification in the documented shape, including fields that the site does not read. */
const verified = (transaction: FakeTransaction) => ({
  ...transaction,
  flw_ref: `FLW-MOCK-${transaction.id}`,
  charged_amount: transaction.amount,
  app_fee: 1.4,
  processor_response: "Approved",
  payment_type: "card",
  card: {
    first_6digits: "553188",
    last_4digits: "2950",
    token: "flw-t1nf-secret",
    expiry: "09/32",
  },
  customer: { id: 1, email: "donor@example.org" },
});

type Reply = [status: number, body: unknown];

function begin(fake: FakeFlutterwave, body: unknown): Reply {
  const payment = body as Payment;
  // A payment begun again gets a different link.
  const times = fake.payments.filter(({ tx_ref }) => tx_ref === payment.tx_ref).length;
  fake.payments.push(payment);
  const again = times === 0 ? "" : `?begun=${times}`;
  const link = `${fake.linkOrigin ?? fake.origin}/v3/hosted/pay/${payment.tx_ref}${again}`;
  return [200, success("Hosted Link", { link })];
}

function makePlan(fake: FakeFlutterwave, body: unknown): Reply {
  const plan = { ...(body as Plan), id: 3_800 + fake.plans.length };
  fake.plans.push(plan);
  return [200, success("Payment plan created", { ...plan, status: "active" })];
}

function find(fake: FakeFlutterwave, wanted: (one: FakeTransaction) => boolean): Reply {
  const found = fake.transactions.findLast(wanted);
  return found
    ? [200, success("Transaction fetched successfully", verified(found))]
    : [400, UNKNOWN];
}

function reply(fake: FakeFlutterwave, { method, path, body, authorization }: Call): Reply {
  if (authorization !== `Bearer ${SECRET_KEY}`) return [401, failure("Invalid authorization key")];
  const { pathname, searchParams } = new URL(path, "http://fake");
  const reference = searchParams.get("tx_ref");
  const [, plan] = /^\/v3\/payment-plans\/(\d+)\/cancel$/.exec(pathname) ?? [];
  if (plan !== undefined && method === "PUT") {
    fake.cancelled.push(plan);
    return [200, success("Plan cancelled", { id: Number(plan), status: "cancelled" })];
  }
  const [, id] = /^\/v3\/transactions\/(\d+)\/verify$/.exec(pathname) ?? [];
  if (id !== undefined) return find(fake, (one) => String(one.id) === id);
  switch (`${method} ${pathname}`) {
    case "POST /v3/payments":
      return begin(fake, body);
    case "POST /v3/payment-plans":
      return makePlan(fake, body);
    case "GET /v3/transactions/verify_by_reference":
      return find(fake, ({ tx_ref }) => tx_ref === reference);
    case "GET /v3/transactions":
      return [
        200,
        success(
          "Transactions fetched",
          // Without a reference the API lists the transactions of a customer; the site has to pick out its own.
          fake.transactions.filter((one) => reference === null || one.tx_ref === reference),
        ),
      ];
    case "GET /v3/refunds":
      // The real API lists the refunds of all transactions too; the site has to pick out its own.
      return [200, success("Refunds fetched", fake.refunds)];
    case "GET /v3/balances":
      return [200, success("Wallet balances fetched", [{ currency: "TZS", available_balance: 0 }])];
    default:
      return [404, failure("Not found")];
  }
}

/**
 * Shows the hosted page: one button pays, and the page then redirects back with the outcome in the URL, as the donor's browser reports
 * it.
 */
function showPage(fake: FakeFlutterwave, path: string, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(path, "http://fake");
  const reference = pathname.split("/").at(-1) ?? "";
  const payment = fake.payments.find(({ tx_ref }) => tx_ref === reference);
  const outcome = searchParams.get("outcome");
  if (payment && outcome !== null) {
    const { id } = fake.pay(reference, { status: outcome });
    const back = new URL(payment.redirect_url);
    back.search = String(
      new URLSearchParams({ status: outcome, tx_ref: reference, transaction_id: String(id) }),
    );
    response.writeHead(302, { location: back.href }).end();
    return;
  }
  response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
  response.end(
    `<!doctype html><title>Pay</title><h1>Pay ${payment?.currency} ${payment?.amount}</h1>
    <a href="?outcome=successful">Pay</a> <a href="?outcome=failed">Fail</a>`,
  );
}

export type FakeFlutterwave = Awaited<ReturnType<typeof startFakeFlutterwave>>;

/**
 * Starts a local server in place of Flutterwave version 3, written from the provider's documentation ("Flutterwave Standard",
 * "Transaction Verification", "Webhooks", "Payment Plans", "Refunds"), which can also lie as a sandbox does.
 */
export async function startFakeFlutterwave() {
  const server = createServer(async (request, response) => {
    const { url: path = "/", method = "GET", headers } = request;
    if (path === "/favicon.ico") return void response.writeHead(204).end();
    if (path.startsWith("/v3/hosted/")) return showPage(fake, path, response);
    const { authorization } = headers;
    const sent = await text(request);
    const call = { method, path, authorization, body: sent === "" ? null : JSON.parse(sent) };
    fake.calls.push(call);
    if (misbehave(fake.modeOf?.(path) ?? fake.mode, response)) return;
    send(response, ...reply(fake, call));
    fake.onAnswered?.(path);
  });
  const { url: origin, close } = await listen(server);
  const fake = {
    /** The base URL, including `/v3`. */
    url: `${origin}/v3`,
    origin,
    mode: "well" as Mode,
    /** Chooses the mode of each call, in place of `mode`. */
    modeOf: null as ((path: string) => Mode) | null,
    /** Called after each response. */
    onAnswered: null as ((path: string) => void) | null,
    calls: [] as Call[],
    /** The bodies of all `POST /payments` requests. */
    payments: [] as Payment[],
    plans: [] as Plan[],
    /** The plans that were ended. */
    cancelled: [] as string[],
    transactions: [] as FakeTransaction[],
    refunds: [] as Refund[],
    /** The origin of the payment links; null stands for the server's own. */
    linkOrigin: null as string | null,
    /** Does what a donor does on the hosted page: adds a transaction for the begun payment, with any differences given. */
    pay(reference: string, lie: Partial<FakeTransaction> = {}): FakeTransaction {
      const begun = fake.payments.find(({ tx_ref }) => tx_ref === reference);
      const transaction = {
        id: 4_975_000 + fake.transactions.length,
        tx_ref: reference,
        amount: begun?.amount ?? 0,
        currency: begun?.currency ?? "NGN",
        status: "successful",
        ...lie,
      };
      fake.transactions.push(transaction);
      return transaction;
    },
    refund({ id, amount, currency }: FakeTransaction, refunded = amount): void {
      const refund = { id: 1, tx_id: id, amount_refunded: refunded, status: "completed" };
      fake.refunds.push({ ...refund, currency });
    },
    /** Sends a webhook and resolves with the status of the response. */
    async sendWebhook(siteUrl: string, about: FakeTransaction, lie: Lie = {}): Promise<number> {
      const { hash = WEBHOOK_HASH, claims = {} } = lie;
      const response = await fetch(`${siteUrl}/webhooks/flutterwave`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          ...(hash === null ? {} : { "verif-hash": hash }),
        },
        body: JSON.stringify({
          event: "charge.completed",
          data: { ...verified(about), ...claims },
          "event.type": "CARD_TRANSACTION",
        }),
      });
      await response.arrayBuffer();
      return response.status;
    },
    close,
  };
  return fake;
}
