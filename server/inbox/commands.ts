import { parseArgs } from "node:util";
import { INBOX_FORMS } from "../../shared/forms/form-names.ts";
import { INBOX_STATES, type Inbox, type InboxFilter } from "./inbox.ts";
import { type Format, printExport, printList, printMessage } from "./print.ts";

const USAGE = `npm run inbox -- <command>

  list                      what there is, newest first
  show REFERENCE            one message in full
  export                    all in full
  retry REFERENCE | --all-dead   send a dead or held contact message again
  delete REFERENCE          erase a message

  --form contact|volunteer|partner   --state waiting|delivered|dead|kept|held
  --since 2026-01-31        received on this day (UTC) or later
  --format table|json|csv   a table on a terminal, JSON elsewhere
`;

/** What was asked for cannot be done; the message is for the one who asked. */
export class CommandError extends Error {
  override name = "CommandError";
}

const FORMATS = ["table", "json", "csv"] as const satisfies Format[];

function oneOf<const Known extends string>(
  known: readonly Known[],
  given: string | undefined,
  option: string,
): Known | undefined {
  const found = known.find((one) => one === given);
  if (given !== undefined && found === undefined)
    throw new CommandError(`--${option} is one of ${known.join(", ")}`);
  return found;
}

function readSince(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw new CommandError("--since is a day such as 2026-01-31");
  return at;
}

function readArguments(args: readonly string[]) {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ form: text, state: text, since: text, format: text },
        "all-dead": { type: "boolean" },
      },
    });
  } catch (fault) {
    throw new CommandError(fault instanceof Error ? fault.message : String(fault));
  }
}

async function retryAllDead(inbox: Inbox): Promise<string> {
  let count = 0;
  for (const { reference } of await inbox.list({ form: "contact", state: "dead" }))
    if (await inbox.retry(reference)) count += 1;
  return `${count} to be sent again.\n`;
}

/**
 * One command of the staff over the inbox; answers what to print.
 * @throws CommandError when it cannot be done
 */
export async function runCommand(
  inbox: Inbox,
  { args, isTerminal }: { args: readonly string[]; isTerminal: boolean },
): Promise<string> {
  const { values, positionals } = readArguments(args);
  const [command, given] = positionals;
  const filter: InboxFilter = {
    form: oneOf(INBOX_FORMS, values.form, "form"),
    state: oneOf(INBOX_STATES, values.state, "state"),
    since: readSince(values.since),
  };
  const format = oneOf(FORMATS, values.format, "format") ?? (isTerminal ? "table" : "json");
  const reference = () => {
    if (given === undefined) throw new CommandError(`${command} which? Name a reference number`);
    return given.toUpperCase();
  };

  switch (command) {
    case "list":
      return printList(await inbox.list(filter), format);
    case "export":
      return printExport(await inbox.list(filter), format);
    case "show": {
      const message = await inbox.get(reference());
      if (message === null) throw new CommandError(`There is no message ${given}`);
      return printMessage(message, format);
    }
    case "retry":
      if (values["all-dead"]) return retryAllDead(inbox);
      if (await inbox.retry(reference())) return `${reference()} will be sent again.\n`;
      throw new CommandError(`${given} is not a dead or held contact message`);
    case "delete":
      if (await inbox.remove(reference())) return `${reference()} is erased.\n`;
      throw new CommandError(`There is no message ${given}`);
    default:
      throw new CommandError(USAGE);
  }
}
