import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import t from "tap";
import { settingsSchema } from "../../server/config.ts";
import { testFolder } from "../setup/test-folder.ts";

const ROOT = "/opt/foundation-website";
/** The path of Node, as docs/operations.md installs Node. */
const NODE = "/usr/local/bin/node";
const SETTINGS = "--env-file=/etc/foundation-website.env";
/** Replaces the paths that exist on a server only. */
const here = (unit: string) =>
  unit.replaceAll(ROOT, process.cwd()).replaceAll(NODE, process.execPath);
const text = readFileSync("server/ops/systemd/foundation-website.service", "utf8");
const setTo = (key: string) => text.match(new RegExp(`(?<=^${key}=).*`, "gm"))?.at(-1);

t.test("the unit starts the release as npm start does", async (t) => {
  const [program = "", ...args] = (setTo("ExecStart") ?? "").split(" ");
  t.equal(program, NODE);
  t.same(args, ["--max-semi-space-size=8", SETTINGS, "site.js"]);
  t.match(readFileSync("package.json", "utf8"), "node --max-semi-space-size=8 ");
  t.match(readFileSync("server/build/release.ts", "utf8"), `join(root, "site.js")`);
  t.equal(setTo("WorkingDirectory"), ROOT);
});

t.test("DATA_DIR is the only writable folder, and settings exist", async (t) => {
  const settings = text.match(/(?<=^Environment=)\w+/gm) ?? [];
  const known = { ...settingsSchema.shape, MALLOC_ARENA_MAX: "of the C library" };
  t.same(
    settings.filter((name) => !(name in known)),
    [],
  );
  t.match(text, `\nEnvironment=DATA_DIR=/var/lib/${setTo("StateDirectory")}\n`);
  t.equal(setTo("ProtectSystem"), "strict");
  t.equal(setTo("ReadWritePaths"), undefined);
  t.not(setTo("User"), "root");
});

t.test("a stop is SIGTERM, and has more time than the site takes", async (t) => {
  const site = readFileSync("server/site.ts", "utf8");
  const msOf = (name: string) =>
    Number(new RegExp(`${name} = ([\\d_]+)`).exec(site)?.[1]?.replace("_", ""));
  t.equal(setTo("KillSignal"), "SIGTERM");
  t.ok(Number(setTo("TimeoutStopSec")) * 1_000 > msOf("DRAIN_MS") + msOf("CLOSE_LIMIT_MS"));
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
const skip = hasSystemd ? false : "systemd-analyze is missing";
t.test("systemd accepts the unit, and finds little exposure", { skip }, async (t) => {
  const file = `${testFolder(t)}/foundation-website.service`;
  writeFileSync(file, here(text));
  const analyze = (...args: string[]) =>
    spawnSync("systemd-analyze", [...args, file], { encoding: "utf8" });
  t.match(analyze("verify", "--man=no", "--recursive-errors=no"), { status: 0, stderr: "" });
  const security = analyze("security", "--offline=true", "--no-pager", "--threshold=15");
  t.match(security, { status: 0 });
});

const TIMERS = {
  backup: {
    options: "/var/lib/foundation-website-backups --keep 7",
    folders: "foundation-website foundation-website-backups",
    when: "OnCalendar=hourly",
  },
  doctor: { options: "--mail", folders: "foundation-website", when: "OnUnitInactiveSec=5min" },
};
for (const [command, { options, folders, when }] of Object.entries(TIMERS))
  t.test(`a timer runs npm run ${command}, as the site's account`, async (t) => {
    const name = `foundation-website-${command}`;
    const units = ["service", "timer"].map((suffix) => `${name}.${suffix}`);
    const [service = "", timer = ""] = units.map((unit) =>
      readFileSync(`server/ops/systemd/${unit}`, "utf8"),
    );
    t.match(service, `\nExecStart=${NODE} ${SETTINGS} site.js ${command} ${options}\n`);
    for (const key of ["User", "WorkingDirectory", "ProtectSystem"])
      t.match(service, `\n${key}=${setTo(key)}\n`, key);
    t.match(service, `\nStateDirectory=${folders}\n`);
    t.match(timer, `\n${when}\n`);
    if (skip) return;
    const dir = testFolder(t);
    writeFileSync(`${dir}/${units[0]}`, here(service));
    writeFileSync(`${dir}/${units[1]}`, timer);
    const files = units.map((unit) => `${dir}/${unit}`);
    const args = ["verify", "--man=no", "--recursive-errors=no", ...files];
    t.match(spawnSync("systemd-analyze", args, { encoding: "utf8" }), { status: 0, stderr: "" });
  });
