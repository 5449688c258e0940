import { type Expression, type Kysely, type SqlBool, sql } from "kysely";
import type { DeskFilter, DeskForm, DeskRow, DeskState } from "../../shared/contract/desk.ts";
import type { InboxForm } from "../../shared/forms/form-names.ts";
import type { MessageRow, Tables } from "../store/schema.ts";

type Database = Kysely<Tables>;

export const PAGE_SIZE = 50;

/** A gift that was pledged is new until somebody has said what became of it. */
const giftState = sql<DeskState>`case when state = 'pledged' then 'new' else 'done' end`;

/** Payments that were begun in the browser and not finished are no message to anybody. */
const SHOWN_GIFTS = ["pledged", "paid", "cancelled", "refunded"] as const;

/** The text anywhere in the sender or the reference; `%` and `_` in it mean nothing. */
function holds(q: string): Expression<SqlBool> {
  const pattern = `%${q
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sql`(sender like ${pattern} escape '\\' or lower(reference) like ${pattern} escape '\\')`;
}

/** The name of the sender, as typed, in the fields of a message or in a gift. */
export function nameOf(content: string): string {
  const { donor, ...fields } = JSON.parse(content);
  const { name, contactName, firstName, lastName, orgName } = donor ?? fields;
  const person = name ?? contactName ?? [firstName, lastName].filter(Boolean).join(" ");
  return orgName === undefined ? person : `${orgName}, ${person}`;
}

/** The newest messages, and the newest gifts, of a filter: so many of each that those of both are among them. */
function newestOf(db: Database, { state, form, q, page }: DeskFilter) {
  const count = page * PAGE_SIZE + 1;
  const messages = db
    .selectFrom("messages")
    .select(({ ref }) => ["reference", ref("form").$castTo<DeskForm>().as("form"), "receivedAt"])
    .where("deskState", "=", state)
    .$if(form !== null, (query) => query.where("form", "=", form as InboxForm))
    .$if(q !== "", (query) => query.where(holds(q)))
    .orderBy("receivedAt", "desc")
    .limit(form === "gift" ? 0 : count);
  const gifts = db
    .selectFrom("gifts")
    .select(["reference", sql<DeskForm>`'gift'`.as("form"), "createdAt as receivedAt"])
    .where("state", "in", SHOWN_GIFTS)
    .where(giftState, "=", state)
    .$if(q !== "", (query) => query.where(holds(q)))
    .orderBy("createdAt", "desc")
    .limit(form === null || form === "gift" ? count : 0);
  return db
    .selectFrom(messages.as("messages"))
    .selectAll()
    .unionAll(db.selectFrom(gifts.as("gifts")).selectAll());
}

/** The newest of a filter, a page of fifty. What they say is read of these alone. */
export async function listMessages(db: Database, filter: DeskFilter) {
  const newest = db
    .selectFrom(newestOf(db, filter).as("all"))
    .selectAll()
    .orderBy("receivedAt", "desc")
    .orderBy("reference", "desc")
    .limit(PAGE_SIZE + 1)
    .offset((filter.page - 1) * PAGE_SIZE);
  const found = await db
    .selectFrom(newest.as("newest"))
    .leftJoin("messages", "messages.reference", "newest.reference")
    .leftJoin("gifts", "gifts.reference", "newest.reference")
    .select(["newest.reference", "newest.form", "newest.receivedAt"])
    .select(({ fn }) => fn.coalesce("messages.fields", "gifts.gift").as("content"))
    .orderBy("newest.receivedAt", "desc")
    .orderBy("newest.reference", "desc")
    .execute();
  const rows = found.slice(0, PAGE_SIZE).map(
    ({ reference, form, receivedAt, content }): DeskRow => ({
      ...{ reference, form, state: filter.state },
      receivedAt: new Date(receivedAt).toISOString(),
      name: content === null ? "" : nameOf(content),
    }),
  );
  return { rows, isLast: found.length <= PAGE_SIZE };
}

/** Every message of a filter, for a file; gifts have one of their own. */
export async function messagesOf(db: Database, { state, form, q }: DeskFilter) {
  const query = db
    .selectFrom("messages")
    .selectAll()
    .where("deskState", "=", state)
    .where(holds(q));
  const ofForm = form === null || form === "gift" ? query : query.where("form", "=", form);
  return form === "gift" ? [] : ofForm.orderBy("receivedAt", "desc").execute();
}

export async function countStates(db: Database): Promise<Record<DeskState, number>> {
  const messages = db.selectFrom("messages").select("deskState").groupBy("deskState");
  const gifts = db
    .selectFrom("gifts")
    .select(giftState.as("deskState"))
    .where("state", "in", SHOWN_GIFTS)
    .groupBy("deskState");
  const count = { new: 0, done: 0, spam: 0 };
  const rows = await messages
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .unionAll(gifts.select(({ fn }) => fn.countAll<number>().as("count")))
    .execute();
  for (const row of rows) count[row.deskState] += Number(row.count);
  return count;
}

export async function changeMessage(
  db: Database,
  reference: string,
  values: Partial<Pick<MessageRow, "deskState" | "state">>,
) {
  await db.updateTable("messages").set(values).where("reference", "=", reference).execute();
}

/** The reference of the message that came before this one and is in the same state. */
export async function nextOf(
  db: Database,
  message: Omit<MessageRow, "fields">,
): Promise<string | null> {
  const { deskState, receivedAt, reference } = message;
  const next = await db
    .selectFrom("messages")
    .select("reference")
    .where("deskState", "=", deskState)
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple("receivedAt", "reference"), "<", tuple(receivedAt, reference)),
    )
    .orderBy("receivedAt", "desc")
    .orderBy("reference", "desc")
    .limit(1)
    .executeTakeFirst();
  return next?.reference ?? null;
}
