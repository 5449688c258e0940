import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { IdempotencyRecord, IdempotencyStore, StoredResponse } from "./idempotency-store.ts";

/** The result of handling a request for the first time. */
export type Handled =
  /** It was taken: a repetition gets this response. */
  | { kind: "done"; response: StoredResponse }
  /** Nothing was changed: the key may go with another body. */
  | { kind: "refused" }
  /** It may have been taken: a repetition is handled again, another body is refused. */
  | { kind: "unknown" };

export type Once<Result> =
  | { kind: "handled"; result: Result }
  | { kind: "repeated"; response: StoredResponse }
  | { kind: "other-body" }
  | { kind: "in-progress" };

interface Request {
  /** Keys of different operations have nothing in common. */
  operation: string;
  key: string;
  /** As it was read, with its fields in one order. */
  body: unknown;
}

interface Options {
  store: IdempotencyStore;
  /** Called with errors of the store: the request is handled all the same. */
  onError: (error: unknown) => void;
}

/** A repetition waits this long for the first request, milliseconds. */
const LONGEST_WAIT_MS = 5_000;
const POLL_MS = 50;

/** A hash of some values, for a key without the text of anybody. */
export const digestOf = (...values: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 40);

/** Claims the key, or waits for the response to the same request, which another connection sent. */
async function claimOrWait(
  { store, onError }: Options,
  key: string,
  fingerprint: string,
): Promise<IdempotencyRecord | null> {
  const giveUpAt = performance.now() + LONGEST_WAIT_MS;
  for (;;) {
    const known = await store.claim(key, fingerprint).catch((error: unknown) => {
      onError(error);
      return null;
    });
    const isWorthAWait = known?.response === null && known.fingerprint === fingerprint;
    if (!isWorthAWait || performance.now() >= giveUpAt) return known;
    await wait(POLL_MS);
  }
}

/**
 * Handles a request once for its key: the same key with the same body gets the first response, with another
 * body it is refused (draft-ietf-httpapi-idempotency-key-header, docs/decisions/0022).
 */
export async function handleOnce<Result extends { handled: Handled }>(
  options: Options,
  { operation, key, body }: Request,
  handle: () => Promise<Result>,
): Promise<Once<Result>> {
  const { store, onError } = options;
  const [name, fingerprint] = [digestOf(operation, key), digestOf(body)];
  const known = await claimOrWait(options, name, fingerprint);
  if (known !== null) {
    if (known.fingerprint !== fingerprint) return { kind: "other-body" };
    if (known.response === null) return { kind: "in-progress" };
    return { kind: "repeated", response: known.response };
  }
  const result = await handle().catch(async (error: unknown) => {
    await store.settle(name, fingerprint, null).catch(onError);
    throw error;
  });
  const { handled } = result;
  const response = handled.kind === "done" ? handled.response : null;
  const settled =
    handled.kind === "refused" ? store.release(name) : store.settle(name, fingerprint, response);
  await settled.catch(onError);
  return { kind: "handled", result };
}
