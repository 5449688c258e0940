import { INBOX_FORMS } from "../../../shared/forms/form-names.ts";
import {
  INBOX_STATES,
  type Inbox,
  type InboxFilter,
  type InboxMessage,
} from "../../forms/inbox.ts";
import { formatExport, formatRecord, formatRows, isoTime, type Row } from "./format-rows.ts";
import { CommandError, type Given, oneOf, readCommand } from "./read-command.ts";

const USAGE = `npm run inbox -- <command>

  list                      the newest thousand messages; --page 2 the thousand before
  show REFERENCE            one message in full
  export                    all messages in full
  retry REFERENCE | --all-dead   deliver a dead or held contact message again
  delete REFERENCE          erase a message

  --form contact|volunteer|partner   --state waiting|delivered|dead|kept|held
  --since 2026-01-31        received on this day (UTC) or later
  --format table|json|csv   a table on a terminal, JSON elsewhere

Exit code 1: the command failed. "npm run backup -- FILE" copies all messages and gifts.
`;

function readSince(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new CommandError("--since is a day such as 2026-01-31");
  return at;
}

function readPage(text = "1"): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new CommandError("--page is a number such as 2");
  return Number(text);
}

const text = { type: "string" } as const;
const OPTIONS = {
  form: text,
  state: text,
  since: text,
  format: text,
  page: text,
  "all-dead": { type: "boolean" },
} as const;

/** The columns of a list: nothing the sender typed. */
function summaryOf(message: InboxMessage): Row {
  const { reference, form, state, receivedAt, tries, dueAt, lastError } = message;
  return {
    reference,
    form,
    state,
    received: isoTime(receivedAt),
    tries: String(tries),
    nextTry: isoTime(dueAt),
    // The name of the column since the first release.
    lastFault: lastError ?? "",
  };
}

/** All columns: the summary and the fields. */
function recordOf(message: InboxMessage): Row {
  const fields = Object.entries(message.fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : value.join(", "),
  ]);
  return { ...summaryOf(message), ...Object.fromEntries(fields) };
}

async function retryAllDead(inbox: Inbox): Promise<string> {
  let count = 0;
  for (const { reference } of await inbox.list({ form: "contact", state: "dead" }))
    if (await inbox.retry(reference)) count += 1;
  return `${count} will be delivered again.\n`;
}

/**
 * Runs one command and returns its output.
 * @throws CommandError when it fails
 */
export async function runInboxCommand(inbox: Inbox, given: Given): Promise<string> {
  const { command, values, format, reference } = readCommand(given, OPTIONS);
  const filter: InboxFilter = {
    form: oneOf(INBOX_FORMS, values.form, "form"),
    state: oneOf(INBOX_STATES, values.state, "state"),
    since: readSince(values.since),
  };
  const fail = (error: string): never => {
    throw new CommandError(error);
  };

  switch (command) {
    case "list": {
      const page = await inbox.list({ ...filter, page: readPage(values.page) });
      return formatRows(page.map(summaryOf), format, "No messages.");
    }
    case "export":
      return formatExport((await inbox.list(filter)).map(recordOf), format);
    case "show": {
      const message = await inbox.get(reference());
      return message === null
        ? fail(`There is no message ${reference()}`)
        : formatRecord(recordOf(message), format);
    }
    case "retry":
      if (values["all-dead"]) return retryAllDead(inbox);
      if (await inbox.retry(reference())) return `${reference()} will be delivered again.\n`;
      return fail(`There is no dead or held contact message ${reference()}`);
    case "delete":
      if (await inbox.remove(reference())) return `${reference()} is erased.\n`;
      return fail(`There is no message ${reference()}`);
    default:
      throw new CommandError(USAGE);
  }
}
