import type { FastifyInstance, FastifyRequest } from "fastify";
import { type Kysely, type SqlBool, sql, type UpdateObject } from "kysely";
import { DESK_FORMS, DESK_STATES, type DeskForm } from "../../shared/contract/desk.ts";
import { languageOf } from "../../shared/languages.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { InboxState } from "../forms/inbox.ts";
import { nameOf, textsOf } from "../mail/letters.ts";
import { failedMails, retryFailedMails } from "../mail/mails.ts";
import { csv, isoTime } from "../ops/staff-command/command.ts";
import { recordOf } from "../ops/staff-command/inbox.ts";
import type { Tables } from "../store/schema.ts";
import { searchable } from "../store/store.ts";
import * as desk from "./desk.ts";

type Database = Kysely<Tables>;

function filterOf(request: FastifyRequest) {
  const query = desk.queryOf(request);
  return {
    state: DESK_STATES.find((state) => state === query.get("state")) ?? "new",
    form: DESK_FORMS.find((form) => form === query.get("form")) ?? null,
    q: (query.get("q") ?? "").slice(0, 100),
    page: desk.pageNumber(query.get("page")),
  };
}

type Filter = ReturnType<typeof filterOf>;

/** Payments that were begun in the browser and not finished are no message to anybody. */
const SHOWN_GIFTS = ["pledged", "paid", "cancelled", "refunded"] as const;

/** Messages and gifts as one table. A gift that was pledged is new until somebody has said what became of it. */
function allOf(db: Database) {
  const messages = db
    .selectFrom("messages")
    .select(["reference", "deskState as state", "receivedAt", "sender"])
    .select(({ ref }) => ref("form").$castTo<DeskForm>().as("form"));
  const gifts = db
    .selectFrom("gifts")
    .select("reference")
    .select(sql<Filter["state"]>`case state when 'pledged' then 'new' else 'done' end`.as("state"))
    .select(["createdAt as receivedAt", "sender"])
    .select(sql<DeskForm>`'gift'`.as("form"))
    .where("state", "in", SHOWN_GIFTS);
  return db.selectFrom(messages.unionAll(gifts).as("all"));
}

/** What is searched may stand anywhere in the sender or the reference; `%` and `_` in it mean nothing. */
function foundBy(db: Database, { form, q }: Omit<Filter, "state" | "page">) {
  const text = searchable(q.trim());
  const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const holds = sql<SqlBool>`(sender like ${pattern} escape '\\' or lower(reference) like ${pattern} escape '\\')`;
  return allOf(db)
    .$if(form !== null, (query) => query.where("form", "=", form as DeskForm))
    .$if(text !== "", (query) => query.where(holds));
}

/** The newest of a filter, a page of fifty. What they say is read of these alone. */
export async function listMessages(db: Database, filter: Filter) {
  const newest = foundBy(db, filter)
    .where("state", "=", filter.state)
    .select(["reference", "form", "state", "receivedAt"])
    .orderBy("receivedAt", "desc")
    .orderBy("reference", "desc")
    .limit(desk.PAGE_SIZE + 1)
    .offset((filter.page - 1) * desk.PAGE_SIZE);
  const found = await db
    .selectFrom(newest.as("newest"))
    .leftJoin("messages", "messages.reference", "newest.reference")
    .leftJoin("gifts", "gifts.reference", "newest.reference")
    .selectAll("newest")
    .select(({ fn }) => fn.coalesce("messages.fields", "gifts.gift").as("content"))
    .orderBy("newest.receivedAt", "desc")
    .orderBy("newest.reference", "desc")
    .execute();
  const rows = found.slice(0, desk.PAGE_SIZE).map(({ content, receivedAt, ...row }) => ({
    ...row,
    receivedAt: isoTime(receivedAt),
    name: nameOf(JSON.parse(content ?? "{}")),
  }));
  return { rows, isLast: found.length <= desk.PAGE_SIZE };
}

/** What is searched may be in another state than the one that is shown. */
export async function countStates(db: Database, filter: Omit<Filter, "state" | "page">) {
  const count = foundBy(db, filter).select(({ fn }) => [
    "state",
    fn.countAll<number>().as("count"),
  ]);
  const rows = await count.groupBy("state").execute();
  const counts = rows.map((row) => [row.state, Number(row.count)]);
  return { new: 0, done: 0, spam: 0, ...Object.fromEntries(counts) };
}

async function viewOf({ server: app, url }: FastifyRequest, reference: string) {
  const { submissions, store, config } = app;
  const message = await submissions.inbox.get(reference);
  if (message === null) return null;
  const { deskState, state, receivedAt, fields } = message;
  const next = await store.db
    .selectFrom("messages")
    .select("reference")
    .where("deskState", "=", deskState)
    .where(sql<SqlBool>`(received_at, reference) < (${receivedAt}, ${reference})`)
    .orderBy("receivedAt", "desc")
    .orderBy("reference", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    ...message,
    state: deskState,
    receivedAt: isoTime(receivedAt),
    fields: textsOf(fields, languageOf(url)),
    email: String(fields.email ?? fields.contactEmail ?? ""),
    delivery: state,
    deletedAt: isoTime(receivedAt + config.INBOX_RETENTION_DAYS * DAY_MS),
    actions: await app.accounts.actions(reference),
    next: next?.reference ?? null,
  };
}

type Action = (app: FastifyInstance, reference: string) => Promise<unknown>;

const set =
  (values: UpdateObject<Tables, "messages">): Action =>
  ({ store: { db } }, reference) =>
    db.updateTable("messages").set(values).where("reference", "=", reference).execute();

const ACTIONS: Readonly<Record<string, Action>> = {
  done: set({ deskState: "done" }),
  new: set({ deskState: "new" }),
  spam: set({ deskState: "spam" }),
  /** What was held goes on as it would have at first: to the content API, or for staff to read. */
  async "not-spam"(app, reference) {
    const { config, submissions } = app;
    if (config.CONTENT_API_URL !== undefined) await submissions.inbox.retry(reference);
    const state = sql<InboxState>`case state when 'held' then 'kept' else state end`;
    await set({ deskState: "new", state })(app, reference);
  },
  retry: ({ submissions }, reference) => submissions.inbox.retry(reference),
  delete: ({ submissions }, reference) => submissions.inbox.remove(reference),
};

export function addMessageRoutes(app: FastifyInstance): void {
  const { store, mails } = app;
  type OfMessage = { Params: { reference: string } };

  app.get("/messages", async (request, reply) => {
    const filter = filterOf(request);
    const list = await listMessages(store.db, filter);
    const counts = await countStates(store.db, filter);
    const failed = mails ? await failedMails(store.db, app.clock()) : [];
    const page = { filter, ...list, counts, failedMails: failed };
    return desk.show(reply, { kind: "messages", ...page });
  });

  app.get("/messages/file", async (request, reply) => {
    const filter = filterOf(request);
    // Gifts have a file of their own.
    const { patientDb } = store;
    const found = foundBy(patientDb, filter).where("state", "=", filter.state).select("reference");
    const messages = patientDb.selectFrom("messages").selectAll().where("reference", "in", found);
    const rows = await messages.orderBy("receivedAt", "desc").execute();
    await desk.record(request, "exported", filter.state);
    const records = rows.map((row) => recordOf({ ...row, fields: JSON.parse(row.fields) }));
    return desk.sendCsv(reply, `messages-${filter.state}`, csv(records));
  });

  app.get<OfMessage>("/messages/:reference", async (request, reply) => {
    const message = await viewOf(request, request.params.reference);
    return message ? desk.show(reply, { kind: "message", message }) : desk.notFound(reply);
  });

  app.post<OfMessage>("/messages/:reference", async (request, reply) => {
    const { reference } = request.params;
    const message = await viewOf(request, reference);
    const { action = "" } = desk.postedFields(request);
    const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (act === undefined) return desk.notFound(reply);
    // By the first of two clicks, or by somebody else.
    if (message === null) return desk.go(reply, "/staff/messages", "gone");
    await act(app, reference);
    await desk.record(request, action, reference);
    const next = action === "retry" ? reference : message.next;
    return desk.go(reply, next ? `/staff/messages/${next}` : "/staff/messages", action);
  });

  app.post("/mails", async (request, reply) => {
    if (mails) await retryFailedMails(app);
    await desk.record(request, "retry mails", "");
    return desk.go(reply, "/staff/messages", "retry");
  });
}
