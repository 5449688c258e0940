import { aboutSchema, leadersSchema } from "./about.schema.ts";
import { contactSchema } from "./contact.schema.ts";
import { donateSchema } from "./donate.schema.ts";
import { endingsSchema } from "./endings.schema.ts";
import { faqSchema } from "./faq.schema.ts";
import { getInvolvedSchema } from "./get-involved.schema.ts";
import { givingSchema } from "./giving.schema.ts";
import { homeSchema, partnersSchema } from "./home.schema.ts";
import { blogCategoriesSchema, listPagesSchema, projectCategoriesSchema } from "./lists.schema.ts";
import { gallerySchema, mediaResourcesSchema } from "./media.schema.ts";
import { navigationSchema, redirectsSchema } from "./navigation.schema.ts";
import { ourImpactSchema, ourWorkSchema } from "./our-work.schema.ts";
import { siteSchema } from "./site.schema.ts";
import { testimonialsSchema } from "./testimonials.schema.ts";

/** The schema of each data file. */
export const dataSchemas = {
  "about.json": aboutSchema,
  "blog-categories.json": blogCategoriesSchema,
  "contact.json": contactSchema,
  "donate.json": donateSchema,
  "endings.json": endingsSchema,
  "faq.json": faqSchema,
  "gallery.json": gallerySchema,
  "get-involved.json": getInvolvedSchema,
  "giving.json": givingSchema,
  "home.json": homeSchema,
  "leaders.json": leadersSchema,
  "list-pages.json": listPagesSchema,
  "media-resources.json": mediaResourcesSchema,
  "navigation.json": navigationSchema,
  "our-impact.json": ourImpactSchema,
  "our-work.json": ourWorkSchema,
  "partners.json": partnersSchema,
  "project-categories.json": projectCategoriesSchema,
  "redirects.json": redirectsSchema,
  "site.json": siteSchema,
  "testimonials.json": testimonialsSchema,
} as const;

export type DataFile = keyof typeof dataSchemas;

export function isDataFile(file: string): file is DataFile {
  return Object.hasOwn(dataSchemas, file);
}
