import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import t, { type Test } from "tap";
import { CONTACT } from "../app/forms/forms-scene.ts";
import { PLEDGE } from "../app/forms/pledge-scene.ts";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { photographLike } from "../fixtures/photograph.ts";
import { findPostgres, startPostgres } from "../setup/services/postgres-server.ts";
import { postJson } from "../setup/site/post-json.ts";
import { metricValue, readMetrics } from "../setup/site/read-metrics.ts";
import { startSite, type TestSite } from "../setup/site/site.ts";
import { staffProgram } from "../setup/site/staff-in-process.ts";
import { testFolder } from "../setup/test-folder.ts";
import { until } from "../setup/until.ts";

/** Returns the shell block of the operators' document that follows the given words. */
function commandsAfter(words: string): string {
  const [, rest = ""] = readFileSync("docs/operations.md", "utf8").split(words);
  return /^```sh\n([\s\S]*?)^```/m.exec(rest)?.[1] ?? "exit 99";
}

const BACK_UP_FILE = commandsAfter("This copies everything, as it is at one moment");
const BACK_UP_POSTGRES = commandsAfter("the same timer run `pg_dump`");
const RESTORE_FILE = commandsAfter("### The file of `DATA_DIR`");
const RESTORE_POSTGRES = commandsAfter("### PostgreSQL");

async function sh(commands: string, env: Record<string, string>): Promise<string> {
  const path = [findPostgres() ?? "/usr/bin", process.env.PATH].join(delimiter);
  const options = { env: { ...process.env, ...env, PATH: path } };
  return (await promisify(execFile)("sh", ["-e", "-c", commands], options)).stdout;
}

/** Starts a source that is down until the test says otherwise, sites over it, and operators' folders. */
async function scene(t: Test) {
  const root = testFolder(t);
  const folder = (name: string) => {
    mkdirSync(join(root, name), { recursive: true });
    return join(root, name);
  };
  const source = await startFakeContentApi({});
  source.mode = "refuse";
  let running: TestSite | null = null;
  const stop = async () => {
    await running?.close();
    running = null;
  };
  t.teardown(async () => {
    await stop();
    await source.close();
  });
  const start = async (env: Record<string, string>) => {
    running = await startSite({ contentApiUrl: source.url, env });
    return running;
  };
  const received = () => [...source.contacts.values()].map(({ message }) => message);
  return { folder, start, stop, source, received };
}

const NEWS = {
  title: "A Well in Bunju",
  text: "The **pump** works.",
  excerpt: "Clear water.",
  category: "Water",
  language: "en",
  alt: "A pump",
  at: "",
  action: "publish",
};
const post = ({ url }: TestSite, path: string, body: BodyInit, cookie = "") =>
  fetch(url + path, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { accept: "text/html", "sec-fetch-site": "same-origin", cookie },
  });

const submit = async ({ url }: TestSite, message: string) =>
  (await postJson(`${url}/bff/contact`, { ...CONTACT, message })).status;

/** Lists the waiting messages, as staff see them without a running site. */
const waiting = async (env: Record<string, string>): Promise<unknown[]> =>
  JSON.parse(await staffProgram("inbox", ["list", "--state", "waiting"], env));

const delivered = (site: TestSite) =>
  until(async () => {
    const metrics = await readMetrics(`${site.url}/metrics`);
    return metricValue(metrics, "site_inbox_messages", { state: "delivered" }) === 1;
  });

t.test("a message in SQLite survives the loss of the disk, and is delivered once", async (t) => {
  const { folder, start, stop, source, received } = await scene(t);
  const BACKUPS = folder("backups");
  const env = { DATA_DIR: folder("data") };
  const before = await start(env);
  t.equal(await submit(before, "before the backup"), 202);
  await sh(BACK_UP_FILE, { ...env, BACKUPS });
  const [file = "none", ...others] = readdirSync(BACKUPS);
  t.same(others, []);
  t.equal(await submit(before, "after it"), 202, "the backup does not stop the site");
  await stop();
  rmSync(env.DATA_DIR, { recursive: true });

  const BACKUP = join(BACKUPS, file);
  await sh(RESTORE_FILE, { DATA_DIR: folder("data"), BACKUP });
  t.equal((await waiting(env)).length, 1);
  source.mode = "well";
  await delivered(await start(env));
  t.same(received(), ["before the backup"]);

  await stop();
  const calls = source.contactCalls.length;
  await sh(RESTORE_FILE, { ...env, BACKUP });
  const again = await start(env);
  await until(() => source.contactCalls.length > calls);
  await delivered(again);
  t.equal(source.contactCalls.length, calls + 1, "sent again");
  t.same(received(), ["before the backup"], "under its key, and stored once");

  const lastWrites = join(folder("mistyped"), "site.sqlite-wal");
  writeFileSync(lastWrites, "");
  const [copy = ""] = RESTORE_FILE.split("npm");
  await sh(copy, { DATA_DIR: folder("mistyped"), BACKUP: `${BACKUP}-` }).catch(() => {});
  t.ok(existsSync(lastWrites), "restoring from a missing backup deletes nothing");
});

/** Adds a gift, and a story with a picture written at the desk: content that exists nowhere else. */
async function publish(site: TestSite, env: Record<string, string>): Promise<string> {
  const pledged = await post(site, "/donate/pledge", new URLSearchParams(PLEDGE));
  t.equal(pledged.status, 303);
  const printed = await staffProgram("staff", ["add", "asha@example.org"], env);
  const link = new URL(printed.trim(), site.url).searchParams.get("link") ?? "";
  const signedIn = await post(site, "/staff", new URLSearchParams({ link }));
  const form = new FormData();
  for (const [name, value] of Object.entries(NEWS)) form.set(name, value);
  const photo = await photographLike({ width: 800, height: 600 });
  form.set("picture", new Blob([new Uint8Array(photo)]), "photo.jpg");
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  t.equal((await post(site, "/staff/news/new", form, cookie)).status, 303);
  return pledged.headers.get("location") ?? "";
}

/** Checks that visitors see the story with its picture, which is fetched again from the desk's upload. */
async function newsIsThere({ url }: TestSite): Promise<void> {
  const { data } = await (await fetch(`${url}/bff/news/a-well-in-bunju`)).json();
  t.equal(data.title, NEWS.title);
  const { pathname } = new URL(data.image.url);
  await until(async () => (await fetch(url + pathname)).status === 200);
}

t.test("a site with embedded content is restored with all of it", async (t) => {
  const { folder, start, stop } = await scene(t);
  const BACKUPS = folder("backups");
  const env = { DATA_DIR: folder("data"), CONTENT_API_URL: "embedded" };
  const before = await start(env);
  t.equal(await submit(before, "kept for the office"), 200);
  const thanks = await publish(before, env);
  await newsIsThere(before);
  const writes = Array.from({ length: 20 }, (_, round) => submit(before, `meanwhile ${round}`));
  await sh(BACK_UP_FILE, { ...env, BACKUPS });
  await Promise.all(writes);
  await stop();
  rmSync(env.DATA_DIR, { recursive: true });

  const BACKUP = join(BACKUPS, readdirSync(BACKUPS)[0] ?? "none");
  await sh(RESTORE_FILE, { DATA_DIR: folder("data"), BACKUP });
  const after = await start(env);
  await newsIsThere(after);
  t.equal((await fetch(after.url + thanks)).status, 200, "the page of the gift");
  t.match(await staffProgram("gifts", ["list"], env), /"amount": "50[, ]?000/);
  t.match(await staffProgram("inbox", ["export"], env), "kept for the office");
  t.match(await staffProgram("staff", ["list"], env), "asha@example.org");
});

t.test("a message in PostgreSQL survives the loss of its disk, delivered once", async (t) => {
  const { folder, start, stop, source, received } = await scene(t);
  const BACKUPS = folder("backups");
  const lost = await startPostgres();
  t.teardown(lost.kill);
  const env = { DATA_DIR: folder("data"), DATABASE_URL: lost.url };
  t.equal(await submit(await start(env), "before the backup"), 202);
  await sh(BACK_UP_POSTGRES, { BACKUPS, DATABASE_URL: lost.url });
  const [file = "none"] = readdirSync(BACKUPS);
  await stop();
  await lost.kill();

  const postgres = await startPostgres();
  t.teardown(postgres.kill);
  const { url: DATABASE_URL } = postgres;
  await sh(RESTORE_POSTGRES, { DATABASE_URL, BACKUP: join(BACKUPS, file) });
  t.equal((await waiting({ ...env, DATABASE_URL })).length, 1);
  source.mode = "well";
  await delivered(await start({ ...env, DATABASE_URL }));
  t.same(received(), ["before the backup"]);
});

t.test("a site moves from SQLite to PostgreSQL with all of it, once it is stopped", async (t) => {
  const { folder, start, stop } = await scene(t);
  const postgres = await startPostgres();
  t.teardown(postgres.kill);
  const env = { DATA_DIR: folder("data"), CONTENT_API_URL: "embedded" };
  const shared = { ...env, DATABASE_URL: postgres.url };
  const move = () => staffProgram("move", ["--to", postgres.url], env);
  const before = await start(env);
  t.equal(await submit(before, "kept for the office"), 200);
  const thanks = await publish(before, env);
  await t.rejects(move(), { message: /site\.sqlite is in use: stop the site first/ });
  await stop();

  const printed = await move();
  t.match(printed, /^messages +1 +1$/m);
  t.match(printed, /^gifts +1 +1$/m);
  t.match(printed, /^uploads +1 +1$/m);
  t.notMatch(printed, /password/i.test(postgres.url) ? postgres.url : "//site@");
  const [kept = "none"] = readdirSync(env.DATA_DIR).filter((name) => name.includes(".moved-"));
  await t.rejects(move(), { message: /DATA_DIR names another folder/ });

  const after = await start(shared);
  await newsIsThere(after);
  t.equal((await fetch(after.url + thanks)).status, 200, "the page of the gift");
  t.match(await staffProgram("inbox", ["export"], shared), "kept for the office");
  t.match(await staffProgram("staff", ["list"], shared), "asha@example.org");
  t.equal(await submit(after, "the next one"), 200);
  t.equal((await publish(after, { ...shared })).startsWith("/donate"), true, "ids go on");

  renameSync(join(env.DATA_DIR, kept), join(env.DATA_DIR, "site.sqlite"));
  await t.rejects(move(), { message: /is not empty/ });
  t.ok(existsSync(join(env.DATA_DIR, "site.sqlite")), "a move that fails moves nothing");
});
