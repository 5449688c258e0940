import { type Config, ConfigError, inboxSettings, readConfig } from "../../config.ts";
import { openRedisLink, type RedisLink } from "../../storage/redis-connection.ts";
import { openInbox } from "../inbox/open-inbox.ts";
import { CommandError, runCommand } from "./commands.ts";

async function connect({ REDIS_URL }: Config): Promise<RedisLink | null> {
  if (REDIS_URL === undefined) return null;
  const redis = openRedisLink({ url: REDIS_URL, onChange: () => {} });
  await redis.ready();
  if (redis.isUp()) return redis;
  redis.close();
  throw new CommandError("Redis does not respond: see REDIS_URL");
}

/** `npm run inbox`: lists and manages submissions. Safe while the site runs. */
async function run(): Promise<void> {
  const config = readConfig(process.env);
  const redis = await connect(config);
  const inbox = openInbox({
    ...inboxSettings(config),
    redis,
    now: Date.now,
    onError: () => {},
  });
  try {
    const isTerminal = process.stdout.isTTY === true;
    process.stdout.write(await runCommand(inbox, { args: process.argv.slice(2), isTerminal }));
  } finally {
    await inbox.close();
    redis?.close();
  }
}

try {
  await run();
} catch (error) {
  if (!(error instanceof CommandError || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
