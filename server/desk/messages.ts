import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  DESK_STATES,
  type DeskItem,
  type DeskMessage,
  type DeskState,
  STATES_AFTER,
} from "../../shared/contract/desk.ts";
import { csv } from "../csv.ts";
import { OUTSIDE_BIN, readAllEntries } from "../forms/conversation.ts";
import { messageRecord } from "../forms/records.ts";
import { postedForm } from "../http/request-bodies.ts";
import { failedMails, retryFailedMails } from "../mail/mails.ts";
import { compareAndSet } from "../store/store.ts";
import { assignMessage, readAssignee } from "./assign.ts";
import * as desk from "./desk.ts";
import {
  countStates,
  filterErrors,
  filterOf,
  listMessages,
  selectMessages,
} from "./message-list.ts";
import { readMessage } from "./message-view.ts";
import { handleWritten, isWritten, type OfMessage, retryReply, showTyped } from "./replies.ts";

/** An action on a message. Resolves to false when somebody else has changed the message since it was read. */
type Action = (app: FastifyInstance, message: DeskItem) => Promise<boolean>;

const setState =
  (deskState: DeskState): Action =>
  ({ store: { db } }, { reference, state }) => {
    const values = { deskState, ...OUTSIDE_BIN };
    return compareAndSet(db, "messages", { read: { reference, deskState: state }, values });
  };

const ACTIONS: Readonly<Record<string, Action>> = {
  done: setState("done"),
  new: setState("new"),
  waiting: setState("waiting"),
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
  delete: ({ submissions }, { reference, state }) => submissions.inbox.bin(reference, state),
  restore: ({ submissions }, { reference }) => submissions.inbox.restore(reference),
  erase: ({ submissions }, { reference, state }) => submissions.inbox.remove(reference, state),
};

/** Returns whether the message already has the state that the action leads to, as after the first of two clicks. */
function isAlready({ state, delivery }: DeskMessage, action: string): boolean {
  if (action === "retry") return delivery === "waiting";
  if (action === "restore") return state !== "bin";
  return state === STATES_AFTER.get(action);
}

/** Returns the state that a message had before its last action. */
function stateBefore({ actions, delivery }: DeskMessage): DeskState {
  const moves = actions.filter(({ action }) => STATES_AFTER.has(action) || action === "restore");
  // A held message was spam from the beginning.
  const wasHeld = delivery === "held" || moves[0]?.action === "not-spam";
  const states: DeskState[] = [wasHeld ? "spam" : "new"];
  for (const { action } of moves) states.push(STATES_AFTER.get(action) ?? states.at(-2) ?? "new");
  return states.at(-2) ?? "new";
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
const ACTIONS_ON_SEVERAL = new Set([
  "done",
  "new",
  "spam",
  "not-spam",
  "delete",
  "restore",
  "erase",
  "assign",
  "undo",
]);

/** Carries an action out on one of several messages. Resolves to false when a colleague has changed the message. */
async function actOnItem(request: FastifyRequest, action: string, item: ChosenItem) {
  const { reference } = item;
  if (action === "assign") return assignItem(request, item);
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
  if (message === null) return name === "erase";
  if (name === "restore") return message.deskState !== "bin";
  return message.deskState === STATES_AFTER.get(name);
}

/** Assigns one of several messages to the member of staff whom the form names. */
async function assignItem(request: FastifyRequest, { reference, state }: ChosenItem) {
  const { server } = request;
  const assignee = await readAssignee(server, desk.postedFields(request).assignee);
  const message = await server.submissions.inbox.get(reference);
  if (assignee === undefined || message === null) return false;
  if (message.assignee === assignee) return true;
  return assignMessage(request, { ...message, state }, assignee);
}

/** Adds the list of messages, what is done with several messages at once, and the list as a file. */
export function addMessageListRoutes(app: FastifyInstance): void {
  const { store, mails } = app;

  /** Shows the list, with the question before the chosen messages are erased. */
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
    const colleagues = (await app.accounts.list()).map(({ email }) => email);
    const page = { filter, errors, ...list, counts, ask, colleagues, failedMails: failed };
    return desk.sendDeskPage(reply, { kind: "messages", ...page });
  }

  app.get("/messages", (request, reply) => showList(request, reply));

  app.post("/messages", async (request, reply) => {
    const { action = "", sure } = desk.postedFields(request);
    if (!ACTIONS_ON_SEVERAL.has(action)) return desk.sendNotFound(reply);
    const items = chosenItems(request);
    const [only] = items;
    if (only === undefined) return desk.redirectWithNotice(reply, "/staff/messages", "choose");
    if (action === "erase" && sure === undefined) return showList(request, reply, items);
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
    const entries = await readAllEntries(store.patientDb);
    const records = rows.map((row) => ({
      ...messageRecord(
        { ...row, fields: JSON.parse(row.fields) },
        entries.get(row.reference) ?? [],
      ),
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

/** The actions on a message in the bin. */
const BIN_ACTIONS: ReadonlySet<string> = new Set(["restore", "erase"]);

/** Adds the page of one message, and what is done with that message. */
export function addMessageRoutes(app: FastifyInstance): void {
  app.get<OfMessage>("/messages/:reference", async (request, reply) => {
    const message = await readMessage(request, request.params.reference);
    return message
      ? desk.sendDeskPage(reply, { kind: "message", message })
      : desk.sendNotFound(reply);
  });

  const options = { bodyLimit: 256 * 1024, config: { keepsTyped: true } };
  app.post<OfMessage>("/messages/:reference", options, async (request, reply) => {
    const { action = "" } = desk.postedFields(request);
    const obstacle = desk.findObstacle(request);
    if (obstacle !== null && isWritten(action)) return showTyped(request, reply, obstacle);
    if (obstacle === "store") return app.pages.renderError(reply, 503);
    if (obstacle !== null) return desk.redirectWithNotice(reply, "/staff", "not-done");
    if (isWritten(action)) return handleWritten(request, reply);
    if (action === "resend") return retryReply(request, reply);
    if (action === "assign") return assign(request, reply);
    return move(request, reply);
  });

  /** Gives a message another state, or erases it. */
  async function move(request: FastifyRequest<OfMessage>, reply: FastifyReply) {
    const { reference } = request.params;
    const message = await readMessage(request, reference);
    const { action = "", version } = desk.postedFields(request);
    const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (act === undefined) return desk.sendNotFound(reply);
    if (message === null) return leaveErased(request, reply);
    const isPossible = message.state !== "bin" || BIN_ACTIONS.has(action);
    const isStale = !isPossible || (version !== undefined && version !== message.version);
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
    const stays = action === "retry" || action === "restore";
    const next = stays ? reference : message.next;
    const path = next ? `/staff/messages/${next}` : "/staff/messages";
    const before = isDone ? stateBefore(message) : message.state;
    return desk.redirectWithNotice(reply, path, action, {
      about: [reference],
      before: STATES_AFTER.has(action) ? [before] : [],
    });
  }

  /** Assigns a message to a member of staff, or to nobody. */
  async function assign(request: FastifyRequest<OfMessage>, reply: FastifyReply) {
    const { reference } = request.params;
    const { assignee: typed, version } = desk.postedFields(request);
    const message = await readMessage(request, reference);
    const assignee = await readAssignee(app, typed);
    if (message === null) return leaveErased(request, reply);
    if (assignee === undefined) return showStale(request, reply);
    if (message.assignee !== assignee) {
      const isStale = version !== undefined && version !== message.version;
      if (isStale || !(await assignMessage(request, message, assignee)))
        return showStale(request, reply);
    }
    const notice = assignee === null ? "unassign" : "assign";
    const about = [reference];
    return desk.redirectWithNotice(reply, `/staff/messages/${reference}`, notice, { about });
  }

  /** Leads away from a message that the first of two clicks, or somebody else, has erased. */
  function leaveErased(request: FastifyRequest<OfMessage>, reply: FastifyReply) {
    const isWanted = desk.postedFields(request).action === "erase";
    const notice = isWanted ? "erase" : "gone";
    const about = [request.params.reference];
    return desk.redirectWithNotice(reply, "/staff/messages", notice, { about });
  }

  /** Shows the message as it is now, and who changed it, after an action that was not carried out. */
  async function showStale(request: FastifyRequest<OfMessage>, reply: FastifyReply) {
    const { reference } = request.params;
    const message = await readMessage(request, reference);
    if (message === null) return leaveErased(request, reply);
    const stale = { action: message.actions.at(-1) ?? null };
    return desk.sendDeskPage(reply, { kind: "message", message, stale }, 409);
  }
}
