import { z } from "zod";
import { INBOX_FORMS } from "../../../shared/forms/form-names.ts";
import { INBOX_STATES, Inbox, type InboxMessage } from "../../forms/inbox.ts";
import { CommandError } from "../program.ts";
import { FORMAT, type Given, isoTime, matching, oneOf, type Row, runCommand } from "./command.ts";

export const INBOX_USAGE = `npm run inbox -- <command>

  list                      the newest thousand messages; --page 2 the thousand before
  show REFERENCE            one message in full
  export                    all messages in full
  retry REFERENCE | --all-dead   deliver a dead or held contact message again
  delete REFERENCE          delete a message

  --form contact|volunteer|partner   --state waiting|delivered|dead|kept|held
  --since 2026-01-31        received on this day (UTC) or later
  --format table|json|csv   a table on a terminal, JSON elsewhere

Exit code 0: done. 1: not done, and a line says why. "npm run backup -- DIR" copies all messages and gifts.
`;

const OPTIONS = z.object({
  form: oneOf(INBOX_FORMS),
  state: oneOf(INBOX_STATES),
  since: z.iso.date("is a day such as 2026-01-31").transform(Date.parse).optional(),
  page: matching(/^[1-9]\d{0,5}$/, "is a number such as 2"),
  "all-dead": z.boolean().optional(),
  ...FORMAT,
});

/** Returns the columns of a list, which hold nothing the sender typed. */
function summaryOf(message: InboxMessage): Row {
  const { reference, form, state, receivedAt, tries, dueAt, lastError } = message;
  return {
    reference,
    form,
    state,
    received: isoTime(receivedAt),
    tries: String(tries),
    nextTry: isoTime(dueAt),
    // The column has had this name since the first release.
    lastFault: lastError ?? "",
  };
}

export function recordOf(message: InboxMessage): Row {
  const fields = Object.entries(message.fields);
  const texts = fields.map(([name, value]) => [name, [value].flat().join(", ")]);
  return { ...summaryOf(message), ...Object.fromEntries(texts) };
}

export function runInboxCommand(given: Given): Promise<string> {
  const inbox = new Inbox(given.store);
  return runCommand(given, {
    usage: INBOX_USAGE,
    name: "message",
    options: OPTIONS,
    list: ({ page = "1", ...filter }, isWhole) =>
      inbox.list(isWhole ? filter : { ...filter, page: Number(page) }),
    get: (reference) => inbox.get(reference),
    summaryOf,
    recordOf,
    others: {
      retry: async (reference, values) => {
        if (values["all-dead"]) {
          const dead = await inbox.list({ form: "contact", state: "dead" });
          const tried = await Promise.all(dead.map((one) => inbox.retry(one.reference)));
          return `${tried.filter(Boolean).length} will be delivered again.\n`;
        }
        if (await inbox.retry(reference())) return `${reference()} will be delivered again.\n`;
        throw new CommandError(`There is no dead or held contact message ${reference()}`);
      },
      delete: async (reference) =>
        (await inbox.remove(reference())) ? `Message deleted: ${reference()}\n` : null,
    },
  });
}
