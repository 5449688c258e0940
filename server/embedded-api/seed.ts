import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import { DAY_MS, EAST_AFRICA_OFFSET_MS, HOUR_MS } from "../../shared/time.ts";
import type { Store } from "../store/store.ts";
import { utcSeconds } from "./documents.ts";

const FOLDER = "server/embedded-api/seed";

/** The weekdays in the order of `Date.getUTCDay`. */
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const local = (at: number) => new Date(at + EAST_AFRICA_OFFSET_MS).toISOString().slice(0, 19);

const FORMS = {
  utc: utcSeconds,
  zoned: (at: number) => `${local(at)}+03:00`,
  local,
  day: (at: number) => local(at).slice(0, 10),
  milliseconds: (at: number) => new Date(at).toISOString(),
};

const KINDS = {
  news: { dates: ["published_at", "publish_date", "createdAt"], time: "09:00", text: "content" },
  events: { dates: ["start_date", "date"], time: "00:00", text: "description" },
};

/**
 * Reads an item from its file (README.md): a JSON head between dashes, then HTML. The name of the file is the slug. Items
 * are ordered by `days`.
 */
function readItem(kind: DataTag, file: string, now: Date) {
  const usual = KINDS[kind];
  const written = readFileSync(join(FOLDER, kind, file), "utf8");
  const [, head = "{}", text = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(written) ?? [];
  const { body = usual.text, end_date: end, ...fields } = JSON.parse(head);
  const name = usual.dates.find((each) => fields[each] !== undefined);
  if (name === undefined) throw new Error(`seed file ${kind}/${file} has no head with a date`);
  const moment = fields[name];
  const { time = usual.time, weekday, daysAgo = 0, inDays: days = -daysAgo, form = "utc" } = moment;
  // The time is shifted by the three hours of East Africa Time, so that the UTC day of the sum is the local one.
  const day = now.getTime() + EAST_AFRICA_OFFSET_MS + days * DAY_MS;
  const from = new Date(day).getUTCDay();
  const wait = weekday === undefined ? 0 : (WEEKDAYS.indexOf(weekday) - from + 7) % 7;
  const date = new Date(day + wait * DAY_MS).toISOString().slice(0, 10);
  const at = Date.parse(`${date}T${time}:00+03:00`);
  const write = FORMS[form as keyof typeof FORMS];
  const { days: length = 1, hours = 0 } = end ?? {};
  const document = {
    ...(kind === "events" && { status: "scheduled" }),
    ...fields,
    [name]: write(at),
    ...(end && { end_date: write(at + (length - 1) * DAY_MS + hours * HOUR_MS) }),
    ...(text.trim() !== "" && { [body]: text.trim() }),
  };
  const slug = basename(file, ".txt");
  return { slug, days, date: form === "day" ? write(at) : utcSeconds(at), document };
}

/** Seeds a store that never had an item: a deleted item leaves its row. Two processes at once write the same rows. */
export async function seed({ db }: Store, now: Date): Promise<void> {
  if (await db.selectFrom("documents").select("id").limit(1).executeTakeFirst()) return;
  const rowsOf = (kind: DataTag) =>
    readdirSync(join(FOLDER, kind))
      .filter((name) => name.endsWith(".txt"))
      .sort()
      .map((file) => readItem(kind, file, now))
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
    .values([...rowsOf("events"), ...rowsOf("news")])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
