import { z } from "zod";
import { webUrl } from "../../../shared/model/item-fields.schema.ts";

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

/** An entry of content/claims.json as `/bff` shows it. */
export const publicClaim = z
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

export type PublicClaim = z.infer<typeof publicClaim>;
