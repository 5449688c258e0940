import type { FastifyReply } from "fastify";
import { sendProblem } from "./problems.ts";

/** How specifically a media range matches JSON: 0 not at all, 3 exactly (RFC 9110, section 12.5.1). */
function specificity(range: string): number {
  return ["*/*", "application/*", "application/json"].indexOf(range) + 1;
}

/** Whether `Accept` allows JSON. The most specific range decides; a weight of 0 refuses. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === "*/*" || accept === "application/json") return true;
  if (accept.trim() === "") return true;
  let best = { specificity: 0, weight: 0 };
  for (const part of accept.toLowerCase().split(",")) {
    const [range = "", ...parameters] = part.split(";").map((text) => text.trim());
    const weight = Number(parameters.find((text) => text.startsWith("q="))?.slice(2) ?? 1);
    if (specificity(range) > best.specificity) best = { specificity: specificity(range), weight };
  }
  return best.weight > 0;
}

/** The 406 for a client that does not accept JSON. */
export function sendNotAcceptable(reply: FastifyReply): FastifyReply {
  const message = "Accept: this URL sends application/json only.";
  return sendProblem(reply, { status: 406, message });
}
