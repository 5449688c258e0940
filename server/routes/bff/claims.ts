import type { FastifyInstance } from "fastify";
import { z } from "zod";
import ledger from "../../../content/claims.json" with { type: "json" };
import { MINUTE_MS } from "../../../shared/time.ts";
import { refuseParameters } from "../../http/problems.ts";
import { responses as documented } from "../../openapi/documented-responses.ts";
import { type PublicClaim, publicClaim } from "./claims.schema.ts";
import { envelope } from "./envelopes.schema.ts";
import type { JsonResponses } from "./json-responses.ts";

const PAGE = "/where-the-money-goes";

const claimList = envelope(z.array(publicClaim));

const operation = {
  operationId: "listClaims",
  tags: ["Figures"],
  summary: "List the figures of this site",
  description:
    "Every figure that the site claims: what it counts, as of when, its source, and whether it is confirmed. In the order of the page.",
  response: documented(
    {
      200: { schema: claimList, description: "All figures." },
      304: { schema: null, description: "Nothing has changed since the ETag in If-None-Match." },
    },
    [400, 406],
  ),
};

/** The entries with their addresses. The build has validated them; marks for editors are left out. */
function publicClaims(origin: string): PublicClaim[] {
  const entries = new Map(Object.entries(ledger.claims));
  return [...entries].map(([key, { conflicts, ...claim }]) =>
    publicClaim.parse({
      key,
      ...claim,
      conflicts: conflicts.map((conflict) => ({
        key: conflict.claim,
        value: entries.get(conflict.claim)?.value,
        url: origin + conflict.where.link,
        note: conflict.note,
      })),
      url: `${origin}${PAGE}#claim-${key}`,
    }),
  );
}

interface ClaimDeps {
  responses: JsonResponses;
  publicOrigin: string;
  /** The clock, milliseconds. */
  now: () => number;
}

/** `/bff/claims`: the ledger of docs/decisions/0056, without the content source. */
export function addClaimsRoute(
  app: FastifyInstance,
  { responses, publicOrigin, now }: ClaimDeps,
): void {
  const data = publicClaims(publicOrigin);
  app.get("/bff/claims", { schema: operation, onRequest: refuseParameters }, (request, reply) => {
    const at = new Date(Math.floor(now() / MINUTE_MS) * MINUTE_MS).toISOString();
    const body = {
      data,
      meta: { now: at, fetchedAt: at, stale: false },
      links: { self: request.url, page: PAGE },
    };
    return responses.send(reply, { schema: claimList, body }, responses.purges());
  });
}
