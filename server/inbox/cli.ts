import { type Config, ConfigError, inboxSettings, readConfig } from "../config.ts";
import { openRedisLink, type RedisLink } from "../storage/redis-link.ts";
import { CommandError, runCommand } from "./commands.ts";
import { openInbox } from "./open-inbox.ts";

async function connect({ REDIS_URL }: Config): Promise<RedisLink | null> {
  if (REDIS_URL === undefined) return null;
  const redis = openRedisLink({ url: REDIS_URL, onChange: () => {} });
  await redis.ready();
  if (redis.isUp()) return redis;
  redis.close();
  throw new CommandError("Redis does not answer: see REDIS_URL");
}

/** `npm run inbox`: the staff's way to what visitors sent. May run beside the site. */
async function run(): Promise<void> {
  const config = readConfig(process.env);
  const redis = await connect(config);
  const inbox = openInbox({
    ...inboxSettings(config),
    ...{ redis, now: Date.now, onFault: () => {} },
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
} catch (fault) {
  if (!(fault instanceof CommandError || fault instanceof ConfigError)) throw fault;
  process.stderr.write(`${fault.message}\n`);
  process.exitCode = 1;
}
