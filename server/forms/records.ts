import { isoTime } from "../../shared/time.ts";
import type { CsvRow } from "../csv.ts";
import type { EntryRow } from "../store/schema.ts";
import type { InboxMessage } from "./inbox.ts";

/** Returns the columns of a list, which hold nothing the sender typed. */
export function messageSummary(message: InboxMessage): CsvRow {
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

/** Returns the entries as one text: when each was written, by whom, and the text. */
const entriesText = (entries: readonly EntryRow[]): string =>
  entries.map(({ at, email, text }) => `${isoTime(at)} ${email}\n${text}`.trim()).join("\n\n");

/** Returns everything that is stored of a message, also what staff wrote below it. */
export function messageRecord(message: InboxMessage, entries: readonly EntryRow[]): CsvRow {
  const fields = Object.entries(message.fields);
  const texts = fields.map(([name, value]) => [name, [value].flat().join(", ")]);
  const replies = entries.filter(({ kind }) => kind !== "note");
  const notes = entries.filter(({ kind }) => kind === "note");
  return {
    ...messageSummary(message),
    ...Object.fromEntries(texts),
    assigned: message.assignee ?? "",
    answered: isoTime(message.answeredAt),
    replies: entriesText(replies),
    notes: entriesText(notes),
    binned: isoTime(message.binnedAt),
  };
}
