import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { httpUrl } from "../../shared/model/item-fields.schema.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { AddRead } from "./json-responses.ts";
import { envelope } from "./public-items.schema.ts";

const value = z.union([z.number().nonnegative(), z.string()]);

const conflict = z.object({
  key: z.string().meta({ description: "The other figure's key." }),
  value: value.meta({ description: "The value on the other page." }),
  url: httpUrl.meta({
    description: "The absolute URL of the page with the other figure.",
    example: "https://www.example.org/our-work",
  }),
  note: z.string().meta({ description: "What we are doing about the conflict." }),
});

const publicClaim = z
  .object({
    key: z.string().meta({ description: "A stable name for the figure.", example: "wells" }),
    group: z
      .string()
      .meta({ description: "The section of the page that shows the figure.", example: "reach" }),
    label: z.string().meta({ description: "The label of the figure.", example: "Wells in use" }),
    value: value.meta({
      description: "A number, or a text where the figure is not a number.",
      example: 15,
    }),
    bound: z.enum(["exactly", "about", "over", "at least"]).meta({
      description: "How exact the value is, as in over 15, at least 5, about 85.",
    }),
    unit: z.string().meta({ example: "wells" }),
    counts: z.string().meta({ description: "What the figure counts." }),
    asOf: z.iso
      .date()
      .meta({ description: "The day for which the figure is true.", example: "2025-12-31" }),
    source: z.string().meta({ description: "The source of the figure." }),
    status: z.enum(["verified", "placeholder"]).meta({
      description:
        "verified when we have seen the source; placeholder until the figure is confirmed.",
    }),
    conflicts: z.array(conflict).meta({
      description:
        "Other figures on this site that contradict this one, until one of them is confirmed.",
    }),
    url: httpUrl.meta({
      description: "The absolute URL of the row on the page.",
      example: "https://www.example.org/where-the-money-goes#claim-wells",
    }),
  })
  .meta({ id: "Claim", description: "A figure on this site, with its source." });

const PAGE = "/where-the-money-goes";

/** Returns the ledger with absolute URLs. */
function publicClaims({ content, config }: FastifyInstance) {
  const { PUBLIC_ORIGIN: origin } = config;
  const { claims } = content.in("en").documents.claims;
  return Object.entries(claims).map(([key, { conflicts, ...claim }]) => ({
    key,
    ...claim,
    conflicts: conflicts.map(({ claim: other, where, note }) => {
      return { key: other, value: claims[other]?.value, url: origin + where.link, note };
    }),
    url: `${origin}${PAGE}#claim-${key}`,
  }));
}

/** Adds `/bff/claims`, the ledger of docs/decisions/0056. The route needs no content source. */
export function addClaimsRoute(app: FastifyInstance, add: AddRead): void {
  add({
    path: "/bff/claims",
    operationId: "listClaims",
    tags: ["Figures"],
    summary: "List the figures of this site",
    description:
      "Every figure on the site, with what it counts, its date, its source and whether it is confirmed, in the order of the page.",
    schema: envelope(z.array(publicClaim)),
    problems: [400],
    read: async () => {
      const now = new Date(Math.floor(app.clock() / MINUTE_MS) * MINUTE_MS).toISOString();
      return { kind: "ok", data: publicClaims(app), meta: { now, fetchedAt: now, stale: false } };
    },
    present: (data) => ({ data, links: { page: PAGE } }),
  });
}
