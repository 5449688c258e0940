import * as z from "zod";
import { altText, day, entry, imageKey, slug, text } from "../fields.schema.ts";

export const blogPostSchema = entry({
  /** Must not change once published: the view counter's key in the browser contains it. */
  id: slug,
  title: text,
  introduction: text,
  publish_date: day,
  author_name: text,
  /** A slug of blog-categories.json; replaced by the category in the compiled post. */
  category: slug,
  featured_image: imageKey,
  featured_image_alt: altText,
  tags: z.array(text).min(1),
});

export type BlogPostFrontMatter = z.infer<typeof blogPostSchema>;
