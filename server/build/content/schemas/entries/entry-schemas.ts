import { announcementSchema } from "./announcement.schema.ts";
import { blogPostSchema } from "./blog-post.schema.ts";
import { plainPageSchema } from "./plain-page.schema.ts";
import { programmeSchema } from "./programme.schema.ts";
import { projectSchema } from "./project.schema.ts";

/** The front matter schema of each folder of Markdown files. */
export const entrySchemas = {
  announcements: announcementSchema,
  blog: blogPostSchema,
  pages: plainPageSchema,
  programmes: programmeSchema,
  projects: projectSchema,
} as const;

export type EntryFolder = keyof typeof entrySchemas;

export function isEntryFolder(folder: string): folder is EntryFolder {
  return Object.hasOwn(entrySchemas, folder);
}
