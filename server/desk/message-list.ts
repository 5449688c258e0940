import type { FastifyRequest } from "fastify";
import { type Expression, type Kysely, type SqlBool, sql } from "kysely";
import {
  DESK_FORMS,
  DESK_LISTS,
  type DeskEntry,
  type DeskForm,
  type DeskState,
  type MessageFilter,
} from "../../shared/contract/desk.ts";
import type { InboxForm } from "../../shared/forms/form-names.ts";
import { DAY_MS, EAST_AFRICA_OFFSET_MS, isoTime } from "../../shared/time.ts";
import { messageExcerpt, messageSubject, senderName } from "../forms/message-texts.ts";
import type { Tables } from "../store/schema.ts";
import { searchable, searchWords } from "../store/search-text.ts";
import * as desk from "./desk.ts";

type Database = Kysely<Tables>;

export const UNFILTERED: MessageFilter = {
  state: "new",
  form: null,
  q: "",
  from: "",
  to: "",
  person: "",
  assignee: "",
};

export function filterOf(request: FastifyRequest): MessageFilter & { page: number } {
  const query = desk.queryOf(request);
  const text = (name: string) => (query.get(name) ?? "").trim().slice(0, 100);
  return {
    state: DESK_LISTS.find((state) => state === query.get("state")) ?? "new",
    form: DESK_FORMS.find((form) => form === query.get("form")) ?? null,
    q: text("q"),
    from: text("from"),
    to: text("to"),
    person: text("person"),
    assignee: text("assignee"),
    page: desk.readPageNumber(query.get("page")),
  };
}

/** Returns the time at which a day such as `2026-11-28` begins in East Africa, or null when there is no such day. */
function dayStart(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const midnight = Date.parse(`${text}T00:00:00Z`);
  // `Date.parse` reads 30 February as a day of March.
  const isDay = !Number.isNaN(midnight) && isoTime(midnight).startsWith(text);
  return isDay ? midnight - EAST_AFRICA_OFFSET_MS : null;
}

/** Returns the errors of the days in a filter. A list with an error has no rows, rather than all. */
export function filterErrors({ from, to }: MessageFilter): DeskEntry["errors"] {
  const errors: Record<string, { code: string }> = {};
  for (const [name, day] of Object.entries({ from, to }))
    if (day !== "" && dayStart(day) === null) errors[name] = { code: "day" };
  const isReversed = from !== "" && to !== "" && from > to;
  if (isReversed && Object.keys(errors).length === 0) errors.to = { code: "order" };
  return errors;
}

/** Returns a pattern for a text anywhere in a column. `%` and `_` in the text are literal. */
const anywhere = (text: string) => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** Returns whether a normalised text holds another one. */
const holds = (column: Expression<string | null>, text: string) =>
  sql<SqlBool>`${column} like ${anywhere(text)} escape '\\'`;

interface SearchedColumns {
  /** The text in which words are searched. */
  text: Expression<string | null>;
  sender: Expression<string>;
  receivedAt: Expression<number>;
}

/** Returns the conditions of a filter, apart from its form and its state. */
function conditionsOf(filter: MessageFilter, { text, sender, receivedAt }: SearchedColumns) {
  const conditions = searchWords(filter.q).map((word) => holds(text, word));
  // A sender is words with single spaces, and an e-mail address is one of them.
  if (filter.person !== "")
    conditions.push(holds(sql`' ' || ${sender} || ' '`, ` ${searchable(filter.person)} `));
  const first = dayStart(filter.from);
  if (first !== null) conditions.push(sql<SqlBool>`${receivedAt} >= ${first}`);
  const last = dayStart(filter.to);
  if (last !== null) conditions.push(sql<SqlBool>`${receivedAt} < ${last + DAY_MS}`);
  if (Object.keys(filterErrors(filter)).length > 0) conditions.push(sql<SqlBool>`1 = 0`);
  return conditions;
}

/** The value of the filter `assignee` for messages that are assigned to nobody. */
const NOBODY = "nobody";

/** Selects the messages of a filter in all states. */
function selectInAllStates(db: Database, filter: MessageFilter) {
  const { form, assignee } = filter;
  return db
    .selectFrom("messages")
    .$if(form !== null, (query) => query.where("form", "=", form as InboxForm))
    .$if(assignee === NOBODY, (query) => query.where("assignee", "is", null))
    .$if(assignee !== "" && assignee !== NOBODY, (query) => query.where("assignee", "=", assignee))
    .where(({ ref, and }) => {
      const sender = ref("sender");
      // A message of an earlier release that runs beside this one is found by its sender.
      const text = sql<string>`coalesce(search_text, lower(reference) || ' ' || sender)`;
      return and(conditionsOf(filter, { text, sender, receivedAt: ref("receivedAt") }));
    });
}

/** Selects the messages of a filter. */
export function selectMessages(db: Database, filter: MessageFilter) {
  const query = selectInAllStates(db, filter);
  const { state } = filter;
  return state === "all"
    ? query.where("deskState", "<>", "bin")
    : query.where("deskState", "=", state);
}

/** The states of gifts in the list. A payment that was begun in the browser and not finished is not a message. */
const SHOWN_GIFTS = ["pledged", "paid", "cancelled", "refunded"] as const;

/** The state of a gift as a message: a pledged gift is new until staff record what became of the pledge. */
const GIFT_STATE = sql<DeskState>`case state when 'pledged' then 'new' else 'done' end`;

/** Selects the gifts of a filter in all states. */
function selectGiftsInAllStates(db: Database, filter: MessageFilter) {
  const { form, assignee } = filter;
  const hasNoGifts = (form !== null && form !== "gift") || assignee !== "";
  return db
    .selectFrom("gifts")
    .where("state", "in", SHOWN_GIFTS)
    .$if(hasNoGifts, (query) => query.where(sql<SqlBool>`1 = 0`))
    .where(({ ref, and }) => {
      const sender = ref("sender");
      const text = sql<string>`lower(reference) || ' ' || sender`;
      return and(conditionsOf(filter, { text, sender, receivedAt: ref("createdAt") }));
    });
}

/** Selects the gifts of a filter. */
function selectGifts(db: Database, filter: MessageFilter) {
  const query = selectGiftsInAllStates(db, filter);
  const { state } = filter;
  return state === "all" ? query : query.where(GIFT_STATE, "=", state);
}

/** Returns the last answer to a message, or null. */
export const answerOf = ({
  answeredAt,
  answeredBy,
}: Pick<Tables["messages"], "answeredAt" | "answeredBy">) =>
  answeredAt === null || answeredBy === null ? null : { at: isoTime(answeredAt), by: answeredBy };

/** Returns a page of fifty messages and gifts that match a filter, newest first. Contents are loaded for these rows only. */
export async function listMessages(db: Database, filter: MessageFilter & { page: number }) {
  const before = (filter.page - 1) * desk.PAGE_SIZE;
  // One row more shows whether there is another page.
  const end = before + desk.PAGE_SIZE + 1;
  const messages = selectMessages(db, filter)
    .select(["reference", "deskState as state", "receivedAt"])
    .select(({ ref }) => ref("form").$castTo<DeskForm>().as("form"))
    .orderBy("receivedAt", "desc")
    .orderBy("reference", "desc")
    .limit(end);
  const gifts = selectGifts(db, filter)
    .select(["reference", GIFT_STATE.as("state"), "createdAt as receivedAt"])
    .select(sql<DeskForm>`'gift'`.as("form"))
    .orderBy("createdAt", "desc")
    .orderBy("reference", "desc")
    .limit(end);
  const both = db
    .selectFrom(messages.as("newestMessages"))
    .selectAll()
    .unionAll(db.selectFrom(gifts.as("newestGifts")).selectAll());
  const newest = db
    .selectFrom(both.as("both"))
    .selectAll()
    .orderBy("receivedAt", "desc")
    .orderBy("reference", "desc")
    .limit(desk.PAGE_SIZE + 1)
    .offset(before);
  const found = await db
    .selectFrom(newest.as("newest"))
    .leftJoin("messages", "messages.reference", "newest.reference")
    .leftJoin("gifts", "gifts.reference", "newest.reference")
    .selectAll("newest")
    .select(({ fn }) => fn.coalesce("messages.fields", "gifts.gift").as("content"))
    .select(["messages.assignee", "messages.answeredAt", "messages.answeredBy"])
    .orderBy("newest.receivedAt", "desc")
    .orderBy("newest.reference", "desc")
    .execute();
  const rows = found.slice(0, desk.PAGE_SIZE).map((one) => {
    const { content, receivedAt, answeredAt, answeredBy, ...row } = one;
    const typed = JSON.parse(content ?? "{}");
    return {
      ...row,
      answered: answerOf({ answeredAt, answeredBy }),
      receivedAt: isoTime(receivedAt),
      name: senderName(typed),
      subject: messageSubject(typed),
      excerpt: messageExcerpt(typed),
    };
  });
  return { rows, isLast: found.length <= desk.PAGE_SIZE };
}

/** Counts the matches in each state, since the searched message may be in another state than the one shown. */
export async function countStates(db: Database, filter: MessageFilter) {
  const messages = await selectInAllStates(db, filter)
    .select(({ fn }) => ["deskState as state", fn.countAll<number>().as("count")])
    .groupBy("deskState")
    .execute();
  const gifts = await selectGiftsInAllStates(db, filter)
    .select(({ fn }) => [GIFT_STATE.as("state"), fn.countAll<number>().as("count")])
    .groupBy(GIFT_STATE)
    .execute();
  const counts = { new: 0, waiting: 0, done: 0, spam: 0, all: 0, bin: 0 };
  for (const { state, count } of [...messages, ...gifts]) {
    counts[state] += Number(count);
    if (state !== "bin") counts.all += Number(count);
  }
  return counts;
}

/** Returns the reference of the next older message of a filter, or null after the last one. Gifts have their own pages. */
export async function findNext(
  db: Database,
  filter: MessageFilter,
  { receivedAt, reference }: { receivedAt: number; reference: string },
): Promise<string | null> {
  const next = await selectMessages(db, filter)
    .select("reference")
    .where(sql<SqlBool>`(received_at, reference) < (${receivedAt}, ${reference})`)
    .orderBy("receivedAt", "desc")
    .orderBy("reference", "desc")
    .limit(1)
    .executeTakeFirst();
  return next?.reference ?? null;
}

/** Counts what one person has sent, messages and gifts. */
export async function countFrom(db: Database, person: string): Promise<number> {
  if (person === "") return 0;
  const counts = await countStates(db, { ...UNFILTERED, person });
  return counts.all;
}
