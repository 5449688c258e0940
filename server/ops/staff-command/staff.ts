import { z } from "zod";
import { isoTime } from "../../../shared/time.ts";
import { addPerson, type Office, removePerson } from "../../desk/people.ts";
import { isEmailAddress } from "../../email-address.ts";
import { Accounts, LINK_MINUTES, sameAddress } from "../../store/accounts.ts";
import { CommandError } from "../program.ts";
import { type CommandInput, FORMAT, runCommand } from "./command.ts";

export const STAFF_USAGE = `npm run staff -- <command>

  list                      all accounts of the desk
  add ADDRESS [--name "Asha Mrema"]   create an account, and print a sign-in link
  remove ADDRESS            delete the account and end its sessions

Once somebody can sign in, people are added and removed at the desk, under /staff/people. All of the office are told by mail.

  --format json|csv         JSON, unless CSV is asked for

The link works once, within ${LINK_MINUTES} minutes. Run "add" again for a new link.
Exit code 0: success. 1: failure, with the reason on standard error.
`;

const OPTIONS = z.object({
  name: z
    .string()
    .regex(/^\P{Cc}{1,100}$/u, "is a name of at most 100 characters")
    .optional(),
  ...FORMAT,
});

export function runStaffCommand(given: CommandInput): Promise<string> {
  const { store, origin, isMailed = false } = given;
  const accounts = new Accounts(store, Date.now);
  const office: Office = { accounts, clock: Date.now, origin, isMailed };
  type Account = Awaited<ReturnType<Accounts["list"]>>[number];
  const rowOf = ({ id, email, name, createdAt }: Account) => ({
    email,
    name: name ?? "",
    since: isoTime(createdAt),
    id,
  });
  return runCommand(given, {
    usage: STAFF_USAGE,
    name: "account",
    options: OPTIONS,
    list: () => accounts.list(),
    get: (reference) => accounts.find(reference),
    summaryOf: rowOf,
    recordOf: rowOf,
    others: {
      add: async (reference, { name = "" }) => {
        const email = sameAddress(reference());
        if (!isEmailAddress(email)) throw new CommandError("Not an e-mail address");
        await addPerson(office, null, { email, name: name.trim() });
        return `${origin}/staff?link=${await accounts.createLink(email)}\n`;
      },
      remove: async (reference) => {
        const account = await accounts.find(reference());
        if (account === null) return null;
        await removePerson(office, null, account.id);
        return `Account removed: ${account.email}\n`;
      },
    },
  });
}
