import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  DESK_FORMS,
  DESK_STATES,
  type DeskFilter,
  type DeskMessage,
  type DeskPage,
  type DeskState,
} from "../../shared/contract/desk.ts";
import { DAY_MS } from "../../shared/time.ts";
import { csv } from "../ops/staff-command/command.ts";
import { recordOf } from "../ops/staff-command/inbox.ts";
import { type Desk, pageNumber, postedFields, queryOf, sendCsv } from "./desk.ts";
import {
  changeMessage,
  countStates,
  listMessages,
  messagesOf,
  nameOf,
  nextOf,
} from "./messages.ts";

function filterOf(request: FastifyRequest): DeskFilter {
  const query = queryOf(request);
  return {
    state: DESK_STATES.find((state) => state === query.get("state")) ?? "new",
    form: DESK_FORMS.find((form) => form === query.get("form")) ?? null,
    q: (query.get("q") ?? "").slice(0, 100),
    page: pageNumber(query.get("page")),
  };
}

const isoTime = (ms: number) => new Date(ms).toISOString();

async function viewOf(
  { submissions, store, config }: FastifyInstance,
  desk: Desk,
  reference: string,
): Promise<DeskMessage | null> {
  const message = await submissions.inbox.get(reference);
  if (message === null) return null;
  const { form, deskState, state, receivedAt, fields } = message;
  const email = fields.email ?? fields.contactEmail;
  return {
    reference,
    form,
    state: deskState,
    receivedAt: isoTime(receivedAt),
    name: nameOf(JSON.stringify(fields)),
    fields: Object.entries(fields).map(([name, value]) => [name, [value].flat().join(", ")]),
    email: typeof email === "string" ? email : "",
    delivery: state,
    deletedAt: isoTime(receivedAt + config.INBOX_RETENTION_DAYS * DAY_MS),
    actions: await desk.accounts.actions(reference),
    next: await nextOf(store.db, message),
  };
}

type Action = (app: FastifyInstance, reference: string) => Promise<unknown>;

const mark =
  (deskState: DeskState): Action =>
  ({ store }, reference) =>
    changeMessage(store.db, reference, { deskState });

/** By the name of the button. */
const ACTIONS: Readonly<Record<string, Action>> = {
  done: mark("done"),
  new: mark("new"),
  spam: mark("spam"),
  /** What was held goes on as it would have at first: to the content API, or for staff to read. */
  async "not-spam"({ store, config, submissions: { inbox } }, reference) {
    const message = await inbox.get(reference);
    const isHeld = message?.state === "held";
    const isForwarded = message?.form === "contact" && config.CONTENT_API_URL !== undefined;
    const state = isHeld && !isForwarded ? ({ state: "kept" } as const) : {};
    if (isHeld && isForwarded) await inbox.retry(reference);
    await changeMessage(store.db, reference, { deskState: "new", ...state });
  },
  retry: ({ submissions }, reference) => submissions.inbox.retry(reference),
  delete: ({ submissions }, reference) => submissions.inbox.remove(reference),
};

async function listPage({ store, mails }: FastifyInstance, filter: DeskFilter): Promise<DeskPage> {
  const [list, counts, failed] = await Promise.all([
    listMessages(store.db, filter),
    countStates(store.db),
    mails?.failed() ?? [],
  ]);
  const failedMails = failed.map(({ recipient, subject, createdAt }) => ({
    recipient,
    subject,
    createdAt: isoTime(createdAt),
  }));
  return { kind: "messages", filter, ...list, counts, failedMails };
}

/** The messages of visitors: a list, each one as it was sent, and what staff do about it. */
export function addMessageRoutes(app: FastifyInstance, desk: Desk): void {
  type OfMessage = { Params: { reference: string } };

  app.get("/messages", async (request, reply) =>
    desk.show(reply, await listPage(app, filterOf(request))),
  );

  app.get("/messages/file", async (request, reply) => {
    const filter = filterOf(request);
    const rows = await messagesOf(app.store.db, filter);
    await desk.record(request, "exported", filter.state);
    const records = rows.map((row) => recordOf({ ...row, fields: JSON.parse(row.fields) }));
    return sendCsv(reply, `messages-${filter.state}`, csv(records));
  });

  app.get<OfMessage>("/messages/:reference", async (request, reply) => {
    const message = await viewOf(app, desk, request.params.reference);
    if (message === null) return desk.notFound(reply);
    return desk.show(reply, { kind: "message", message });
  });

  app.post<OfMessage>("/messages/:reference", async (request, reply) => {
    const { reference } = request.params;
    const message = await viewOf(app, desk, reference);
    const { action = "" } = postedFields(request);
    const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (message === null || act === undefined) return desk.notFound(reply);
    await act(app, reference);
    await desk.record(request, action, reference);
    const next = action === "retry" ? reference : message.next;
    return desk.go(reply, next ? `/staff/messages/${next}` : "/staff/messages", action);
  });

  app.post("/mails", async (request, reply) => {
    await app.mails?.retryFailed();
    await desk.record(request, "retry mails", "");
    return desk.go(reply, "/staff/messages", "retry");
  });
}
