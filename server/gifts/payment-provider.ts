import type { IncomingHttpHeaders } from "node:http";
import type { Gift } from "./gift.schema.ts";

/** A payment as the provider itself says it is. */
export interface Payment {
  transactionId: string;
  /** Our reference of the gift, as the provider returns it. */
  reference: string;
  /** In hundredths of the currency. */
  amountMinor: number;
  /** ISO 4217; may be one that no gift has. */
  currency: string;
  status: "paid" | "failed" | "pending" | "refunded";
}

/** The page of the provider on which the donor pays. */
export interface HostedPage {
  /** Its origin is one of `pageOrigins`. */
  url: string;
  /** The number of the plan of a monthly gift. */
  plan?: string;
}

/** What is asked about: the gift's reference, and the transaction where its number is known. */
export interface PaymentQuery {
  reference: string;
  transactionId?: string | undefined;
  /** The gift is paid: refunds are looked for too. */
  isPaid?: boolean;
}

/**
 * `accepted`: the provider will be asked. `other`: not about a payment. `unknown`: no such gift. `unauthorised`:
 * without the secret. `malformed`: another shape. `too-large`. `failed`: it could not be stored.
 */
export const WEBHOOK_OUTCOMES = [
  "accepted",
  "other",
  "unknown",
  "unauthorised",
  "malformed",
  "too-large",
  "failed",
] as const;
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

/** A webhook says only what to ask about; what it claims of a payment is not read. */
export type WebhookReading =
  | { kind: "payment"; reference: string; transactionId: string | undefined }
  /** Genuine, and not about a payment. */
  | { kind: "other" }
  /** The secret is missing or wrong. */
  | { kind: "unauthorised" }
  /** The body has another shape. */
  | { kind: "malformed" };

/**
 * A payment provider with pages of its own, so that nothing of a card reaches this site
 * (docs/decisions/0057). Calls reject with `UpstreamError`.
 */
export interface PaymentProvider {
  /** As stored with the gifts it takes; also the last part of the path of its webhook. */
  readonly name: string;
  /** Origins of its pages: the only ones a donor is sent to. */
  readonly pageOrigins: readonly string[];
  /** Begins the payment of a stored gift. The donor comes back to `returnUrl`. */
  begin(gift: Gift, returnUrl: string): Promise<HostedPage>;
  /** Asks for the payment of a gift; null when the provider knows none. */
  verify(query: PaymentQuery): Promise<Payment | null>;
  readWebhook(headers: IncomingHttpHeaders, body: unknown): WebhookReading;
  /** A harmless call that needs the keys. */
  check(): Promise<void>;
  close(): Promise<void>;
}
