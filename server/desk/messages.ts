import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Kysely, type SqlBool, sql } from "kysely";
import {
  DESK_FORMS,
  DESK_STATES,
  type DeskForm,
  type DeskState,
} from "../../shared/contract/desk.ts";
import { languageOf } from "../../shared/languages.ts";
import { DAY_MS, isoTime } from "../../shared/time.ts";
import { csv } from "../csv.ts";
import { fieldTexts, senderName } from "../forms/message-texts.ts";
import { messageRecord } from "../forms/records.ts";
import { failedMails, retryFailedMails } from "../mail/mails.ts";
import type { MessageRow, Tables } from "../store/schema.ts";
import { searchable } from "../store/search-text.ts";
import { compareAndSet } from "../store/store.ts";
import * as desk from "./desk.ts";

type Database = Kysely<Tables>;

function filterOf(request: FastifyRequest) {
  const query = desk.queryOf(request);
  return {
    state: DESK_STATES.find((state) => state === query.get("state")) ?? "new",
    form: DESK_FORMS.find((form) => form === query.get("form")) ?? null,
    q: (query.get("q") ?? "").slice(0, 100),
    page: desk.readPageNumber(query.get("page")),
  };
}

type Filter = ReturnType<typeof filterOf>;

/** The states of gifts in the list. A payment that was begun in the browser and not finished is not a message. */
const SHOWN_GIFTS = ["pledged", "paid", "cancelled", "refunded"] as const;

/** Selects messages and gifts as one table. A pledged gift is new until staff record what became of the pledge. */
function selectAll(db: Database) {
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

/** Selects rows with the searched text anywhere in the sender or the reference. `%` and `_` in the text are literal. */
function selectMatching(db: Database, { form, q }: Omit<Filter, "state" | "page">) {
  const text = searchable(q.trim());
  const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const holds = sql<SqlBool>`(sender like ${pattern} escape '\\' or lower(reference) like ${pattern} escape '\\')`;
  return selectAll(db)
    .$if(form !== null, (query) => query.where("form", "=", form as DeskForm))
    .$if(text !== "", (query) => query.where(holds));
}

/** Returns a page of fifty messages that match a filter, newest first. Contents are loaded for these rows only. */
export async function listMessages(db: Database, filter: Filter) {
  const newest = selectMatching(db, filter)
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
    name: senderName(JSON.parse(content ?? "{}")),
  }));
  return { rows, isLast: found.length <= desk.PAGE_SIZE };
}

/** Counts the matches in each state, since the searched message may be in another state than the one shown. */
export async function countStates(db: Database, filter: Omit<Filter, "state" | "page">) {
  const count = selectMatching(db, filter).select(({ fn }) => [
    "state",
    fn.countAll<number>().as("count"),
  ]);
  const rows = await count.groupBy("state").execute();
  const counts = rows.map((row) => [row.state, Number(row.count)]);
  return { new: 0, done: 0, spam: 0, ...Object.fromEntries(counts) };
}

/** Returns the reference of the next older message within the URL's filter; without a filter, within the same state. */
async function findNext(
  request: FastifyRequest,
  message: Pick<MessageRow, "deskState" | "receivedAt" | "reference">,
): Promise<string | null> {
  const isFiltered = Object.keys(desk.listFilter(request)).length > 0;
  const unfiltered = { state: message.deskState, form: null, q: "" };
  const { state, form, q } = isFiltered ? filterOf(request) : unfiltered;
  const { receivedAt, reference } = message;
  const next = await selectMatching(request.server.store.db, { form, q })
    .select("reference")
    .where("state", "=", state)
    // Gifts have their own pages.
    .where("form", "<>", "gift")
    .where(sql<SqlBool>`(received_at, reference) < (${receivedAt}, ${reference})`)
    .orderBy("receivedAt", "desc")
    .orderBy("reference", "desc")
    .limit(1)
    .executeTakeFirst();
  return next?.reference ?? null;
}

async function readMessage(request: FastifyRequest, reference: string) {
  const { submissions, config, accounts, content } = request.server;
  const message = await submissions.inbox.get(reference);
  if (message === null) return null;
  const { deskState, state, receivedAt, fields } = message;
  const actions = await accounts.actions(reference);
  return {
    ...message,
    state: deskState,
    receivedAt: isoTime(receivedAt),
    fields: fieldTexts(fields, content.in(languageOf(request.url))),
    email: String(fields.email ?? fields.contactEmail ?? ""),
    delivery: state,
    deletedAt: isoTime(receivedAt + config.INBOX_RETENTION_DAYS * DAY_MS),
    actions,
    version: String(actions.length),
    next: await findNext(request, message),
  };
}

type View = NonNullable<Awaited<ReturnType<typeof readMessage>>>;

/** An action on a message. Resolves to false when somebody else has changed the message since it was read. */
type Action = (app: FastifyInstance, message: View) => Promise<boolean>;

const setState =
  (deskState: DeskState): Action =>
  ({ store: { db } }, { reference, state }) =>
    compareAndSet(db, "messages", { read: { reference, deskState: state }, values: { deskState } });

const ACTIONS: Readonly<Record<string, Action>> = {
  done: setState("done"),
  new: setState("new"),
  spam: setState("spam"),
  /** Releases a held message to where it would have gone at first: to the content API, or to staff. */
  async "not-spam"(app, message) {
    if (!(await setState("new")(app, message))) return false;
    const { config, submissions, store } = app;
    const { reference } = message;
    if (config.CONTENT_API_URL !== undefined) await submissions.inbox.retry(reference);
    const read = { reference, state: "held" } as const;
    await compareAndSet(store.db, "messages", { read, values: { state: "kept" } });
    return true;
  },
  retry: ({ submissions }, { reference }) => submissions.inbox.retry(reference),
  delete: ({ submissions }, { reference }) => submissions.inbox.remove(reference),
};

/** The desk state after each action. */
const STATES_AFTER = new Map<string, DeskState>([
  ["done", "done"],
  ["new", "new"],
  ["spam", "spam"],
  ["not-spam", "new"],
]);

/** Returns whether the message already has the state that the action leads to, as after the first of two clicks. */
const isAlready = ({ state, delivery }: View, action: string): boolean =>
  action === "retry" ? delivery === "waiting" : state === STATES_AFTER.get(action);

export function addMessageRoutes(app: FastifyInstance): void {
  const { store, mails } = app;
  type OfMessage = { Params: { reference: string } };

  app.get("/messages", async (request, reply) => {
    const filter = filterOf(request);
    const list = await listMessages(store.db, filter);
    const counts = await countStates(store.db, filter);
    const failed = mails ? await failedMails(store.db, app.clock()) : [];
    const page = { filter, ...list, counts, failedMails: failed };
    return desk.sendDeskPage(reply, { kind: "messages", ...page });
  });

  app.get("/messages/file", async (request, reply) => {
    const filter = filterOf(request);
    // Gifts have their own file.
    const { patientDb } = store;
    const found = selectMatching(patientDb, filter)
      .where("state", "=", filter.state)
      .select("reference");
    const messages = patientDb.selectFrom("messages").selectAll().where("reference", "in", found);
    const rows = await messages.orderBy("receivedAt", "desc").execute();
    await desk.recordAction(request, "exported", filter.state);
    const records = rows.map((row) => ({
      ...messageRecord({ ...row, fields: JSON.parse(row.fields) }),
      state: row.deskState,
      delivery: row.state,
    }));
    return desk.sendCsv(reply, `messages-${filter.state}`, csv(records));
  });

  app.get<OfMessage>("/messages/:reference", async (request, reply) => {
    const message = await readMessage(request, request.params.reference);
    return message
      ? desk.sendDeskPage(reply, { kind: "message", message })
      : desk.sendNotFound(reply);
  });

  app.post<OfMessage>("/messages/:reference", async (request, reply) => {
    const { reference } = request.params;
    const message = await readMessage(request, reference);
    const { action = "", version } = desk.postedFields(request);
    const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (act === undefined) return desk.sendNotFound(reply);
    if (message === null) return leaveDeleted(request, reply);
    const isStale = version !== undefined && version !== message.version;
    // A message that is not spam may still be held.
    const isDone = isAlready(message, action) && (isStale || action !== "not-spam");
    if (!isDone) {
      if (isStale) return showStale(request, reply);
      if (await act(app, message)) await desk.recordAction(request, action, reference);
      else {
        // The first of two clicks at the same moment may have done it.
        const now = await readMessage(request, reference);
        if (now === null || !isAlready(now, action)) return showStale(request, reply);
      }
    }
    const next = action === "retry" ? reference : message.next;
    const path = next ? `/staff/messages/${next}` : "/staff/messages";
    return desk.redirectWithNotice(reply, path, action, reference);
  });

  /** Leads away from a message that the first of two clicks, or somebody else, has deleted. */
  function leaveDeleted(request: FastifyRequest<OfMessage>, reply: FastifyReply) {
    const isWanted = desk.postedFields(request).action === "delete";
    const notice = isWanted ? "delete" : "gone";
    return desk.redirectWithNotice(reply, "/staff/messages", notice, request.params.reference);
  }

  /** Shows the message as it is now, and who changed it, after an action that was not carried out. */
  async function showStale(request: FastifyRequest<OfMessage>, reply: FastifyReply) {
    const { reference } = request.params;
    const message = await readMessage(request, reference);
    if (message === null) return leaveDeleted(request, reply);
    const stale = { action: message.actions.at(-1) ?? null };
    return desk.sendDeskPage(reply, { kind: "message", message, stale }, 409);
  }

  app.post("/mails", async (request, reply) => {
    if (mails) await retryFailedMails(app);
    await desk.recordAction(request, "retry mails", "");
    return desk.redirectWithNotice(reply, "/staff/messages", "mails");
  });
}
