import type { IncomingHttpHeaders } from "node:http";
import type { Language } from "../../../shared/languages.ts";
import { startWorkLoop, type WorkLoop } from "../../work-loop.ts";
import type { GiftStore } from "../gift-store.ts";
import { type BeginDeps, createBegin } from "./begin-payment.ts";
import { type CheckDeps, checkGift } from "./check-gift.ts";
import { nextCheckAt } from "./check-times.ts";
import { type Given, giveOnline, type OnlineDraft } from "./give-online.ts";
import type { WebhookOutcome } from "./payment-outcomes.ts";

export interface GiftPayments {
  /** The only origins a donor is sent to. */
  pageOrigins: readonly string[];
  /** Where the provider posts its webhooks. */
  webhookPath: string;
  /** Stores a gift and begins its payment: one, however often it is posted. Rejects when it cannot be stored. */
  give(draft: OnlineDraft, clientKey: string, language?: Language): Promise<Given>;
  /** Asks the provider now, unless it was asked a moment ago. Resolves after a few seconds at most; never rejects. */
  refresh(reference: string): Promise<void>;
  /** Null when the request may be from the provider: its body is worth reading. */
  refuseWebhook(headers: IncomingHttpHeaders): WebhookOutcome | null;
  /** Makes the gift of a webhook due; the provider is asked afterwards. Rejects when that cannot be stored. */
  takeWebhook(headers: IncomingHttpHeaders, body: unknown): Promise<WebhookOutcome>;
  /** Asks about due gifts until the returned function is called. */
  startChecks(): () => Promise<void>;
}

interface Options extends CheckDeps, BeginDeps {
  gifts: CheckDeps["gifts"] & Pick<GiftStore, "add">;
  /** Makes keys of gifts that nobody can guess. */
  secret: string;
}

/** A page that is loaded again and again asks no more often. */
const REFRESH_EVERY_MS = 3_000;
const REFRESH_WAIT_MS = 4_000;
/** Of references that are remembered: more than are under way at once. */
const REMEMBERED = 1_000;

/** A map that forgets its oldest entries. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest = ""] = map.keys();
  if (map.size > REMEMBERED) map.delete(oldest);
}

/** Transactions that webhooks named, until they are asked about: more exact than the reference alone. */
type Named = Map<string, string>;

function startChecks(options: Options, named: Named): WorkLoop {
  const { gifts, firstMs, now, onError } = options;
  return startWorkLoop({
    claim: () => {
      const nowMs = now();
      return gifts.claimDue({ now: nowMs, leaseEnd: Math.ceil(nowMs + firstMs) });
    },
    work: async ({ gift: claimed, claim }) => {
      const { reference } = claimed;
      const transactionId = named.get(reference);
      named.delete(reference);
      const gift = await checkGift(options, { gift: claimed, by: "job", transactionId });
      // A gift that changed has its next check already.
      if (gift.state === claimed.state)
        await gifts.reschedule(reference, nextCheckAt(gift, now(), firstMs), claim);
    },
    onError,
  });
}

function createRefresh(options: Options) {
  const { gifts, now, onError } = options;
  const askedAt = new Map<string, number>();

  async function check(reference: string): Promise<void> {
    const gift = await gifts.get(reference);
    if (gift === null || gift.provider === null) return;
    if (gift.state !== "pending" && gift.state !== "failed") return;
    if (now() - (askedAt.get(reference) ?? 0) < REFRESH_EVERY_MS) return;
    remember(askedAt, reference, now());
    await checkGift(options, { gift, by: "provider" });
  }

  return async (reference: string): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, REFRESH_WAIT_MS);
    });
    await Promise.race([check(reference).catch(onError), waited]);
    clearTimeout(timer);
  };
}

/** Payments of gifts by a provider (docs/decisions/0057). */
export function createGiftPayments(options: Options): GiftPayments {
  const { gifts, provider, now } = options;
  const begin = createBegin(options);
  const named: Named = new Map();
  let loop: WorkLoop | null = null;

  return {
    pageOrigins: provider.pageOrigins,
    webhookPath: `/webhooks/${provider.name}`,
    give: (draft, clientKey, language) =>
      giveOnline({ ...options, begin }, { draft, clientKey, language }),
    refresh: createRefresh(options),
    refuseWebhook: (headers) =>
      provider.readWebhook(headers, null).kind === "unauthorised" ? "unauthorised" : null,
    async takeWebhook(headers, body) {
      const reading = provider.readWebhook(headers, body);
      if (reading.kind !== "payment") return reading.kind;
      const { reference, transactionId } = reading;
      if ((await gifts.get(reference)) === null) return "unknown";
      if (transactionId !== undefined) remember(named, reference, transactionId);
      await gifts.reschedule(reference, now());
      loop?.wake();
      return "accepted";
    },
    startChecks() {
      loop = startChecks(options, named);
      return loop.stop;
    },
  };
}
