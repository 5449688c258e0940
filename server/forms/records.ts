import { isoTime } from "../../shared/time.ts";
import type { CsvRow } from "../csv.ts";
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

export function messageRecord(message: InboxMessage): CsvRow {
  const fields = Object.entries(message.fields);
  const texts = fields.map(([name, value]) => [name, [value].flat().join(", ")]);
  return { ...messageSummary(message), ...Object.fromEntries(texts) };
}
