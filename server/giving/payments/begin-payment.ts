import type { Language } from "../../../shared/languages.ts";
import type { Gift } from "../gift.schema.ts";
import type { GiftState } from "../gift-stats.ts";
import type { GiftStore } from "../gift-store.ts";
import type { HostedPage, PaymentProvider } from "./payment-provider.ts";

export type Begun =
  /** The donor pays on this page. */
  | { kind: "page"; url: string }
  /** Its payment has ended before. */
  | { kind: "settled"; state: GiftState }
  /** The provider is down, or refuses; the gift stays as it is. */
  | { kind: "down" };

export interface BeginDeps {
  gifts: Pick<GiftStore, "apply">;
  provider: PaymentProvider;
  /** The first interval between two checks of a gift, milliseconds. */
  firstMs: number;
  /** The clock, milliseconds. */
  now: () => number;
  /** The page the donor comes back to. */
  returnUrl: (reference: string, language: Language) => string;
  /** Called with errors of the store and of the provider. */
  onError: (error: unknown, reference?: string) => void;
}

/** Begins payments of stored gifts: of each gift once, however often it is posted. */
export function createBegin({ gifts, provider, firstMs, now, returnUrl, onError }: BeginDeps) {
  const calls = new Map<string, Promise<Begun>>();

  function pageOf(gift: Gift): Begun {
    const { state } = gift;
    const url = state === "pending" ? gift.provider?.pageUrl : undefined;
    return url === undefined ? { kind: "settled", state } : { kind: "page", url };
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

  async function begin(gift: Gift, language: Language): Promise<Begun> {
    if (gift.state !== "pledged") return pageOf(gift);
    try {
      return await store(gift, await provider.begin(gift, returnUrl(gift.reference, language)));
    } catch (error) {
      onError(error, gift.reference);
      return { kind: "down" };
    }
  }

  return (gift: Gift, language: Language = "en"): Promise<Begun> => {
    const { reference } = gift;
    const call =
      calls.get(reference) ?? begin(gift, language).finally(() => calls.delete(reference));
    calls.set(reference, call);
    return call;
  };
}
