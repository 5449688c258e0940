import site from "../../../content/site.json" with { type: "json" };
import type { Refusal } from "../../http/rate-limits/form-rate-limits.ts";

/** What happened. Nobody is blamed: thousands of people share the address of a mobile network. */
const REASONS: Record<Refusal["limit"], string> = {
  own: "several messages like it have just reached us from your internet connection, which you may share with other people.",
  tries:
    "this form has been sent too many times from your internet connection, which you may share with other people.",
  all: "we are getting more messages at the moment than we can handle.",
};

/** Ways to reach the foundation that have no limit. The form shows them as links. */
function otherWays(): string {
  const { email, phones } = site.contact;
  const numbers = phones.map(({ number, label }) => `${number} (${label})`);
  return `If it cannot wait, write to ${email.address} or call ${numbers.join(" or ")}.`;
}

/** The message of a refusal: what happened, how long it lasts, and what to do meanwhile. */
export function refusalWords({ limit, seconds }: Refusal): string {
  const minutes = Math.ceil(seconds / 60);
  const wait = seconds <= 60 ? "a minute" : `${minutes} minutes`;
  return `Sorry, this was not sent: ${REASONS[limit]} Please try again in ${wait}. ${otherWays()}`;
}
