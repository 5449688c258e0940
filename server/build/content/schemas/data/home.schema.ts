import * as z from "zod";
import {
  altText,
  button,
  entry,
  imageKey,
  meta,
  sitePath,
  slug,
  text,
  webUrl,
} from "../fields.schema.ts";

const heroSlide = entry({
  id: slug,
  image: imageKey,
  focus: z.enum(["left", "middle", "right"]),
  alt: altText,
  title: text,
  description: text,
  primaryButton: button,
  secondaryButton: button,
});

const focusArea = entry({
  id: slug,
  name: text,
  description: text,
  image: imageKey,
  imageAlt: altText,
  link: sitePath,
  badge: entry({ text, displayed: z.boolean() }).exactOptional(),
});

const projectCard = entry({
  id: slug,
  title: text,
  description: text,
  image: imageKey,
  imageAlt: altText,
  link: sitePath,
});

const partner = entry({
  id: slug,
  name: text,
  logo: imageKey,
  logoAlt: altText,
  url: webUrl,
  description: text,
});

export const homeSchema = z.strictObject({
  meta,
  heroSlides: z.array(heroSlide).length(3),
  impact: entry({
    heading: text,
    /** `claim` is a key of claims.json: the row that the figure links to. */
    stats: z.array(entry({ claim: slug, value: text, label: text, note: text })).length(3),
  }),
  focusAreas: entry({ heading: text, introduction: text, areas: z.array(focusArea).length(4) }),
  featuredProjects: entry({
    heading: text,
    introduction: text,
    cardLinkText: text,
    projects: z.array(projectCard).length(3),
    button,
  }),
  partners: entry({ heading: text, introduction: text, link: button }),
  banner: entry({ title: text, text, primaryButton: button, secondaryButton: button }),
});

export const partnersSchema = z.strictObject({ partners: z.array(partner).length(6) });
