import * as z from "zod";
import {
  altText,
  button,
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
  story: entry({ heading: text, paragraphs }),
  zonesHeading: text,
  projects: entry({ heading: text, introduction: text, cards: z.array(projectCard).length(3) }),
});

const impactCard = entry({
  id: slug,
  title: text,
  figure: text,
  unit: text,
  description: text,
  image: imageKey,
  imageAlt: altText,
  link: sitePath,
  footer: text,
});

export const ourImpactSchema = z.strictObject({ meta, hero, cards: z.array(impactCard).length(4) });
