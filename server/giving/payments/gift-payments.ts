import type { IncomingHttpHeaders } from "node:http";
import type { WebhookOutcome } from "../../contract/payment-outcomes.ts";
import { startWorkLoop, type WorkLoop } from "../../work-loop.ts";
import type { Gift } from "../gift.schema.ts";
import { type CheckDeps, checkGift } from "./check-gift.ts";
import { nextCheckAt } from "./check-times.ts";
import type { HostedPage } from "./payment-provider.ts";

export type Begun =
  /** The donor pays on this page. */
  | { kind: "page"; url: string }
  /** This gift was paid, or given up, before. */
  | { kind: "settled" }
  /** The provider is down, or refuses; the gift stays as it is. */
  | { kind: "down" };

export interface GiftPayments {
  /** The only origins a donor is sent to. */
  pageOrigins: readonly string[];
  /** Where the provider posts its webhooks. */
  webhookPath: string;
  /** Begins the payment of a stored gift: of the same gift once, however often it is posted. */
  begin(gift: Gift): Promise<Begun>;
  /** Asks the provider now, unless it was asked a moment ago. Resolves after a few seconds at most; never rejects. */
  refresh(reference: string): Promise<void>;
  /** Null when the request may be from the provider: its body is worth reading. */
  refuseWebhook(headers: IncomingHttpHeaders): WebhookOutcome | null;
  /** Makes the gift of a webhook due; the provider is asked afterwards. Rejects when that cannot be stored. */
  takeWebhook(headers: IncomingHttpHeaders, body: unknown): Promise<WebhookOutcome>;
  /** Asks about due gifts until the returned function is called. */
  startChecks(): () => Promise<void>;
}

interface Options extends CheckDeps {
  /** The page the donor comes back to. */
  returnUrl: (reference: string) => string;
  /** Called with errors of the store and of the provider's hosted page. */
  onError: (error: unknown, reference?: string) => void;
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

/** One call for all who begin the same gift at once. */
function createBegin({ gifts, provider, firstMs, now, returnUrl, onError }: Options) {
  const calls = new Map<string, Promise<Begun>>();

  function pageOf(gift: Gift): Begun {
    const url = gift.state === "pending" ? gift.provider?.pageUrl : undefined;
    return url === undefined ? { kind: "settled" } : { kind: "page", url };
  }

  async function store(gift: Gift, { url, plan }: HostedPage): Promise<Begun> {
    const nowMs = now();
    const applied = await gifts.apply(gift.reference, {
      state: "pending",
      by: "donor",
      at: new Date(nowMs).toISOString(),
      provider: { name: provider.name, pageUrl: url, ...(plan !== undefined && { plan }) },
      nextCheckAt: new Date(nowMs + firstMs).toISOString(),
    });
    // Of two that begin at once, here and at another instance, both lead to the page of the first.
    return applied === null ? { kind: "down" } : pageOf(applied.gift);
  }

  async function begin(gift: Gift): Promise<Begun> {
    if (gift.state !== "pledged") return pageOf(gift);
    try {
      return await store(gift, await provider.begin(gift, returnUrl(gift.reference)));
    } catch (error) {
      onError(error, gift.reference);
      return { kind: "down" };
    }
  }

  return (gift: Gift): Promise<Begun> => {
    const { reference } = gift;
    const call = calls.get(reference) ?? begin(gift).finally(() => calls.delete(reference));
    calls.set(reference, call);
    return call;
  };
}

/** Transactions that webhooks named, until they are asked about: more exact than the reference alone. */
type Named = Map<string, string>;

function startChecks(options: Options, named: Named): WorkLoop {
  const { gifts, firstMs, now, onError } = options;
  return startWorkLoop<Gift>({
    claim: () => {
      const nowMs = now();
      return gifts.claimDue({ now: nowMs, leaseEnd: Math.ceil(nowMs + firstMs) });
    },
    work: async (claimed) => {
      const { reference } = claimed;
      const transactionId = named.get(reference);
      named.delete(reference);
      const gift = await checkGift(options, { gift: claimed, by: "job", transactionId });
      // A gift that changed has its next check already.
      if (gift.state === claimed.state)
        await gifts.reschedule(reference, nextCheckAt(gift, now(), firstMs), claimed);
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

/** Payments of gifts by a provider (docs/decisions/0058). */
export function createGiftPayments(options: Options): GiftPayments {
  const { gifts, provider, now } = options;
  const named: Named = new Map();
  let loop: WorkLoop | null = null;

  return {
    pageOrigins: provider.pageOrigins,
    webhookPath: `/webhooks/${provider.name}`,
    begin: createBegin(options),
    refresh: createRefresh(options),
    refuseWebhook: (headers) =>
      provider.readWebhook(headers, null).kind === "unauthorised" ? "unauthorised" : null,
    async takeWebhook(headers, body) {
      const reading = provider.readWebhook(headers, body);
      if (reading.kind !== "payment") return reading.kind;
      const { reference, transactionId } = reading;
      if ((await gifts.get(reference)) === null) return "unknown";
      remember(named, reference, transactionId);
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
