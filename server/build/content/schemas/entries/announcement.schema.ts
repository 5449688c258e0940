import type * as z from "zod";
import { day, entry, slug, text } from "../fields.schema.ts";

export const announcementSchema = entry({ id: slug, title: text, date: day, summary: text });

export type AnnouncementFrontMatter = z.infer<typeof announcementSchema>;
