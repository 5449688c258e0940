import { aboutSchema, leadersSchema } from "./data/about.schema.ts";
import { contactSchema } from "./data/contact.schema.ts";
import { donateSchema } from "./data/donate.schema.ts";
import { faqSchema } from "./data/faq.schema.ts";
import { getInvolvedSchema } from "./data/get-involved.schema.ts";
import { homeSchema, partnersSchema } from "./data/home.schema.ts";
import {
  blogCategoriesSchema,
  listPagesSchema,
  projectCategoriesSchema,
} from "./data/lists.schema.ts";
import { gallerySchema, mediaResourcesSchema } from "./data/media.schema.ts";
import { navigationSchema, redirectsSchema } from "./data/navigation.schema.ts";
import { ourImpactSchema, ourWorkSchema } from "./data/our-work.schema.ts";
import { siteSchema } from "./data/site.schema.ts";
import { testimonialsSchema } from "./data/testimonials.schema.ts";

/** Every data file an editor may change, and what it must look like. */
export const dataSchemas = {
  "about.json": aboutSchema,
  "blog-categories.json": blogCategoriesSchema,
  "contact.json": contactSchema,
  "donate.json": donateSchema,
  "faq.json": faqSchema,
  "gallery.json": gallerySchema,
  "get-involved.json": getInvolvedSchema,
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
