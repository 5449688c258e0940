import { z } from "zod";
import { isEmailAddress } from "../../email-address.ts";
import { Accounts, LINK_MINUTES } from "../../store/accounts.ts";
import { CommandError } from "../program.ts";
import { FORMAT, type Given, isoTime, runCommand } from "./command.ts";

export const STAFF_USAGE = `npm run staff -- <command>

  list                      who may use the desk
  add ADDRESS               give somebody an account, and print a link that signs in
  remove ADDRESS            remove the account, and sign its owner out at once

  --format table|json|csv   a table on a terminal, JSON elsewhere

The link works once, within ${LINK_MINUTES} minutes. "add" again prints another one.
Exit code 0: done. 1: not done, and a line says why.
`;

export function runStaffCommand(given: Given): Promise<string> {
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
        if (!isEmailAddress(address)) throw new CommandError("This is not an e-mail address");
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
