import * as z from "zod";
import { altText, day, entry, imageKey, slug, text } from "../fields.schema.ts";

export const blogPostSchema = entry({
  /** Never changed once published: the view counter's mark in the reader's browser is named after it. */
  id: slug,
  title: text,
  introduction: text,
  publish_date: day,
  author_name: text,
  /** A slug of blog-categories.json; the compiled post carries the whole category. */
  category: slug,
  featured_image: imageKey,
  featured_image_alt: altText,
  tags: z.array(text).min(1),
});

export type BlogPostFrontMatter = z.infer<typeof blogPostSchema>;
