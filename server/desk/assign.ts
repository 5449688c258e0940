import type { FastifyInstance, FastifyRequest } from "fastify";
import type { DeskState } from "../../shared/contract/desk.ts";
import type { InboxForm } from "../../shared/forms/form-names.ts";
import { languageOf } from "../../shared/languages.ts";
import { dueMail } from "../mail/mails.ts";
import { assignedLetter } from "../mail/reply-mails.ts";
import { compareAndSet } from "../store/store.ts";

/** The message to assign, as its page or the list shows it. */
interface Assigned {
  reference: string;
  form: InboxForm;
  state: DeskState;
  /** The address of the colleague who takes care of the message so far. */
  assignee: string | null;
}

/** Returns the address of the account that a form names, `null` for nobody, or undefined for an unknown address. */
export async function readAssignee(
  { accounts }: FastifyInstance,
  typed: string | undefined,
): Promise<string | null | undefined> {
  if (typed === "") return null;
  return (await accounts.list()).find(({ email }) => email === typed)?.email;
}

/**
 * Assigns a message to a member of staff, who gets a mail with a link unless it was their own doing, or to nobody. Resolves to
 * false when somebody else has assigned or moved the message meanwhile.
 */
export async function assignMessage(
  { server, staff, url, log }: FastifyRequest,
  { reference, form, state, assignee: before }: Assigned,
  assignee: string | null,
): Promise<boolean> {
  const { store, clock, config, mails } = server;
  if (staff === null) return false;
  const at = clock();
  const isAssigned = await store.db.transaction().execute(async (db) => {
    const read = { reference, deskState: state, assignee: before };
    if (!(await compareAndSet(db, "messages", { read, values: { assignee } }))) return false;
    const action = assignee === null ? "unassigned" : `assigned ${assignee}`;
    const step = { at, email: staff.email, action, reference };
    await db.insertInto("staffActions").values(step).execute();
    if (mails === null || assignee === null || assignee === staff.email) return true;
    const language = languageOf(url);
    const to = { number: at, assignee, by: staff.email, origin: config.PUBLIC_ORIGIN, language };
    const mail = dueMail(assignedLetter({ reference, form }, to), at);
    const insert = db.insertInto("mails").values(mail);
    await insert.onConflict((conflict) => conflict.column("reference").doNothing()).execute();
    return true;
  });
  if (isAssigned) {
    const audit = assignee === null ? "unassigned" : "assigned";
    log.info({ audit, staff: staff.id, reference }, "audit");
  }
  return isAssigned;
}
