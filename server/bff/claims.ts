import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { webUrl } from "../../shared/model/item-fields.schema.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { AddRead } from "./json-responses.ts";
import { envelope } from "./public-items.schema.ts";

const value = z.union([z.number().nonnegative(), z.string()]);

const conflict = z.object({
  key: z.string().meta({ description: "The other figure's key." }),
  value: value.meta({ description: "What the other page says." }),
  url: webUrl.meta({
    description: "The page with the other figure, absolute.",
    example: "https://www.example.org/our-work",
  }),
  note: z.string().meta({ description: "What is being done about it." }),
});

const publicClaim = z
  .object({
    key: z.string().meta({ description: "Its name, which stays.", example: "wells" }),
    group: z
      .string()
      .meta({ description: "The part of the page that shows it.", example: "reach" }),
    label: z.string().meta({ description: "What it is called.", example: "Wells in use" }),
    value: value.meta({ description: "A number; a text where it is none.", example: 15 }),
    bound: z.enum(["exactly", "about", "over", "at least"]).meta({
      description: "How the value is meant: over 15, at least 5, about 85.",
    }),
    unit: z.string().meta({ example: "wells" }),
    counts: z.string().meta({ description: "What exactly is counted." }),
    asOf: z.iso.date().meta({ description: "The day on which it held.", example: "2025-12-31" }),
    source: z.string().meta({ description: "Where it comes from." }),
    status: z.enum(["verified", "placeholder"]).meta({
      description: "Whether the source has been seen, or the figure is still to be confirmed.",
    }),
    conflicts: z.array(conflict).meta({
      description: "Other figures of this site that contradict it, until one is confirmed.",
    }),
    url: webUrl.meta({
      description: "Its row on the page, absolute.",
      example: "https://www.example.org/where-the-money-goes#claim-wells",
    }),
  })
  .meta({ id: "Claim", description: "A figure of this site, and how we know it." });

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
      "Every figure that the site claims: what it counts, as of when, its source, and whether it is confirmed. In the order of the page.",
    schema: envelope(z.array(publicClaim)),
    problems: [400],
    read: async () => {
      const now = new Date(Math.floor(app.clock() / MINUTE_MS) * MINUTE_MS).toISOString();
      return { kind: "ok", data: publicClaims(app), meta: { now, fetchedAt: now, stale: false } };
    },
    show: (data) => ({ data, links: { page: PAGE } }),
  });
}
