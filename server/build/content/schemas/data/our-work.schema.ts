import * as z from "zod";
import {
  altText,
  button,
  claimReference,
  entry,
  hero,
  imageKey,
  meta,
  paragraphs,
  sitePath,
  slug,
  text,
} from "../fields.schema.ts";

const projectCard = entry({
  id: slug,
  title: text,
  badge: z.enum(["Current", "Past"]),
  location: text,
  years: text,
  description: text,
  image: imageKey,
  imageAlt: altText,
  link: button,
});

export const ourWorkSchema = z.strictObject({
  meta,
  hero,
  story: entry({ heading: text, since: claimReference, paragraphs }),
  zonesHeading: text,
  projects: entry({ heading: text, introduction: text, cards: z.array(projectCard).length(3) }),
});

const impactCard = entry({
  id: slug,
  title: text,
  /** A key of claims.json: the row that the figure links to. */
  claim: slug,
  figure: text,
  unit: text,
  description: text,
  image: imageKey,
  imageAlt: altText,
  link: sitePath,
  footer: text,
});

export const ourImpactSchema = z.strictObject({
  meta,
  hero,
  cards: z.array(impactCard).length(4),
  more: button,
});
