import * as z from "zod";
import {
  altText,
  claimFigure,
  claimText,
  day,
  entry,
  fact,
  image,
  imageKey,
  place,
  sitePath,
  slug,
  text,
  texts,
} from "./fields.schema.ts";

const announcementSchema = entry({ id: slug, title: text, date: day, summary: text });

export type AnnouncementFrontMatter = z.infer<typeof announcementSchema>;

const blogPostSchema = entry({
  /** Must not change once published: the view counter's key in the browser contains it. */
  id: slug,
  ...texts("title", "introduction"),
  publish_date: day,
  author_name: fact,
  /** A slug of blog-categories.json; replaced by the category in the compiled post. */
  category: slug,
  featured_image: imageKey,
  featured_image_alt: altText,
  tags: z.array(text).min(1),
});

export type BlogPostFrontMatter = z.infer<typeof blogPostSchema>;

/** `description` is for search results. */
const plainPageSchema = entry({ ...texts("title", "subtitle", "description"), updated: day });

export type PlainPageFrontMatter = z.infer<typeof plainPageSchema>;

/** A page below /our-work. */
const programmeSchema = entry({
  title: text,
  subtitle: claimText,
  /** For search results. */
  description: claimText,
  figure: claimFigure,
  unit: text,
  ...image,
  /** Slugs of projects to point to. */
  projects: z.array(slug),
  order: z.int().positive(),
});

export type ProgrammeFrontMatter = z.infer<typeof programmeSchema>;

const listed = {
  title: text,
  /** The title in the lists of current and past projects, where past ones carry their year. */
  listTitle: text,
  /** Link of the list item; null for none. */
  listLink: sitePath.nullable(),
  status: z.enum(["current", "past"]),
  /** An id of project-categories.json. */
  category: slug,
  location: place,
  years: text,
  /** One or two sentences for a card. */
  description: claimText,
  ...image,
  /** Place in the lists, from 1. */
  order: z.int().positive(),
};

/** Projects with a page; the body is the overview. */
const detailed = entry({
  ...listed,
  detail: z.literal(true),
  funder: claimText,
  duration: text,
  implementationArea: place,
  targetGroup: claimText,
  focusArea: z.array(text).min(1),
  /** Our Role & Commitment: one or two sentences for each point. */
  role: z.array(claimText).min(1),
});

const listedOnly = entry({ ...listed, detail: z.literal(false) });

const projectSchema = z.discriminatedUnion("detail", [detailed, listedOnly], {
  error: "must be true or false",
});

export type ProjectFrontMatter = z.infer<typeof projectSchema>;

/** The front matter schema of each folder of Markdown files. */
export const entrySchemas = {
  announcements: announcementSchema,
  blog: blogPostSchema,
  pages: plainPageSchema,
  programmes: programmeSchema,
  projects: projectSchema,
} as const;

export type EntryFolder = keyof typeof entrySchemas;
