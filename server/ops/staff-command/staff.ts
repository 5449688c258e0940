import { z } from "zod";
import { isoTime } from "../../../shared/time.ts";
import { isEmailAddress } from "../../email-address.ts";
import { Accounts, LINK_MINUTES } from "../../store/accounts.ts";
import { CommandError } from "../program.ts";
import { type CommandInput, FORMAT, runCommand } from "./command.ts";

export const STAFF_USAGE = `npm run staff -- <command>

  list                      all accounts of the desk
  add ADDRESS               create an account, and print a sign-in link
  remove ADDRESS            delete the account and end its sessions

  --format json|csv         JSON, unless CSV is asked for

The link works once, within ${LINK_MINUTES} minutes. Run "add" again for a new link.
Exit code 0: success. 1: failure, with the reason on standard error.
`;

export function runStaffCommand(given: CommandInput): Promise<string> {
  const accounts = new Accounts(given.store, Date.now);
  type Account = Awaited<ReturnType<Accounts["list"]>>[number];
  const rowOf = ({ id, email, createdAt }: Account) => ({ email, since: isoTime(createdAt), id });
  return runCommand(given, {
    usage: STAFF_USAGE,
    name: "account",
    options: z.object(FORMAT),
    list: () => accounts.list(),
    get: async (reference) =>
      (await accounts.list()).find(({ email }) => email === reference.toLowerCase()) ?? null,
    summaryOf: rowOf,
    recordOf: rowOf,
    others: {
      add: async (reference) => {
        const address = reference().toLowerCase();
        if (!isEmailAddress(address)) throw new CommandError("Not an e-mail address");
        await accounts.add(address);
        return `${given.origin}/staff?link=${await accounts.createLink(address)}\n`;
      },
      remove: async (reference) => {
        const address = reference().toLowerCase();
        return (await accounts.remove(address)) ? `Account removed: ${address}\n` : null;
      },
    },
  });
}
