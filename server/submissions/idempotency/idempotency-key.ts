import type { IncomingMessage } from "node:http";

/** A string of structured fields (RFC 9651), as the draft has it, or the same without quotation marks. */
export const IDEMPOTENCY_KEY = /^(?:"([\w.:-]{8,200})"|([\w.:-]{8,200}))$/;

/**
 * The `Idempotency-Key` of a request (draft-ietf-httpapi-idempotency-key-header); undefined without one, null
 * when it is not usable. Node joins several headers with a comma, which no key has.
 */
export function readIdempotencyKey({
  headers,
}: Pick<IncomingMessage, "headers">): string | undefined | null {
  const header = headers["idempotency-key"];
  if (header === undefined) return undefined;
  const [, quoted, bare] = IDEMPOTENCY_KEY.exec(String(header)) ?? [];
  return quoted ?? bare ?? null;
}
