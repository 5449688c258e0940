import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import t, { type Test } from "tap";
import { CommandError } from "../../../../../server/staff-command/command-error.ts";
import { runCommand } from "../../../../../server/submissions/staff-command/commands.ts";
import { startRedisServer } from "../../../../setup/services/redis-server.ts";
import { draft, withInbox } from "../inbox/with-inbox.ts";

const fields = {
  name: "Asha, Juma",
  email: "asha@example.org",
  phoneNumber: "+255 000 000 001",
  subject: '=HYPERLINK("https://evil.example")',
  message: 'She said "habari"\nand left',
};

async function scene(t: Parameters<typeof withInbox>[0]) {
  const { inbox, dataDir } = withInbox(t);
  const { reference } = await inbox.add(draft({ fields, state: "held" }));
  const run = (line: string, isTerminal = false) =>
    runCommand(inbox, { args: line.split(" "), isTerminal });
  return { inbox, dataDir, reference, run };
}

t.test(
  "a list is a table on a terminal, JSON in a pipe, without the sender's fields",
  async (t) => {
    const { run, reference } = await scene(t);
    const table = await run("list", true);
    t.match(table, /^reference +form +state +received/);
    t.match(table, new RegExp(`${reference} +contact +held +2026-06-17T09:00:00.000Z`));
    t.match(JSON.parse(await run("list")), [{ reference, form: "contact", state: "held" }]);
    for (const text of [table, await run("list"), await run("list --format csv")])
      t.notMatch(text, /Asha|asha@|habari/);
    t.equal(await run("list --state dead", true), "No messages.\n");
  },
);

t.test("an export is CSV without formulas, or JSON", async (t) => {
  const { run } = await scene(t);
  const [head, row] = (await run("export --format csv")).split("\r\n");
  t.match(head, /^reference,form,state,received,.*,name,email,phoneNumber,subject,message$/);
  t.match(row, '"Asha, Juma",asha@example.org,+255 000 000 001');
  t.match(row, `"'=HYPERLINK(""https://evil.example"")"`);
  t.match(row, '"She said ""habari""\nand left"');
  t.match(JSON.parse(await run("export --form contact --since 2026-06-17")), [fields]);
  t.same(JSON.parse(await run("export --since 2026-06-18")), []);
});

t.test("one message is shown, retried and erased", async (t) => {
  const { run, reference, inbox } = await scene(t);
  t.match(await run(`show ${reference.toLowerCase()}`, true), "message:\nShe said");
  t.equal(await run(`retry ${reference}`), `${reference} will be delivered again.\n`);
  t.equal((await inbox.get(reference))?.state, "waiting");
  t.equal(await run(`delete ${reference}`), `${reference} is erased.\n`);
  t.equal(await inbox.get(reference), null);
});

t.test("all dead messages can be retried at once", async (t) => {
  const { run, inbox } = await scene(t);
  t.equal(await run("retry --all-dead"), "0 will be delivered again.\n");
  t.equal((await inbox.list({ state: "held" })).length, 1, "held messages stay");
});

t.test("an invalid command reports its error", async (t) => {
  const { run } = await scene(t);
  for (const line of [
    ...["list --state lost", "list --since yesterday", "list --nonsense", "show", "show V-0"],
    ...["retry V-0", "delete V-0", "burn", "list --format xml"],
  ])
    await t.rejects(run(line), CommandError, line);
});

/** `npm run inbox -- ...` over a folder. */
async function inbox(dataDir: string, args: string[], env: Record<string, string> = {}) {
  const command = ["server/submissions/staff-command/cli.ts", ...args];
  const options = { env: { ...process.env, DATA_DIR: dataDir, ...env } };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command, options);
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

t.test("npm run inbox opens the inbox of DATA_DIR", async (t) => {
  const { dataDir, reference } = await scene(t);
  const { stdout } = await inbox(dataDir, ["list"]);
  t.match(JSON.parse(stdout), [{ reference }]);
  t.match(await inbox(dataDir, ["show", "V-0"]), {
    code: 1,
    stderr: "There is no message V-0\n",
  });
});

t.test("a backup is a new file that only its owner can read", async (t) => {
  const { dataDir, reference } = await scene(t);
  const place = `${dataDir}/backups`;
  mkdirSync(place);
  const file = `${place}/inbox.sqlite`;
  const backup = (to: string, from = dataDir) => inbox(from, ["backup", to]);
  t.match(await backup(file), { code: 0, stdout: `1 messages are in ${file}.\n` });
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.same(readdirSync(place), ["inbox.sqlite"], "whole in one file");
  t.match(JSON.parse((await inbox(place, ["list"])).stdout), [{ reference }]);
  for (const failed of [
    await backup(file),
    await backup(`${place}/none/inbox.sqlite`),
    await backup(`${place}/other.sqlite`, `${place}/none`),
    await inbox(dataDir, ["backup"]),
  ])
    t.match(failed, { code: 1, stdout: "", stderr: /^(No backup: .+|backup needs .+)\n$/ });
});

/** A Redis that is not there, and one that takes connections and never responds. */
async function silentRedis(t: Test): Promise<string> {
  const server = createServer((socket) => socket.on("error", () => {}).resume());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  t.teardown(() => server.close());
  return `redis://:S3CRET@127.0.0.1:${(server.address() as AddressInfo).port}`;
}

t.test("with Redis away the messages of DATA_DIR are shown, and it is said", async (t) => {
  for (const REDIS_URL of ["redis://:S3CRET@127.0.0.1:9", await silentRedis(t)]) {
    const { dataDir, reference } = await scene(t);
    const run = (...args: string[]) => inbox(dataDir, args, { REDIS_URL });
    const list = await run("list");
    t.match(list, { code: 2, stderr: /^Redis does not respond: .* DATA_DIR alone\.\n$/ });
    t.match(JSON.parse(list.stdout), [{ reference, state: "held" }]);
    const missing = /There is no message V-0 in DATA_DIR; Redis may know more\n$/;
    t.match(await run("show", "V-0"), { code: 1, stdout: "", stderr: missing });
    t.match(await run("delete", "V-0"), { code: 1, stderr: missing });
    t.match(await run("retry", "C-0"), { code: 1, stderr: /C-0 in DATA_DIR; Redis may know more/ });
    t.match(await run("delete", reference), { code: 2, stdout: `${reference} is erased.\n` });
    t.same(JSON.parse((await run("list")).stdout), []);
  }
});

t.test("an error of Redis is one line", async (t) => {
  const { dataDir } = await scene(t);
  mkdirSync(`${dataDir}/redis`);
  const redis = await startRedisServer(`${dataDir}/redis`);
  t.teardown(redis.kill);
  const client = new Redis(redis.url);
  await client.set("site:inbox-aside:wait", "not a list");
  client.disconnect();
  const failed = await inbox(dataDir, ["list"], { REDIS_URL: redis.url });
  t.match(failed, { code: 1, stdout: "", stderr: /^redis: .+\n$/ });
});
