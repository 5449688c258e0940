import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** What a command of staff prints: `npm run inbox` of `submissions`, `npm run gifts` of `giving`. */
export async function staffCommand(
  folder: "submissions" | "giving",
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const file = `server/${folder}/staff-command/cli.ts`;
  const options = { env: { ...process.env, ...env } };
  return (await promisify(execFile)(process.execPath, [file, ...args], options)).stdout;
}
