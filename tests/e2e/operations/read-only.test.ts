import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t, { type Test } from "tap";
import { CONTACT, VOLUNTEER } from "../../app/forms/forms-scene.ts";

/** Everything but the folder named first is read-only to the command that follows; ends with 97 when it is not. */
const READ_ONLY_ROOT = `
data=$1; shift
mount --make-rprivate / && mount --bind "$data" "$data" || exit 97
while read -r _ place _; do
  case "$place" in "$data" | /proc | /proc/* | /dev | /dev/*) continue ;; esac
  mount -o remount,bind,ro "$place" 2>/dev/null
done < /proc/mounts
for place in . /tmp /var/tmp "$HOME"; do
  if touch "$place/.written" 2>/dev/null; then rm "$place/.written"; exit 97; fi
done
exec env -u NODE_OPTIONS "$@"
`;

function folder(t: Test): string {
  const dataDir = mkdtempSync(join(tmpdir(), "read-only-"));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** Waits for the URL the site says it is ready at. */
async function ready(child: ChildProcess): Promise<{ url: string; output: () => string }> {
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk;
      const found = /site ready at (http:\/\/[\d.:]+)/.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${output}`)));
  });
  return { url, output: () => output };
}

/** Does what a day of visitors does: pages, feeds, cards, messages to a source that is away. */
async function live(t: Test, child: ChildProcess): Promise<void> {
  const { url, output } = await ready(child);
  for (const path of [
    "/",
    "/news-events",
    "/contact-us",
    "/feed.xml",
    "/events.ics",
    "/favicon.svg",
  ])
    t.equal((await fetch(url + path)).status, 200, path);
  const card = await fetch(`${url}/social/about-us.png`);
  t.same(
    [card.status, card.headers.get("content-type")],
    [200, "image/png"],
    "rendered by a thread",
  );
  const post = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    return (await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) }))
      .status;
  };
  t.equal(await post("/bff/volunteer", VOLUNTEER), 202, "stored before thanks are said");
  t.ok([200, 202].includes(await post("/bff/contact", CONTACT)));
  const over = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  t.equal(await over, 0);
  t.notMatch(output(), /EROFS|EACCES|EPERM|ERR_ACCESS_DENIED|stored in memory only/);
}

const env = (dataDir: string) => ({
  ...process.env,
  DATA_DIR: dataDir,
  PORT: "0",
  HOST: "127.0.0.1",
  LOG_LEVEL: "info",
});

t.test("with leave to write to DATA_DIR alone, by Node's own permissions", async (t) => {
  const dataDir = folder(t);
  const leave = [
    ...["--permission", "--allow-fs-read=*", `--allow-fs-write=${dataDir}`],
    ...["--allow-addons", "--allow-worker", "--no-warnings"],
  ];
  // The test runner has every child write notes of its own: `env` takes that back.
  const site = ["-u", "NODE_OPTIONS", process.execPath, ...leave, "server/main.ts"];
  const child = spawn("env", site, { env: env(dataDir) });
  t.teardown(() => child.kill("SIGKILL"));
  await live(t, child);
  t.ok(readdirSync(dataDir).includes("inbox.sqlite"));
});

const isRoot = process.getuid?.() === 0;
const canMount = isRoot && spawnSync("unshare", ["--mount", "true"]).status === 0;
t.test(
  "with a read-only root file system, libraries outside Node included",
  { skip: canMount ? false : "mounts cannot be set apart here" },
  async (t) => {
    const dataDir = folder(t);
    const site = [process.execPath, "server/main.ts"];
    const command = ["--mount", "sh", "-c", READ_ONLY_ROOT, "sh", dataDir, ...site];
    const child = spawn("unshare", command, { env: env(dataDir) });
    t.teardown(() => child.kill("SIGKILL"));
    await live(t, child);
    t.ok(readdirSync(dataDir).includes("inbox.sqlite"));
  },
);
