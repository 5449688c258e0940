import type { IncomingHttpHeaders } from "node:http";
import type { HttpClient } from "../source/http/http-client.ts";
import type { Gift, Payment } from "./gift.ts";

/** The address to return the donor to, the name of the site, and our own e-mail address for a donor without one. */
export interface PaymentPlace {
  returnUrl: string;
  siteName: string;
  contactEmail: string;
}

/** The subject of a webhook. Nothing else in it is read, because the provider is asked afterwards. */
export interface WebhookSubject {
  reference: string;
  transactionId: string | undefined;
  /** The plan of a later charge of a monthly gift. */
  plan: string | undefined;
}

/**
 * A payment provider (docs/decisions/0057). One more provider is one more class with these members; README.md says what each
 * has to fulfil. Calls reject with `UpstreamError`, and change nothing at the provider when they reject.
 */
export interface PaymentProvider {
  /** The name in records, metrics and the path of the webhook. */
  readonly name: string;
  /** The origins of the provider's pages, the only ones to which a donor is sent. */
  readonly pageOrigins: readonly string[];
  readonly http: HttpClient;
  /** Makes a harmless call that needs the keys. */
  check(): Promise<void>;
  /** Creates the page on which the donor pays, and the plan of a monthly gift. */
  begin(gift: Gift, place: PaymentPlace): Promise<NonNullable<Gift["provider"]>>;
  /** Asks for the payment of a gift; null when the provider knows none. `named` is the transaction that a webhook named. */
  verify(gift: Gift, named?: string): Promise<Payment | null>;
  /** Asks for all payments of the plan of a monthly gift. */
  charges(gift: Gift): Promise<Payment[]>;
  /** Ends a plan, so that nothing more is charged. Ending it again is no error. */
  stop(plan: string): Promise<void>;
  /** Returns whether a webhook comes from the provider. Called before the body is read. */
  isGenuine(headers: IncomingHttpHeaders): boolean;
  /** Reads what a webhook is about. `other`: not about a payment. */
  readWebhook(body: unknown): WebhookSubject | "malformed" | "other";
}
