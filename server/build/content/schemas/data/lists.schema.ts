import * as z from "zod";
import { entry, slug, text } from "../fields.schema.ts";

export const projectCategoriesSchema = z.strictObject({
  categories: z.array(entry({ id: slug, name: text })).min(1),
});

const blogCategory = entry({ id: text, name: text, slug, description: text });

export const blogCategoriesSchema = z.strictObject({ categories: z.array(blogCategory).min(1) });

export type BlogCategory = z.infer<typeof blogCategory>;

const listPage = entry({ title: text, subtitle: text, description: text });

/** Headings of the list pages. */
export const listPagesSchema = z.strictObject({
  projects: listPage,
  newsEvents: listPage,
  announcements: listPage,
  blog: listPage,
  yourData: listPage,
});
