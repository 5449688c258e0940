import { z } from "zod";
import { INBOX_FORMS } from "../../../shared/forms/form-names.ts";
import { Inbox } from "../../forms/inbox.ts";
import { messageRecord, messageSummary } from "../../forms/records.ts";
import { INBOX_STATES } from "../../store/states.ts";
import { CommandError } from "../program.ts";
import { type CommandInput, FORMAT, oneOf, optionalPattern, runCommand } from "./command.ts";

export const INBOX_USAGE = `npm run inbox -- <command>

  list                      the newest thousand messages; --page 2 the thousand before
  show REFERENCE            one message in full
  export                    all messages in full
  retry REFERENCE | --all-dead   deliver a dead or held contact message again
  delete REFERENCE          delete a message

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
  ...FORMAT,
});

export function runInboxCommand(given: CommandInput): Promise<string> {
  const inbox = new Inbox(given.store);
  return runCommand(given, {
    usage: INBOX_USAGE,
    name: "message",
    options: OPTIONS,
    list: ({ page = "1", ...filter }, isWhole) =>
      inbox.list(isWhole ? filter : { ...filter, page: Number(page) }),
    get: (reference) => inbox.get(reference),
    summaryOf: messageSummary,
    recordOf: messageRecord,
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
      delete: async (reference) =>
        (await inbox.remove(reference())) ? `Message deleted: ${reference()}\n` : null,
    },
  });
}
