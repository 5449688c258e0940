import { announcementSchema } from "./entries/announcement.schema.ts";
import { blogPostSchema } from "./entries/blog-post.schema.ts";
import { plainPageSchema } from "./entries/plain-page.schema.ts";
import { programmeSchema } from "./entries/programme.schema.ts";
import { projectSchema } from "./entries/project.schema.ts";

/** Every folder of Markdown files, and what the front matter of its files must look like. */
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
