import { z } from "zod";
import { INBOX_FORMS } from "../../../shared/forms/form-names.ts";
import { readAllEntries, readEntries } from "../../forms/conversation.ts";
import { Inbox } from "../../forms/inbox.ts";
import { messageRecord, messageSummary } from "../../forms/records.ts";
import { INBOX_STATES } from "../../store/states.ts";
import { CommandError } from "../program.ts";
import { type CommandInput, FORMAT, oneOf, optionalPattern, runCommand } from "./command.ts";

export const INBOX_USAGE = `npm run inbox -- <command>

  list                      the newest thousand messages; --page 2 the thousand before
  show REFERENCE            one message in full, with its replies and notes
  export                    all messages in full, with their replies and notes
  retry REFERENCE | --all-dead   deliver a dead or held contact message again
  restore REFERENCE         take a message out of the bin
  delete REFERENCE          erase a message for good, with its replies, notes and mails

  --bin                     list and export what is in the bin; without it, all the rest
  --form contact|volunteer|partner   --state waiting|delivered|dead|kept|held
  --since 2026-01-31        received on this day (UTC) or later
  --format json|csv         JSON, unless CSV is asked for

Exit code 0: success. 1: failure, with the reason on standard error. "npm run backup -- DIR" copies all messages and gifts.
`;

const OPTIONS = z.object({
  form: oneOf(INBOX_FORMS),
  state: oneOf(INBOX_STATES),
  since: z.iso.date("is a day such as 2026-01-31").transform(Date.parse).optional(),
  page: optionalPattern(/^[1-9]\d{0,5}$/, "is a number such as 2"),
  "all-dead": z.boolean().optional(),
  bin: z.boolean().optional(),
  ...FORMAT,
});

export function runInboxCommand(given: CommandInput): Promise<string> {
  const { store } = given;
  const inbox = new Inbox(store);
  return runCommand(given, {
    usage: INBOX_USAGE,
    name: "message",
    options: OPTIONS,
    list: async ({ page = "1", bin = false, form, state, since }, isWhole) => {
      const filter = { form, state, since, isBinned: bin };
      const messages = await inbox.list(isWhole ? filter : { ...filter, page: Number(page) });
      const entries = isWhole ? await readAllEntries(store.patientDb) : null;
      return messages.map((one) => ({ message: one, entries: entries?.get(one.reference) ?? [] }));
    },
    get: async (reference) => {
      const message = await inbox.get(reference);
      return message && { message, entries: await readEntries(store.db, reference) };
    },
    summaryOf: ({ message }) => messageSummary(message),
    recordOf: ({ message, entries }) => messageRecord(message, entries),
    others: {
      retry: async (reference, values) => {
        if (values["all-dead"]) {
          const dead = await inbox.list({ form: "contact", state: "dead" });
          const tried = await Promise.all(dead.map((one) => inbox.retry(one.reference)));
          return `Messages to be delivered again: ${tried.filter(Boolean).length}\n`;
        }
        if (await inbox.retry(reference()))
          return `Message to be delivered again: ${reference()}\n`;
        throw new CommandError(`No dead or held contact message ${reference()}`);
      },
      restore: async (reference) =>
        (await inbox.restore(reference())) ? `Message restored: ${reference()}\n` : null,
      delete: async (reference) =>
        (await inbox.remove(reference())) ? `Message deleted: ${reference()}\n` : null,
    },
  });
}
