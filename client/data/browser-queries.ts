import type { Outcome } from "../../shared/contract/site-data.ts";
import { fetchJson } from "./fetch-json.ts";
import {
  createQueryStore,
  type Delivery,
  mustRefresh,
  outcomeElementId,
  type QueryStore,
  UNAVAILABLE,
} from "./queries.ts";

/** Fetches the outcome of a key. The fragment of a key, which is not sent, tells views of the same data apart. */
async function fetchOutcome(key: string): Promise<Outcome<unknown>> {
  type Body = Omit<Outcome<unknown> & { kind: "ok" }, "kind"> & { requestId?: string };
  const { status, ok, body } = await fetchJson<Body>(key);
  if (status === 404) return { kind: "not-found" };
  if (!ok || body === null) return { ...UNAVAILABLE, requestId: body?.requestId };
  return { kind: "ok", data: body.data, meta: body.meta };
}

const FIRST_DELAY_MS = 1_000;
const LAST_DELAY_MS = 4_000;

/**
 * Fetches an outcome with up to three retries, whose delay doubles from 1 s (spec section 7). `first` is an outcome that is already known:
 * the server's failure.
 */
export async function fetchWithRetries(key: string, first?: Outcome<unknown>) {
  let outcome = first ?? (await fetchOutcome(key));
  for (let ms = FIRST_DELAY_MS; outcome.kind === "unavailable" && ms <= LAST_DELAY_MS; ms *= 2) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    outcome = await fetchOutcome(key);
  }
  return outcome;
}

/** Reads the outcome that the server serialised into the page. An element with the HTML of the view in place of JSON has no outcome. */
function readOutcome(key: string) {
  const element = document.getElementById(outcomeElementId(key));
  if (!element) return null;
  // A kept copy (client/offline/start.ts) holds data of another day.
  const isOld = document.querySelector("[data-kept]") !== null;
  if (!(element instanceof HTMLScriptElement)) {
    const delivery: Delivery = { kind: "html" };
    return { outcome: null, delivery, isOld };
  }
  const { text } = element;
  const delivery: Delivery = { kind: "json", text };
  // Written by `deliveryOf` on our own server.
  return { outcome: JSON.parse(text) as Outcome<unknown>, delivery, isOld };
}

/**
 * Creates the query store of a visit. On reconnect, failed and stale entries are fetched again (spec section 7), apart from the documents of
 * a page, which would be rendered again under a reader's eyes.
 */
export function createBrowserStore(): QueryStore {
  const store = createQueryStore({
    run: ({ key }, first) => fetchWithRetries(key, first),
    read: readOutcome,
    deliver: () => ({ kind: "fetched" }),
  });
  window.addEventListener("online", () => {
    for (const entry of store.entries.values())
      if (entry.query.role !== "content" && mustRefresh(entry)) store.refresh(entry);
  });
  return store;
}
