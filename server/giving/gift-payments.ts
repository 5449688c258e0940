import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Language } from "../../shared/languages.ts";
import { startWorkLoop, type WorkLoop } from "../work-loop.ts";
import type { Gift, GiftActor } from "./gift.schema.ts";
import type { GiftState } from "./gift-stats.ts";
import type { GiftStore } from "./gift-store.ts";
import { type GiftDraft, newGift } from "./new-gift.ts";
import type { CheckOutcome, WebhookOutcome } from "./payment-outcomes.ts";
import type { Payment, PaymentProvider } from "./payment-provider.ts";
import { isGivenUp, judgePayment, nextCheckAt, paymentKey } from "./payment-rules.ts";

type Begun =
  /** The donor pays on this page. */
  | { kind: "page"; url: string }
  /** Its payment has ended before. */
  | { kind: "settled"; state: GiftState }
  /** The provider is down, or refuses; the gift stays as it is. */
  | { kind: "down" };

type Given =
  | { kind: "page"; url: string }
  /** Paid by this very post before. */
  | { kind: "paid"; reference: string }
  /** The provider is down. The gift is stored as a promise. */
  | { kind: "down"; reference: string };

interface Options {
  gifts: GiftStore;
  provider: PaymentProvider;
  /** Makes keys of gifts that nobody can guess. */
  secret: string;
  /** The first interval between two checks of a gift, milliseconds. */
  firstMs: number;
  /** The clock, milliseconds. */
  now: () => number;
  /** The page the donor comes back to. */
  returnUrl: (reference: string, language: Language) => string;
  /** Called at the end of each check; the error is null unless the outcome is `error`. */
  onChecked: (outcome: CheckOutcome, gift: Gift, error: unknown) => void;
  /** Called with errors of the store and of the provider. */
  onError: (error: unknown, reference?: string) => void;
}

/** A page that is loaded again and again asks no more often. */
const REFRESH_EVERY_MS = 3_000;
const REFRESH_WAIT_MS = 4_000;
/** References that are remembered: more than are under way at once. */
const REMEMBERED = 1_000;
/** Gifts of one post, within a day. */
const MAX_ATTEMPTS = 50;

const isoTime = (ms: number) => new Date(ms).toISOString();

function pageOf({ state, provider }: Gift): Begun {
  const url = state === "pending" ? provider?.pageUrl : undefined;
  return url === undefined ? { kind: "settled", state } : { kind: "page", url };
}

/** Payments of gifts by a provider (docs/decisions/0057). */
export class GiftPayments {
  readonly #options: Options;
  /** Payments that begin now: of each gift once, however often it is posted. */
  readonly #beginning = new Map<string, Promise<Begun>>();
  /** Transactions that webhooks named, until they are asked about: more exact than the reference alone. */
  readonly #named = new LRUCache<string, string>({ max: REMEMBERED });
  readonly #askedAt = new LRUCache<string, number>({ max: REMEMBERED });
  #loop: WorkLoop | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The only origins a donor is sent to. */
  get pageOrigins(): readonly string[] {
    return this.#options.provider.pageOrigins;
  }

  /** Where the provider posts its webhooks. */
  get webhookPath(): string {
    return `/webhooks/${this.#options.provider.name}`;
  }

  /**
   * Stores a gift and begins its payment. Posted again it is the same gift, with the same page of the provider, until
   * its payment has failed. Rejects when the gift cannot be stored.
   */
  async give(
    draft: Omit<GiftDraft, "idempotencyKey">,
    clientKey: string,
    language: Language,
  ): Promise<Given> {
    const { gifts, secret, now } = this.#options;
    const nowMs = now();
    for (let attempt = 0; ; attempt += 1) {
      const idempotencyKey = paymentKey({ secret, fields: draft, clientKey, attempt, nowMs });
      const gift = await gifts.add(newGift({ ...draft, idempotencyKey }, nowMs));
      const { reference } = gift;
      const begun = await this.#beginOnce(gift, language);
      if (begun.kind === "page") return begun;
      if (begun.kind === "down" || attempt >= MAX_ATTEMPTS) return { kind: "down", reference };
      // Begun by this post, or by the same one before. Without a key an equal gift may be another one.
      const isThisPost = gift.state === "pledged" || clientKey !== "";
      if (isThisPost && begun.state === "paid") return { kind: "paid", reference };
    }
  }

  #beginOnce(gift: Gift, language: Language): Promise<Begun> {
    const { reference } = gift;
    const begun =
      this.#beginning.get(reference) ??
      this.#begin(gift, language).finally(() => this.#beginning.delete(reference));
    this.#beginning.set(reference, begun);
    return begun;
  }

  async #begin(gift: Gift, language: Language): Promise<Begun> {
    const { gifts, provider, firstMs, now, returnUrl, onError } = this.#options;
    const { reference, state } = gift;
    if (state !== "pledged") return pageOf(gift);
    try {
      const { url, plan } = await provider.begin(gift, returnUrl(reference, language));
      const nowMs = now();
      const applied = await gifts.apply(reference, {
        state: "pending",
        by: "donor",
        at: isoTime(nowMs),
        provider: { name: provider.name, pageUrl: url, ...(plan !== undefined && { plan }) },
        nextCheckAt: isoTime(nowMs + firstMs),
      });
      // Of two that begin at once, here and at another instance, both lead to the page of the first.
      return applied === null ? { kind: "down" } : pageOf(applied.gift);
    } catch (error) {
      onError(error, reference);
      return { kind: "down" };
    }
  }

  /** Asks the provider now, unless it was asked a moment ago. Resolves after a few seconds at most; never rejects. */
  async refresh(reference: string): Promise<void> {
    const end = new AbortController();
    const asked = this.#refresh(reference).catch(this.#options.onError);
    const late = wait(REFRESH_WAIT_MS, undefined, { signal: end.signal }).catch(() => {});
    await Promise.race([asked, late]);
    end.abort();
  }

  async #refresh(reference: string): Promise<void> {
    const { gifts, now } = this.#options;
    const gift = await gifts.get(reference);
    if (gift === null || gift.provider === null) return;
    if (gift.state !== "pending" && gift.state !== "failed") return;
    if (now() - (this.#askedAt.get(reference) ?? 0) < REFRESH_EVERY_MS) return;
    this.#askedAt.set(reference, now());
    await this.#check(gift, "provider");
  }

  /** Null when the request may be from the provider: its body is worth reading. */
  refuseWebhook(headers: IncomingHttpHeaders): WebhookOutcome | null {
    const { kind } = this.#options.provider.readWebhook(headers, null);
    return kind === "unauthorised" ? kind : null;
  }

  /** Makes the gift of a webhook due; the provider is asked afterwards. Rejects when that cannot be stored. */
  async takeWebhook(headers: IncomingHttpHeaders, body: unknown): Promise<WebhookOutcome> {
    const { gifts, provider, now } = this.#options;
    const reading = provider.readWebhook(headers, body);
    if (reading.kind !== "payment") return reading.kind;
    const { reference, transactionId } = reading;
    if ((await gifts.get(reference)) === null) return "unknown";
    if (transactionId !== undefined) this.#named.set(reference, transactionId);
    await gifts.reschedule(reference, now());
    this.#loop?.wake();
    return "accepted";
  }

  /** Asks about due gifts until the returned function is called. */
  startChecks(): () => Promise<void> {
    const { gifts, firstMs, now, onError } = this.#options;
    this.#loop = startWorkLoop({
      claim: () => {
        const nowMs = now();
        return gifts.claimDue({ now: nowMs, leaseEnd: Math.ceil(nowMs + firstMs) });
      },
      work: async ({ gift: claimed, claim }) => {
        const { reference } = claimed;
        const transactionId = this.#named.get(reference);
        this.#named.delete(reference);
        const gift = await this.#check(claimed, "job", transactionId);
        // A gift that changed has its next check already.
        if (gift.state === claimed.state)
          await gifts.reschedule(reference, nextCheckAt(gift, now(), firstMs), claim);
      },
      onError,
    });
    return this.#loop.stop;
  }

  /**
   * Asks the provider about a gift, and applies what it answers. Rejects when the store does; an error of the provider
   * is reported, and changes nothing.
   */
  async #check(gift: Gift, by: GiftActor, transactionId?: string): Promise<Gift> {
    const { provider, onChecked } = this.#options;
    const { reference, state } = gift;
    let payment: Payment | null;
    try {
      payment = await provider.verify({
        reference,
        transactionId: transactionId ?? gift.provider?.transactionId,
        isPaid: state === "paid",
      });
    } catch (error) {
      onChecked("error", gift, error);
      return gift;
    }
    return this.#applyPayment(gift, by, payment);
  }

  /** The gift as it is once it is known what the payment means for it. */
  async #applyPayment(gift: Gift, by: GiftActor, payment: Payment | null): Promise<Gift> {
    const { gifts, provider, firstMs, now, onChecked } = this.#options;
    const nowMs = now();
    const { outcome, states } = judgePayment(gift, payment, isGivenUp(gift, nowMs, firstMs));
    let current = gift;
    for (const state of states) {
      const next = nextCheckAt({ ...gift, state }, nowMs, firstMs);
      const applied = await gifts.apply(gift.reference, {
        ...{ state, by, at: isoTime(nowMs) },
        provider: { name: provider.name, ...(payment && { transactionId: payment.transactionId }) },
        nextCheckAt: next === null ? undefined : isoTime(next),
      });
      current = applied?.gift ?? current;
    }
    onChecked(outcome, current, null);
    return current;
  }
}
