import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** What `npm run inbox` or `npm run gifts` prints. */
export async function staffCommand(
  command: "inbox" | "gifts" | "staff",
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const options = { env: { ...process.env, ...env } };
  return (
    await promisify(execFile)(
      process.execPath,
      ["server/ops/staff-command/cli.ts", command, ...args],
      options,
    )
  ).stdout;
}
