import { isoTime, type Row } from "../../staff-command/format-rows.ts";
import type { InboxMessage } from "../inbox/inbox.ts";

/** The columns of a list: nothing the sender typed. */
export function summaryOf(message: InboxMessage): Row {
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
export function recordOf(message: InboxMessage): Row {
  const fields = Object.entries(message.fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : value.join(", "),
  ]);
  return { ...summaryOf(message), ...Object.fromEntries(fields) };
}
