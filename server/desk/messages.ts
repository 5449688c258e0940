import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  DESK_STATES,
  type DeskItem,
  type DeskState,
  STATES_AFTER,
} from "../../shared/contract/desk.ts";
import type { SpamSignal } from "../../shared/contract/spam.ts";
import { languageOf } from "../../shared/languages.ts";
import { DAY_MS, isoTime } from "../../shared/time.ts";
import { csv } from "../csv.ts";
import type { InboxMessage } from "../forms/inbox.ts";
import { fieldTexts, messageSubject, senderName } from "../forms/message-texts.ts";
import { messageRecord } from "../forms/records.ts";
import { postedForm } from "../http/request-bodies.ts";
import { failedMails, retryFailedMails } from "../mail/mails.ts";
import type { MessageRow } from "../store/schema.ts";
import { compareAndSet } from "../store/store.ts";
import * as desk from "./desk.ts";
import {
  countFrom,
  countStates,
  filterErrors,
  filterOf,
  findNext,
  listMessages,
  selectMessages,
  UNFILTERED,
} from "./message-list.ts";

/** Returns the reference of the next older message within the URL's filter; without a filter, within the same state. */
function nextOf(
  request: FastifyRequest,
  message: Pick<MessageRow, "deskState" | "receivedAt" | "reference">,
): Promise<string | null> {
  const isFiltered = Object.keys(desk.listFilter(request)).length > 0;
  const filter = isFiltered ? filterOf(request) : { ...UNFILTERED, state: message.deskState };
  return findNext(request.server.store.db, filter, message);
}

/** Returns why a message is held as spam; empty once it is released, and for one that an earlier release has held. */
const readHeldBecause = ({ state, heldBecause }: InboxMessage): readonly SpamSignal[] =>
  state === "held" && heldBecause !== null ? JSON.parse(heldBecause) : [];

async function readMessage(request: FastifyRequest, reference: string) {
  const { submissions, config, accounts, content, store } = request.server;
  const message = await submissions.inbox.get(reference);
  if (message === null) return null;
  const { deskState, state, receivedAt, fields } = message;
  const actions = await accounts.actions(reference);
  const email = String(fields.email ?? fields.contactEmail ?? "");
  return {
    reference,
    form: message.form,
    state: deskState,
    receivedAt: isoTime(receivedAt),
    name: senderName(fields),
    subject: messageSubject(fields),
    others: Math.max(0, (await countFrom(store.db, email)) - 1),
    fields: fieldTexts(fields, content.in(languageOf(request.url))),
    email,
    delivery: state,
    heldBecause: readHeldBecause(message),
    deletedAt: isoTime(receivedAt + config.INBOX_RETENTION_DAYS * DAY_MS),
    actions,
    version: String(actions.length),
    next: await nextOf(request, message),
  };
}

type View = NonNullable<Awaited<ReturnType<typeof readMessage>>>;

/** An action on a message. Resolves to false when somebody else has changed the message since it was read. */
type Action = (app: FastifyInstance, message: DeskItem) => Promise<boolean>;

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
  delete: ({ submissions }, { reference, state }) => submissions.inbox.remove(reference, state),
};

/** Returns whether the message already has the state that the action leads to, as after the first of two clicks. */
const isAlready = ({ state, delivery }: View, action: string): boolean =>
  action === "retry" ? delivery === "waiting" : state === STATES_AFTER.get(action);

/** Returns the state that a message had before its last action. */
function stateBefore({ actions, delivery }: View): DeskState {
  const [last, ...earlier] = actions.toReversed().filter(({ action }) => STATES_AFTER.has(action));
  const [before] = earlier;
  if (before !== undefined) return STATES_AFTER.get(before.action) ?? "new";
  // A held message was spam from the beginning.
  return delivery === "held" || last?.action === "not-spam" ? "spam" : "new";
}

/** A chosen message in a form. For an undo, `before` is the state to go back to. */
interface ChosenItem extends DeskItem {
  before: DeskState | null;
}

/** A chosen message as a form sends it: `C-7K3M-2Q9F:new`, or `C-7K3M-2Q9F:done:new` for an undo. */
const ITEM = /^([CVP](?:-[\dA-Z]{4}){2}):([a-z]+)(?::([a-z]+))?$/;

/** Returns the chosen messages of a form, at most those of one page. */
function chosenItems(request: FastifyRequest): ChosenItem[] {
  const stateNamed = (name = "") => DESK_STATES.find((state) => state === name);
  const items: ChosenItem[] = [];
  for (const text of postedForm(request).getAll("item").slice(0, desk.PAGE_SIZE)) {
    const [, reference = "", seen, before] = ITEM.exec(text) ?? [];
    const state = stateNamed(seen);
    if (state !== undefined) items.push({ reference, state, before: stateNamed(before) ?? null });
  }
  return items;
}

/** The actions on several messages at once. `undo` gives each message the state that it had before. */
const ACTIONS_ON_SEVERAL = new Set(["done", "new", "spam", "not-spam", "delete", "undo"]);

/** Carries an action out on one of several messages. Resolves to false when a colleague has changed the message. */
async function actOnItem(request: FastifyRequest, action: string, item: ChosenItem) {
  const { reference } = item;
  const name = action === "undo" ? (item.before ?? "") : action;
  const act = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (act === undefined) return false;
  const isActed = STATES_AFTER.get(name) !== item.state && (await act(request.server, item));
  if (isActed) {
    await desk.recordAction(request, name, reference);
    return true;
  }
  // The first of two clicks may have done it.
  const message = await request.server.submissions.inbox.get(reference);
  return message === null ? name === "delete" : message.deskState === STATES_AFTER.get(name);
}

/** Adds the list of messages, what is done with several messages at once, and the list as a file. */
export function addMessageListRoutes(app: FastifyInstance): void {
  const { store, mails } = app;

  /** Shows the list, with the question before the chosen messages are deleted. */
  async function showList(
    request: FastifyRequest,
    reply: FastifyReply,
    ask: readonly DeskItem[] | null = null,
  ) {
    const filter = filterOf(request);
    const list = await listMessages(store.db, filter);
    const counts = await countStates(store.db, filter);
    const failed = mails ? await failedMails(store.db, app.clock()) : [];
    const errors = filterErrors(filter);
    const page = { filter, errors, ...list, counts, ask, failedMails: failed };
    return desk.sendDeskPage(reply, { kind: "messages", ...page });
  }

  app.get("/messages", (request, reply) => showList(request, reply));

  app.post("/messages", async (request, reply) => {
    const { action = "", sure } = desk.postedFields(request);
    if (!ACTIONS_ON_SEVERAL.has(action)) return desk.sendNotFound(reply);
    const items = chosenItems(request);
    const [only] = items;
    if (only === undefined) return desk.redirectWithNotice(reply, "/staff/messages", "choose");
    if (action === "delete" && sure === undefined) return showList(request, reply, items);
    const acted: ChosenItem[] = [];
    for (const item of items) if (await actOnItem(request, action, item)) acted.push(item);
    const isUndoable = STATES_AFTER.has(action);
    const isOnePage = action === "undo" && items.length === 1;
    const path = isOnePage ? `/staff/messages/${only.reference}` : "/staff/messages";
    return desk.redirectWithNotice(reply, path, acted.length > 0 ? action : undefined, {
      about: acted.map(({ reference }) => reference),
      before: isUndoable ? acted.map(({ state }) => state) : [],
      leftAlone: items.length - acted.length,
    });
  });

  app.get("/messages/file", async (request, reply) => {
    const filter = filterOf(request);
    // Gifts have their own file.
    const messages = selectMessages(store.patientDb, filter).selectAll();
    const rows = await messages.orderBy("receivedAt", "desc").execute();
    await desk.recordAction(request, "exported", filter.state);
    const records = rows.map((row) => ({
      ...messageRecord({ ...row, fields: JSON.parse(row.fields) }),
      state: row.deskState,
      delivery: row.state,
    }));
    return desk.sendCsv(reply, `messages-${filter.state}`, csv(records));
  });

  app.post("/mails", async (request, reply) => {
    if (mails) await retryFailedMails(app);
    await desk.recordAction(request, "retry mails", "");
    return desk.redirectWithNotice(reply, "/staff/messages", "mails");
  });
}

/** Adds the page of one message, and what is done with that message. */
export function addMessageRoutes(app: FastifyInstance): void {
  type OfMessage = { Params: { reference: string } };

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
    const before = isDone ? stateBefore(message) : message.state;
    return desk.redirectWithNotice(reply, path, action, {
      about: [reference],
      before: STATES_AFTER.has(action) ? [before] : [],
    });
  });

  /** Leads away from a message that the first of two clicks, or somebody else, has deleted. */
  function leaveDeleted(request: FastifyRequest<OfMessage>, reply: FastifyReply) {
    const isWanted = desk.postedFields(request).action === "delete";
    const notice = isWanted ? "delete" : "gone";
    const about = [request.params.reference];
    return desk.redirectWithNotice(reply, "/staff/messages", notice, { about });
  }

  /** Shows the message as it is now, and who changed it, after an action that was not carried out. */
  async function showStale(request: FastifyRequest<OfMessage>, reply: FastifyReply) {
    const { reference } = request.params;
    const message = await readMessage(request, reference);
    if (message === null) return leaveDeleted(request, reply);
    const stale = { action: message.actions.at(-1) ?? null };
    return desk.sendDeskPage(reply, { kind: "message", message, stale }, 409);
  }
}
