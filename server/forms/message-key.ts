import { createHash } from "node:crypto";

/** What a browser or an API user may name a message; anything else counts as no name. */
const WELL_FORMED = /^[\w.:-]{8,200}$/;

const DAY_MS = 86_400_000;

/**
 * The idempotency key of a message: the same words sent again under the same name are one message,
 * other words under it are another, so that nothing is ever taken for a repetition that is not.
 * Without a name (the form without scripts) the same words on the same day are one message: that is
 * a double click, or a page loaded again.
 */
export function messageKey(message: {
  form: string;
  fields: Readonly<Record<string, unknown>>;
  /** The `Idempotency-Key` that came with it. */
  given: string | undefined;
  nowMs: number;
}): string {
  const { form, fields, given, nowMs } = message;
  const isNamed = given !== undefined && WELL_FORMED.test(given);
  const name = isNamed ? ["key", given] : ["day", Math.floor(nowMs / DAY_MS)];
  return createHash("sha256")
    .update(JSON.stringify([form, name, fields]))
    .digest("hex")
    .slice(0, 40);
}
