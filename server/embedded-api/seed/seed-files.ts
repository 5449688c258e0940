import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { z } from "zod";
import { EVENT_STATUSES } from "../../../shared/model/event-status.ts";
import { storedImageSchema } from "../store/stored-image.ts";
import { WEEKDAYS } from "./seed-clock.ts";

const clockTime = z.string().regex(/^\d{2}:\d{2}$/);

/** Keys that are not listed are fields of the item, sent under their own names. */
const newsHeadSchema = z.looseObject({
  title: z.string(),
  excerpt: z.string(),
  summary: z.string().nullable().default(null),
  featured: z.boolean().default(false),
  /** At least one, so that nothing is published later today than now. */
  publishedDaysAgo: z.number().int().min(1),
  publishedTime: clockTime.default("09:00"),
  author: z.string().nullable().default(null),
  source: z.string().nullable().default(null),
  categories: z.array(z.string()),
  tags: z.array(z.string()).default([]),
  views: z.number().int().nonnegative(),
  image: storedImageSchema.nullable().default(null),
  relatedNews: z.array(z.string()).default([]),
  relatedEvents: z.array(z.string()).default([]),
});

const eventHeadSchema = z.looseObject({
  title: z.string(),
  excerpt: z.string().nullable().default(null),
  startsInDays: z.number().int(),
  weekday: z.enum(WEEKDAYS).optional(),
  /** Without a time the event is dated to the day. */
  startTime: clockTime.optional(),
  durationHours: z.number().positive().optional(),
  days: z.number().int().positive().default(1),
  status: z.enum(EVENT_STATUSES).default("scheduled"),
  location: z.string().nullable().default(null),
  venueDetails: z.string().nullable().default(null),
  ticketPrice: z.union([z.number(), z.string()]).nullable().default(null),
  hasRegistration: z.boolean().default(false),
  contactInfo: z.string().nullable().default(null),
  image: storedImageSchema.nullable().default(null),
  map: z.object({ latitude: z.number(), longitude: z.number() }).nullable().default(null),
  relatedEvents: z.array(z.string()).default([]),
});

export type SeedNews = z.infer<typeof newsHeadSchema> & { slug: string; body: string };
export type SeedEvent = z.infer<typeof eventHeadSchema> & { slug: string; body: string };

/** All seeded news, oldest first, so that ids rise with time as they would have. */
export function readSeedNews(): SeedNews[] {
  return readFolder("news")
    .map(({ head, ...rest }) => ({ ...newsHeadSchema.parse(head), ...rest }))
    .sort((a, b) => b.publishedDaysAgo - a.publishedDaysAgo);
}

/** All seeded events, earliest first. */
export function readSeedEvents(): SeedEvent[] {
  return readFolder("events")
    .map(({ head, ...rest }) => ({ ...eventHeadSchema.parse(head), ...rest }))
    .sort((a, b) => a.startsInDays - b.startsInDays);
}

/** One file an item: a JSON head between two lines of three dashes, then HTML. Its name is the slug. */
function readFolder(folder: string): { slug: string; head: unknown; body: string }[] {
  const dir = resolve("server/embedded-api/seed", folder);
  const names = readdirSync(dir).filter((name) => name.endsWith(".txt"));
  return names.sort().map((name) => {
    const parts = /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(join(dir, name), "utf8"));
    if (parts === null) throw new Error(`seed file ${folder}/${name} has no head`);
    const [, head = "", body = ""] = parts;
    return { slug: basename(name, ".txt"), head: JSON.parse(head), body: body.trim() };
  });
}
