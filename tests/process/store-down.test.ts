import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import t, { type Test } from "tap";
import { VOLUNTEER } from "../app/forms/forms-scene.ts";
import { startSwitchableSource } from "../fakes/switchable-source.ts";
import { postJson } from "../setup/site/post-json.ts";
import { type SiteProcess, startSiteProcess } from "../setup/site/site-process.ts";
import { testFolder } from "../setup/test-folder.ts";
import { until } from "../setup/until.ts";

const canMount = process.getuid?.() === 0 && spawnSync("unshare", ["--mount", "true"]).status === 0;

/** Starts a site over SQLite in a separate process, on a small disk if one is given. */
async function scene(t: Test, onDisk?: (dataDir: string) => [string, ...string[]]) {
  const DATA_DIR = testFolder(t, { data: {} });
  const source = await startSwitchableSource();
  const env = { DATA_DIR: join(DATA_DIR, "data"), CONTENT_API_URL: source.url };
  const limits = { FORM_RATE_MAX: "1000", FORM_RATE_GLOBAL_MAX: "1000" };
  const site = await startSiteProcess({ ...env, ...limits }, process.cwd(), onDisk?.(DATA_DIR));
  t.teardown(async () => {
    await site.kill();
    await source.close();
  });
  return { site, source, root: DATA_DIR, file: join(env.DATA_DIR, "site.sqlite") };
}

const post = async ({ url }: SiteProcess, path: string, body: object) =>
  (await postJson(url + path, body)).status;
let applications = 0;
/** Submits a new application each time: an identical one would need no write. */
const apply = (site: SiteProcess) => {
  applications += 1;
  return post(site, "/bff/volunteer", { ...VOLUNTEER, skills: `Sewing ${applications}` });
};
const write = (site: SiteProcess, message: string) =>
  post(site, "/bff/contact", { name: "A", email: "a@example.org", subject: "S", message });

/** Checks everything that must hold while the store is down, and after `mend`, without a restart. */
async function checkDown(
  t: Test,
  { site, source }: Awaited<ReturnType<typeof scene>>,
  { fault, mend }: { fault: RegExp; mend: () => void },
) {
  const ready = async () => {
    const response = await fetch(`${site.url}/health/ready`);
    return { status: response.status, body: await response.json() };
  };
  await until(async () => (await apply(site)) === 503);
  const form = new URLSearchParams({ ...VOLUNTEER, interests: "wash-health", skills: "Weaving" });
  const request = { method: "POST", body: form };
  const page = await fetch(`${site.url}/get-involved?form=volunteer`, request);
  t.equal(page.status, 503);
  t.match(await page.text(), /Weaving/, "the form keeps the visitor's input");
  t.equal(await write(site, "taken by the source"), 200);
  source.mode = "dead";
  t.equal(await write(site, "neither taken nor stored"), 503);
  source.mode = "well";
  for (const path of ["/", "/about-us", "/contact-us"])
    t.equal((await fetch(site.url + path)).status, 200, path);
  const { status, body } = await ready();
  t.equal(status, 200, "balancers keep it for reading");
  t.match(body, { degraded: true, parts: { store: { state: "degraded" } } });
  await site.logged(
    ({ msg, fault: said }) => /store is down/.test(String(msg)) && fault.test(String(said)),
  );

  mend();
  await until(async () => (await apply(site)) === 202);
  await until(async () => (await ready()).body.parts.store.state === "ok");
  t.same(source.taken, ["taken by the source"]);
  t.notMatch(site.lines.join("\n"), VOLUNTEER.email);
}

t.test("a file that another program has locked", async (t) => {
  const all = await scene(t);
  const other = new DatabaseSync(all.file);
  other.exec("BEGIN IMMEDIATE");
  await checkDown(t, all, { fault: /locked/, mend: () => other.close() });
});

t.test("a file that is corrupt, until another is in its place", async (t) => {
  const all = await scene(t);
  await all.site.kill();
  writeFileSync(all.file, "no database, and long enough to tell".repeat(200));
  for (const suffix of ["-wal", "-shm"]) rmSync(all.file + suffix, { force: true });
  const site = await startSiteProcess({
    DATA_DIR: join(all.root, "data"),
    CONTENT_API_URL: all.source.url,
    FORM_RATE_MAX: "1000",
  });
  t.teardown(site.kill);
  const mend = () => rmSync(all.file);
  await checkDown(t, { ...all, site }, { fault: /not a database/, mend });
  t.match(readFileSync(all.file, "latin1").slice(0, 15), "SQLite format 3");
});

/** Builds a command that gives the site its own small disk. Files next to that disk signal when the next command may run. */
const disk =
  (...commands: readonly string[]) =>
  (root: string): [string, ...string[]] => [
    "unshare",
    "--mount",
    "sh",
    "-c",
    `cd ${root} && mount -t tmpfs -o size=32m tmpfs data
     next() { until [ -e "$1" ]; do kill -0 $$ || exit; sleep 0.1; done; }
     ${commands.join("\n")}
     cd - && exec "$@" 2>&1`,
    "sh",
    process.execPath,
    "--import",
    "./server/require-node.mjs",
    "server/main.ts",
  ];
const skip = !canMount && "mounting is not permitted";

t.test("a disk that is full, until there is space again", { skip }, async (t) => {
  const fill = "(next fill; cat /dev/zero > data/filler; next free; rm data/filler) 2>/dev/null &";
  const all = await scene(t, disk(fill));
  t.equal(await apply(all.site), 202);
  writeFileSync(join(all.root, "fill"), "");
  const mend = () => writeFileSync(join(all.root, "free"), "");
  await checkDown(t, all, { fault: /full/, mend });
});

t.test("a disk that is full from the start, until there is space", { skip }, async (t) => {
  const fill = "cat /dev/zero > data/filler 2>/dev/null; (next free; rm data/filler) 2>/dev/null &";
  const all = await scene(t, disk(fill));
  const mend = () => writeFileSync(join(all.root, "free"), "");
  await checkDown(t, all, { fault: /full|unable to open/, mend });
});
