import type { FastifyInstance } from "fastify";
import { z } from "zod";
import words from "../../content/claims.en.json" with { type: "json" };
import facts from "../../content/claims.json" with { type: "json" };
import { httpUrl } from "../../shared/model/item-fields.schema.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { Data } from "../build/content/schemas/data.schema.ts";
import { withWords } from "../with-words.ts";
import type { AddRead } from "./json-responses.ts";
import { envelope } from "./public-items.schema.ts";

const value = z.union([z.number().nonnegative(), z.string()]);

const conflict = z.object({
  key: z.string().meta({ description: "The other figure's key." }),
  value: value.meta({ description: "What the other page says." }),
  url: httpUrl.meta({
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
    url: httpUrl.meta({
      description: "Its row on the page, absolute.",
      example: "https://www.example.org/where-the-money-goes#claim-wells",
    }),
  })
  .meta({ id: "Claim", description: "A figure of this site, and how we know it." });

const PAGE = "/where-the-money-goes";

/** Adds `/bff/claims`, the ledger of docs/decisions/0056. The route needs no content source. */
export function addClaimsRoute({ clock, config }: FastifyInstance, add: AddRead): void {
  const { PUBLIC_ORIGIN: origin } = config;
  const { claims } = withWords<Data<"claims">>(facts, words);
  const data = Object.entries(claims).map(([key, { conflicts, ...claim }]) => ({
    key,
    ...claim,
    conflicts: conflicts.map(({ claim: key, where, note }) => {
      return { key, value: claims[key]?.value, url: origin + where.link, note };
    }),
    url: `${origin}${PAGE}#claim-${key}`,
  }));
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
      const now = new Date(Math.floor(clock() / MINUTE_MS) * MINUTE_MS).toISOString();
      return { kind: "ok", data, meta: { now, fetchedAt: now, stale: false } };
    },
    present: () => ({ data, links: { page: PAGE } }),
  });
}
