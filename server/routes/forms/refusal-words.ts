import site from "../../../content/site.json" with { type: "json" };
import { fill } from "../../../shared/fill.ts";
import type { Refusal } from "../../http/rate-limits/form-rate-limits.ts";
import { wordsFor } from "../../submissions/forms/form-words.ts";

/** Ways to reach the foundation that have no limit. The form shows them as links. */
function otherWays(words: { otherWays: string; or: string }): string {
  const { email, phones } = site.contact;
  const numbers = phones.map(({ number, label }) => `${number} (${label})`);
  return fill(words.otherWays, { email: email.address, phones: numbers.join(words.or) });
}

/**
 * The message of a refusal: what happened, how long it lasts, and what to do meanwhile. Nobody is blamed:
 * thousands of people share the address of a mobile network.
 */
export function refusalWords({ limit, seconds }: Refusal, words = wordsFor("en").refusals): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = seconds <= 60 ? words.minute : fill(words.minutes, { minutes });
  return fill(words.refused, { reason: words[limit], wait, otherWays: otherWays(words) });
}
