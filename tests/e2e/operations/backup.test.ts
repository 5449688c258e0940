import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import t, { type Test } from "tap";
import { startEmbeddedApi } from "../../../server/embedded-api/embedded-api.ts";
import { openContactsStore } from "../../../server/embedded-api/store/contacts-store.ts";
import { CONTACT } from "../../app/forms/forms-scene.ts";
import { findRedisServer } from "../../setup/services/find-redis-server.ts";
import { freePort } from "../../setup/services/free-port.ts";
import { startRedisServer } from "../../setup/services/redis-server.ts";
import { type SiteProcess, startSiteProcess } from "../../setup/site/site-process.ts";
import { until } from "../../setup/until.ts";

/** The commands of the operators' document, each block behind the words that introduce it. */
function commandsAfter(words: string): string {
  const [, rest = ""] = readFileSync("docs/operations.md", "utf8").split(words);
  return /^```sh\n([\s\S]*?)^```/m.exec(rest)?.[1] ?? "exit 99";
}

const BACK_UP_FILE = commandsAfter("The file of `DATA_DIR`, as it is at one moment");
const BACK_UP_REDIS = commandsAfter("Redis, over its own protocol");
const RESTORE_FILE = commandsAfter("### The file of `DATA_DIR`");
const RESTORE_REDIS = commandsAfter("### Redis");

async function sh(commands: string, env: Record<string, string>): Promise<string> {
  const path = [dirname(findRedisServer() ?? "/usr/bin"), process.env.PATH].join(delimiter);
  const options = { env: { ...process.env, ...env, PATH: path } };
  return (await promisify(execFile)("sh", ["-e", "-c", commands], options)).stdout;
}

/** A site whose source is away until the test starts it, and the folders of operators. */
async function scene(t: Test) {
  const root = mkdtempSync(join(tmpdir(), "backup-"));
  const folder = (name: string) => {
    mkdirSync(join(root, name), { recursive: true });
    return join(root, name);
  };
  const port = await freePort();
  const closing: (() => Promise<unknown>)[] = [];
  t.teardown(async () => {
    for (const close of closing.reverse()) await close();
    rmSync(root, { recursive: true, force: true });
  });
  const start = async (env: Record<string, string>) => {
    const source = `http://127.0.0.1:${port}`;
    const site = await startSiteProcess({ CONTENT_API_URL: source, ...env });
    closing.push(site.kill);
    return site;
  };
  const startSource = async () => {
    const api = await startEmbeddedApi({ dataDir: folder("source"), port });
    const contacts = openContactsStore({ dataDir: folder("source"), now: () => new Date() });
    closing.push(api.close, async () => contacts.close());
    return () => contacts.listContacts().map(({ message }) => message);
  };
  return { folder, start, startSource, closing };
}

async function submit(site: SiteProcess, message: string): Promise<number> {
  const response = await fetch(`${site.url}/bff/contact`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...CONTACT, message }),
  });
  return response.status;
}

async function redisState(site: SiteProcess): Promise<string | undefined> {
  const response = await fetch(`${site.url}/health/ready`);
  const { parts }: { parts: Record<string, { state: string }> } = await response.json();
  return parts.redis?.state;
}

const LIST = "npm run --silent inbox -- list --format json";
const countOf = async (state: string, env: Record<string, string>) =>
  JSON.parse(await sh(`${LIST} --state ${state}`, env)).length;

t.test("a message of SQLite survives the loss of the disk, and is delivered once", async (t) => {
  const { folder, start, startSource } = await scene(t);
  const BACKUPS = folder("backups");
  const env = { DATA_DIR: folder("data") };
  const before = await start(env);
  t.equal(await submit(before, "before the backup"), 202);
  await sh(BACK_UP_FILE, { ...env, BACKUPS });
  const [file = "none", ...others] = readdirSync(BACKUPS);
  t.same(others, []);
  t.equal(await submit(before, "after it"), 202, "the backup stops nothing");
  await before.kill();
  rmSync(env.DATA_DIR, { recursive: true });

  const BACKUP = join(BACKUPS, file);
  await sh(RESTORE_FILE, { DATA_DIR: folder("data"), BACKUP });
  t.equal(await countOf("waiting", env), 1);
  const received = await startSource();
  const restored = await start(env);
  await until(async () => (await countOf("delivered", env)) === 1);
  t.same(received(), ["before the backup"]);

  await restored.end();
  await sh(RESTORE_FILE, { ...env, BACKUP });
  await start(env);
  await until(async () => (await countOf("delivered", env)) === 1);
  t.same(received(), ["before the backup"], "sent again under its key, and stored once");
});

t.test("a message of Redis survives the loss of the disk, and is delivered once", async (t) => {
  const { folder, start, startSource, closing } = await scene(t);
  const BACKUPS = folder("backups");
  const REDIS_DIR = folder("redis");
  const redis = await startRedisServer(REDIS_DIR);
  closing.push(redis.kill);
  const env = { DATA_DIR: folder("data"), REDIS_URL: redis.url };
  const before = await start(env);
  await until(async () => (await redisState(before)) === "ok");
  t.equal(await submit(before, "before the backup"), 202);
  await sh(BACK_UP_REDIS, { BACKUPS, REDIS_URL: redis.url });
  const [file = "none"] = readdirSync(BACKUPS);
  await before.kill();
  await redis.kill();
  for (const dir of [REDIS_DIR, env.DATA_DIR]) rmSync(dir, { recursive: true });

  await sh(RESTORE_REDIS, { REDIS_DIR: folder("redis"), BACKUP: join(BACKUPS, file) });
  await redis.start();
  t.equal(await countOf("waiting", env), 1);
  const received = await startSource();
  await start(env);
  await until(async () => (await countOf("delivered", env)) === 1);
  t.same(received(), ["before the backup"]);
});
