import {
  claimsSchema,
  donateSchema,
  givingSchema,
  whereTheMoneyGoesSchema,
} from "./giving.schema.ts";
import {
  aboutSchema,
  faqSchema,
  getInvolvedSchema,
  homeSchema,
  leadersSchema,
  ourImpactSchema,
  ourWorkSchema,
  partnersSchema,
  testimonialsSchema,
} from "./pages.schema.ts";
import {
  blogCategoriesSchema,
  contactSchema,
  endingsSchema,
  gallerySchema,
  listPagesSchema,
  mediaResourcesSchema,
  navigationSchema,
  projectCategoriesSchema,
  redirectsSchema,
  siteSchema,
} from "./site.schema.ts";

/** The schema of each data file. */
export const dataSchemas = {
  "about.json": aboutSchema,
  "blog-categories.json": blogCategoriesSchema,
  "claims.json": claimsSchema,
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
  "where-the-money-goes.json": whereTheMoneyGoesSchema,
} as const;

export type DataFile = keyof typeof dataSchemas;

export function isDataFile(file: string): file is DataFile {
  return Object.hasOwn(dataSchemas, file);
}
