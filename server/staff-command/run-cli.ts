import { join } from "node:path";
import { type Config, ConfigError, readConfig } from "../config.ts";
import { backupDatabase } from "../storage/backup-database.ts";
import { openRedisLink, RedisError, type RedisLink } from "../storage/redis-connection.ts";
import { CommandError } from "./command-error.ts";

/** The exit code of a command that worked without the Redis it should have asked. */
const WITHOUT_REDIS = 2;

/** What a command has to work with. */
export interface CliContext {
  config: Config;
  /** Null without `REDIS_URL`, and while Redis does not respond. */
  redis: RedisLink | null;
  /** The command, as `runCommand` takes it. */
  run: { args: readonly string[]; isTerminal: boolean; isRedisAway: boolean };
}

interface Options {
  /** What is listed, in the plural. */
  noun: string;
  file: string;
  table: string;
  /** Returns the output. */
  work: (context: CliContext) => Promise<string>;
}

async function connect({ REDIS_URL }: Config): Promise<RedisLink | null> {
  if (REDIS_URL === undefined) return null;
  const redis = openRedisLink({ url: REDIS_URL, onChange: () => {} });
  await redis.ready();
  if (redis.isUp()) return redis;
  redis.close();
  return null;
}

function backup(config: Config, { noun, file, table }: Options, to: string | undefined): void {
  if (to === undefined) throw new CommandError("backup needs the name of a new file");
  try {
    const count = backupDatabase({ from: join(config.DATA_DIR, file), to, table });
    process.stdout.write(`${count} ${noun} are in ${to}.\n`);
  } catch (error) {
    throw new CommandError(`No backup: ${error instanceof Error ? error.message : error}`);
  }
  if (config.REDIS_URL !== undefined)
    process.stderr.write(`These are the ${noun} of DATA_DIR: back up Redis as well.\n`);
}

async function run(options: Options): Promise<void> {
  const config = readConfig(process.env);
  const args = process.argv.slice(2);
  if (args[0] === "backup") return backup(config, options, args[1]);
  const redis = await connect(config);
  const isRedisAway = redis === null && config.REDIS_URL !== undefined;
  if (isRedisAway)
    process.stderr.write(
      `Redis does not respond: these are the ${options.noun} in DATA_DIR alone.\n`,
    );
  try {
    const isTerminal = process.stdout.isTTY === true;
    const command = { args, isTerminal, isRedisAway };
    process.stdout.write(await options.work({ config, redis, run: command }));
    if (isRedisAway) process.exitCode = WITHOUT_REDIS;
  } finally {
    redis?.close();
  }
}

/** Runs a command of the staff, from the arguments of the process to its exit code. Safe while the site runs. */
export async function runCli(options: Options): Promise<void> {
  try {
    await run(options);
  } catch (error) {
    const isExpected = [CommandError, ConfigError, RedisError].some(
      (kind) => error instanceof kind,
    );
    if (!isExpected || !(error instanceof Error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
