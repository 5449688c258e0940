import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import standard from "../../content/words/en/saved-replies.json" with { type: "json" };
import swStandard from "../../content/words/sw/saved-replies.json" with { type: "json" };
import {
  type DeskFieldError,
  type DeskPage,
  type DeskSavedReply,
  MAX_WRITTEN,
} from "../../shared/contract/desk.ts";
import type { SavedReplyRow, Tables } from "../store/schema.ts";
import { compareAndSet } from "../store/store.ts";
import * as desk from "./desk.ts";
import { NEW } from "./forms.ts";
import { plainText } from "./plain-text.ts";

const MAX_TITLE = 100;
const EMPTY = { title: "", en: "", sw: "", version: "0" } as const;

type StandardId = keyof typeof standard;
const STANDARD_IDS = Object.keys(standard) as StandardId[];

/** Returns a saved reply that the site begins with, as long as the office has not changed it. */
const standardReply = (id: StandardId): DeskSavedReply => ({
  id,
  title: `${standard[id].title} / ${swStandard[id].title}`,
  en: standard[id].text,
  sw: swStandard[id].text,
  version: "0",
});

const replyOf = ({ id, title, en, sw, version }: SavedReplyRow): DeskSavedReply => ({
  id,
  title,
  en,
  sw,
  version: String(version),
});

/** Returns the saved replies: those of the office, and those that the site begins with, unless the office has changed them. */
export async function readSavedReplies(db: Kysely<Tables>): Promise<DeskSavedReply[]> {
  const rows = await db.selectFrom("savedReplies").selectAll().orderBy("title").execute();
  const known = new Set(rows.map(({ id }) => id));
  const left = STANDARD_IDS.filter((id) => !known.has(id)).map(standardReply);
  const own = rows.filter(({ isRemoved }) => isRemoved === 0).map(replyOf);
  return [...left, ...own];
}

/** Stores a saved reply, or its removal. Resolves to false when a colleague has changed the reply since it was read. */
async function storeReply(
  db: Kysely<Tables>,
  reply: DeskSavedReply,
  isRemoved: boolean,
): Promise<boolean> {
  const { id, title, en, sw } = reply;
  const version = Number(reply.version);
  const values = { title, en, sw, version: version + 1, isRemoved: isRemoved ? 1 : 0 };
  const changed = { read: { id, version, isRemoved: 0 }, values };
  if (version > 0) return compareAndSet(db, "savedReplies", changed);
  const insert = db.insertInto("savedReplies").values({ id, ...values });
  const once = insert.onConflict((conflict) => conflict.column("id").doNothing());
  return (await once.executeTakeFirst()).numInsertedOrUpdatedRows === 1n;
}

function errorsOf({ title, en, sw }: DeskSavedReply): Record<string, DeskFieldError> {
  const errors: Record<string, DeskFieldError> = {};
  if (title === "") errors.title = { code: "required" };
  if (title.length > MAX_TITLE) errors.title = { code: "tooLong", max: MAX_TITLE };
  if (en === "" && sw === "") errors.en = { code: "required" };
  if (en.length > MAX_WRITTEN) errors.en = { code: "tooLong", max: MAX_WRITTEN };
  if (sw.length > MAX_WRITTEN) errors.sw = { code: "tooLong", max: MAX_WRITTEN };
  return errors;
}

const VERSION = /^\d{1,9}$/;

/** The id of a saved reply: a name of one that the site begins with, or a random id. */
const isReplyId = (id: string) =>
  STANDARD_IDS.some((one) => one === id) || /^[\da-f-]{36}$/.test(id);

/** Returns the saved reply of a form, as typed. */
function typedReply(request: FastifyRequest, id: string): DeskSavedReply {
  const { title = "", en = "", sw = "", version = "" } = desk.postedFields(request);
  return {
    id,
    title: title.trim().replace(/\s+/g, " "),
    en: plainText(en),
    sw: plainText(sw),
    version: VERSION.test(version) ? version : "0",
  };
}

const isSame = (one: DeskSavedReply, other: DeskSavedReply | undefined): boolean =>
  one.title === other?.title && one.en === other.en && one.sw === other.sw;

type FormPage = Extract<DeskPage, { kind: "saved-reply" }>;

/** Shows the form of a saved reply. */
function showForm(
  reply: FastifyReply,
  saved: DeskSavedReply,
  state: Partial<FormPage> & { status?: number } = {},
) {
  const { errors = {}, problem = null, isStale = false, status = 200 } = state;
  const page = { kind: "saved-reply", reply: saved, errors, problem, isStale } as const;
  return desk.sendDeskPage(reply, page, status);
}

/** Adds the list of saved replies, and the form of each. */
export function addSavedReplyRoutes(app: FastifyInstance): void {
  type OfReply = { Params: { id: string } };
  const { db } = app.store;
  const find = async (id: string) => (await readSavedReplies(db)).find((one) => one.id === id);

  app.get("/replies", async (_request, reply) =>
    desk.sendDeskPage(reply, { kind: "saved-replies", rows: await readSavedReplies(db) }),
  );

  app.get<OfReply>("/replies/:id", async (request, reply) => {
    const { id } = request.params;
    // The form has the id of the new reply, so that a form that is sent twice makes one.
    if (id === NEW) return showForm(reply, { ...EMPTY, id: randomUUID() });
    const saved = await find(id);
    return saved ? showForm(reply, saved) : desk.sendNotFound(reply);
  });

  const options = { bodyLimit: 256 * 1024, config: { keepsTyped: true } };
  app.post<OfReply>("/replies/:id", options, async (request, reply) => {
    const { id } = request.params;
    const { action } = desk.postedFields(request);
    if (!isReplyId(id) || (action !== "save" && action !== "delete"))
      return desk.sendNotFound(reply);
    const typed = typedReply(request, id);
    const problem = desk.findObstacle(request);
    if (problem !== null)
      return showForm(reply, typed, { problem, status: problem === "store" ? 503 : 401 });
    const isRemoval = action === "delete";
    const errors = isRemoval ? {} : errorsOf(typed);
    if (Object.keys(errors).length > 0) return showForm(reply, typed, { errors, status: 422 });
    const known = await find(id);
    // The first of two clicks may have done it.
    const isDone = isRemoval ? known === undefined : isSame(typed, known);
    if (!isDone) {
      if (!(await storeReply(db, typed, isRemoval))) {
        const version = (await find(id))?.version;
        // A colleague has changed or deleted it. The typed text stays, and the next press replaces theirs.
        const next =
          version === undefined
            ? { ...typed, id: randomUUID(), version: "0" }
            : { ...typed, version };
        return showForm(reply, next, { isStale: true, status: 409 });
      }
      await desk.recordAction(request, `saved-${action}`, id);
    }
    return desk.redirectWithNotice(reply, "/staff/replies", `saved-${action}`);
  });
}
