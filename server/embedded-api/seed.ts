import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { z } from "zod";
import { DAY_MS, EAST_AFRICA_OFFSET_MS, HOUR_MS } from "../../shared/time.ts";
import type { Store } from "../store/store.ts";
import type { Draft, Fields } from "./documents.ts";

/** The days of a week in the order of `Date.getUTCDay`. */
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const utc = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;
const local = (at: number) => new Date(at + EAST_AFRICA_OFFSET_MS).toISOString().slice(0, 19);

/** How sources write an instant: in UTC, with our zone, without one, as a day, with milliseconds. */
const FORMS = {
  utc,
  zoned: (at: number) => `${local(at)}+03:00`,
  local,
  day: (at: number) => local(at).slice(0, 10),
  milliseconds: (at: number) => new Date(at).toISOString(),
};

/** A day counted from the day of the seeding in Dar es Salaam, or the next such weekday from then on. */
const moment = z.strictObject({
  inDays: z.int().optional(),
  daysAgo: z.int().min(1, "would be later today than now").optional(),
  weekday: z.enum(WEEKDAYS).optional(),
  /** As a clock in Dar es Salaam shows it. An event without one is dated to the day. */
  time: z
    .string()
    .regex(/^\d{2}:\d{2}$/)
    .optional(),
  form: z.enum(["utc", "zoned", "local", "day", "milliseconds"]).default("utc"),
});
type Moment = z.infer<typeof moment>;

const slugs = z.array(z.string()).default([]);
const newsHead = z.looseObject({
  published_at: moment.optional(),
  publish_date: moment.optional(),
  createdAt: moment.optional(),
  related_news: slugs,
  related_events: slugs,
});
const eventHead = z.looseObject({
  start_date: moment.optional(),
  date: moment.optional(),
  /** The number of days, and the length of the last one. */
  end_date: z.strictObject({ days: z.int().default(1), hours: z.number().optional() }).optional(),
  status: z.string().default("scheduled"),
  /** The name under which the text is sent. */
  body: z.string().default("description"),
  related_events: slugs,
});

/** In the order of their days. */
type Seeded = Draft & { slug: string; days: number };

/** One file an item: a JSON head between two lines of three dashes, then HTML. Its name is the slug. */
function readFolder(folder: string): { slug: string; head: unknown; text: string }[] {
  const dir = resolve("server/embedded-api/seed", folder);
  const files = readdirSync(dir).filter((name) => name.endsWith(".txt"));
  return files.sort().map((name) => {
    const parts = /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(join(dir, name), "utf8"));
    if (parts === null) throw new Error(`seed file ${folder}/${name} has no head`);
    const [, head = "", text = ""] = parts;
    return { slug: basename(name, ".txt"), head: JSON.parse(head), text: text.trim() };
  });
}

const daysOf = ({ inDays, daysAgo }: Pick<Moment, "inDays" | "daysAgo">) =>
  inDays ?? -(daysAgo ?? 0);

/** The beginning of a day of Dar es Salaam, plus the time of its clock. */
function instantOf({ weekday, time = "00:00", ...when }: Moment, now: Date): number {
  // Shifted by the three hours of East Africa Time, so that the UTC day of the sum is the local one.
  const day = now.getTime() + EAST_AFRICA_OFFSET_MS + daysOf(when) * DAY_MS;
  const from = new Date(day).getUTCDay();
  const wait = weekday === undefined ? 0 : (WEEKDAYS.indexOf(weekday) - from + 7) % 7;
  const date = new Date(day + wait * DAY_MS).toISOString().slice(0, 10);
  return Date.parse(`${date}T${time}:00+03:00`);
}

/** The name and the value of the first of these fields that the head has. */
function firstOf(head: Fields, names: readonly string[], slug: string): [string, Moment] {
  const name = names.find((each) => head[each] !== undefined);
  if (name === undefined) throw new Error(`the seed has no date for ${slug}`);
  return [name, moment.parse(head[name])];
}

function seededNews(now: Date): Seeded[] {
  return readFolder("news").map(({ slug, head, text }) => {
    const fields = newsHead.parse(head);
    const names = ["published_at", "publish_date", "createdAt"];
    const [name, { time = "09:00", ...when }] = firstOf(fields, names, slug);
    const days = daysOf(when);
    const at = instantOf({ ...when, time }, now);
    return {
      slug,
      days,
      date: utc(at),
      document: { ...fields, [name]: FORMS[when.form](at), content: text },
    };
  });
}

function seededEvents(now: Date): Seeded[] {
  return readFolder("events").map(({ slug, head, text }) => {
    const { body, end_date: end, ...fields } = eventHead.parse(head);
    const [name, when] = firstOf(fields, ["start_date", "date"], slug);
    const at = instantOf(when, now);
    const form = FORMS[when.form];
    const lasts = end && (end.days - 1) * DAY_MS + (end.hours ?? 0) * HOUR_MS;
    const document = {
      ...fields,
      [name]: form(at),
      ...(lasts !== undefined && { end_date: form(at + lasts) }),
      ...(text !== "" && { [body]: text }),
    };
    const date = when.form === "day" ? form(at) : utc(at);
    return { slug, days: daysOf(when), date, document };
  });
}

function checkRelated(all: readonly Seeded[]): void {
  const known = new Set(all.map(({ slug }) => slug));
  const related = all.flatMap(({ document: { related_news = [], related_events = [] } }) =>
    slugs.parse(related_news).concat(slugs.parse(related_events)),
  );
  const missing = related.find((slug) => !known.has(slug));
  if (missing !== undefined) throw new Error(`the seed names ${missing}, which does not exist`);
}

/**
 * Seeds a store that has never had an item: of one that was deleted the row stays. Ids rise with time, as they would
 * have, and two processes that start at once write the same rows.
 */
export async function seed({ db }: Store, now: Date): Promise<void> {
  if (await db.selectFrom("documents").select("id").limit(1).executeTakeFirst()) return;
  const [news, events] = [seededNews(now), seededEvents(now)];
  checkRelated([...news, ...events]);
  const rowsOf = (kind: "news" | "events", items: Seeded[]) =>
    items
      .sort((a, b) => a.days - b.days)
      .map(({ slug, date, document }, index) => ({
        kind,
        id: index + 1,
        slug,
        date,
        version: 1,
        updatedAt: now.toISOString(),
        document: JSON.stringify(document),
      }));
  await db
    .insertInto("documents")
    .values([...rowsOf("events", events), ...rowsOf("news", news)])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
