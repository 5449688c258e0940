import { addMail } from "../mail/mails.ts";
import { type PeopleChange, peopleLetters } from "../mail/people-letters.ts";
import type { Accounts } from "../store/accounts.ts";
import type { Store } from "../store/store.ts";

/** The office whose people change: its accounts, the address of the site, and whether the site sends mails. */
export interface Office {
  accounts: Accounts;
  clock: () => number;
  origin: string;
  isMailed: boolean;
}

/** The name in the history of whoever uses a command. */
const COMMAND = "staff";

/** The reference of the acts on a person. */
const PREFIX = "person:";

/** Records a change, and stores the letters about it, in the transaction that makes the change. */
async function tellOffice(
  { clock, origin, isMailed }: Office,
  { accounts, db, change }: { accounts: Accounts; db: Store["db"]; change: PeopleChange },
): Promise<void> {
  const { what, person, by } = change;
  const actor = { id: "", email: by ?? COMMAND };
  await accounts.record(actor, `person-${what}`, PREFIX + person.email);
  if (!isMailed) return;
  const office = (await accounts.list()).map(({ email }) => email);
  const recipients = [...new Set([...office, person.email])];
  for (const letter of peopleLetters(change, { recipients, origin }))
    await addMail({ store: { db }, clock }, letter);
}

/** Lets a person sign in, and tells all of the office. Returns false for somebody who already may. */
export function addPerson(
  office: Office,
  by: string | null,
  person: { email: string; name: string },
): Promise<boolean> {
  return office.accounts.transact(async (accounts, db) => {
    if (!(await accounts.add(person.email, person.name))) return false;
    await tellOffice(office, { accounts, db, change: { what: "added", person, by } });
    return true;
  });
}

/**
 * Removes a person, ends their sessions and links, and tells all of the office and the person. At the desk the last person
 * stays; a command may remove the last person, which turns the desk off.
 */
export function removePerson(
  office: Office,
  by: string | null,
  id: string,
): Promise<"removed" | "last" | "gone"> {
  return office.accounts.transact(async (accounts, db) => {
    const person = (await accounts.list()).find((one) => one.id === id);
    const isByCommand = by === null;
    const result = await accounts.remove(id, { isLastKept: !isByCommand });
    if (result !== "removed" || person === undefined) return result;
    await tellOffice(office, { accounts, db, change: { what: "removed", person, by } });
    return result;
  });
}

/** The most acts that the page of people shows. */
const SHOWN_ACTS = 20;

/** Returns who was added and removed lately, newest first. */
export async function peopleHistory(db: Store["db"]) {
  const rows = await db
    .selectFrom("staffActions")
    .select(["at", "email as by", "action", "reference"])
    .where("action", "in", ["person-added", "person-removed"])
    .orderBy("id", "desc")
    .limit(SHOWN_ACTS)
    .execute();
  return rows.map(({ at, by, action, reference }) => ({
    at: new Date(at).toISOString(),
    by,
    action: action as "person-added" | "person-removed",
    email: reference.slice(PREFIX.length),
  }));
}
