import type { IncomingMessage } from "node:http";
import * as z from "zod";
import { REMEMBERED_HOURS } from "./idempotency-store.ts";

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

/** The header as a parameter of an operation, as it is documented. */
export const idempotencyKeyHeader = (withoutOne: string) =>
  z.object({
    "Idempotency-Key": z
      .string()
      .regex(IDEMPOTENCY_KEY)
      .optional()
      .meta({
        description: `A name for this request, best a UUID: one header of 8 to 200 letters, digits or any of . _ : - with or without quotation marks. For ${REMEMBERED_HOURS} hours the same key with the same body gets the first response again, and with another body 422. A request that was refused does not use up its key. ${withoutOne}`,
        example: "7f3c1b0e-52d4-4c1b-9a51-0d2f9a6c8e11",
      }),
  });
