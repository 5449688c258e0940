import { type Config, ConfigError, inboxSettings, readConfig } from "../../config.ts";
import { openRedisLink, RedisError, type RedisLink } from "../../storage/redis-connection.ts";
import { backupInbox } from "../inbox/backup-inbox.ts";
import { openInbox } from "../inbox/open-inbox.ts";
import { CommandError, runCommand } from "./commands.ts";

/** The exit code of a command that worked without the Redis it should have asked. */
const WITHOUT_REDIS = 2;

/** Null without `REDIS_URL`, and while Redis does not respond. */
async function connect({ REDIS_URL }: Config): Promise<RedisLink | null> {
  if (REDIS_URL === undefined) return null;
  const redis = openRedisLink({ url: REDIS_URL, onChange: () => {} });
  await redis.ready();
  if (redis.isUp()) return redis;
  redis.close();
  return null;
}

function backup({ DATA_DIR, REDIS_URL }: Config, file: string | undefined): void {
  if (file === undefined) throw new CommandError("backup needs the name of a new file");
  try {
    process.stdout.write(`${backupInbox(DATA_DIR, file)} messages are in ${file}.\n`);
  } catch (error) {
    throw new CommandError(`No backup: ${error instanceof Error ? error.message : error}`);
  }
  if (REDIS_URL !== undefined)
    process.stderr.write("These are the messages of DATA_DIR: back up Redis as well.\n");
}

/** `npm run inbox`: lists and manages submissions. Safe while the site runs. */
async function run(): Promise<void> {
  const config = readConfig(process.env);
  const args = process.argv.slice(2);
  if (args[0] === "backup") return backup(config, args[1]);
  const redis = await connect(config);
  const isRedisAway = redis === null && config.REDIS_URL !== undefined;
  if (isRedisAway)
    process.stderr.write("Redis does not respond: these are the messages in DATA_DIR alone.\n");
  const inbox = openInbox({
    ...inboxSettings(config),
    redis,
    now: Date.now,
    onError: () => {},
  });
  try {
    const isTerminal = process.stdout.isTTY === true;
    process.stdout.write(await runCommand(inbox, { args, isTerminal, isRedisAway }));
    if (isRedisAway) process.exitCode = WITHOUT_REDIS;
  } finally {
    await inbox.close();
    redis?.close();
  }
}

try {
  await run();
} catch (error) {
  const isExpected = [CommandError, ConfigError, RedisError].some((kind) => error instanceof kind);
  if (!isExpected || !(error instanceof Error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
