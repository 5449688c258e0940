import type { FastifyReply } from "fastify";
import { sendProblem } from "../../plugins/problems.ts";

/** How well a media range fits JSON: 0 not at all, 3 exactly (RFC 9110, section 12.5.1). */
function fit(range: string): number {
  return ["*/*", "application/*", "application/json"].indexOf(range) + 1;
}

/** Whether a reader takes JSON. The range that fits best decides; a weight of 0 refuses. */
export function takesJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === "*/*" || accept === "application/json") return true;
  if (accept.trim() === "") return true;
  let best = { fit: 0, weight: 0 };
  for (const part of accept.toLowerCase().split(",")) {
    const [range = "", ...parameters] = part.split(";").map((text) => text.trim());
    const weight = Number(parameters.find((text) => text.startsWith("q="))?.slice(2) ?? 1);
    if (fit(range) > best.fit) best = { fit: fit(range), weight };
  }
  return best.weight > 0;
}

/** The answer to a reader that takes no JSON. */
export function sendNotAcceptable(reply: FastifyReply): FastifyReply {
  const message = "Accept: only application/json is answered here.";
  return sendProblem(reply, { status: 406, message });
}
