import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import t from "tap";
import { settingsSchema } from "../../server/config.ts";

const ROOT = "/opt/foundation-website";
const text = readFileSync("server/ops/systemd/foundation-website.service", "utf8");

/** The values of each key, in any section, in order. */
const unit = new Map<string, string[]>();
for (const [, key = "", value = ""] of text.matchAll(/^([A-Za-z]+)=(.*)$/gm))
  unit.set(key, [...(unit.get(key) ?? []), value]);
const setTo = (key: string) => unit.get(key)?.at(-1);

const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync("package.json", "utf8"),
);

t.test("every line is a section, a comment or a key with a value", async (t) => {
  for (const line of text.split("\n")) t.match(line, /^(?:\[\w+\]|#.*|[A-Z]\w+=.*|)$/);
  t.same(text.match(/^\[\w+\]$/gm), ["[Unit]", "[Service]", "[Install]"]);
});

t.test("it starts the site as npm start does, from files that are there", async (t) => {
  const [program = "", ...args] = (setTo("ExecStart") ?? "").split(" ");
  t.equal(`node ${args.join(" ")}`, scripts.start?.split("exec ")[1]);
  t.ok(existsSync(program.replace(ROOT, ".")), program);
  t.equal(setTo("WorkingDirectory"), ROOT);
});

t.test("DATA_DIR is the folder that can be written, and settings exist", async (t) => {
  const settings = Object.fromEntries((unit.get("Environment") ?? []).map((one) => one.split("=")));
  const known = { ...settingsSchema.shape, MALLOC_ARENA_MAX: "of the C library" };
  for (const name of Object.keys(settings)) t.ok(name in known, name);
  t.equal(settings.DATA_DIR, `/var/lib/${setTo("StateDirectory")}`);
  t.equal(setTo("ProtectSystem"), "strict");
  t.equal(setTo("ReadWritePaths"), undefined);
  t.not(setTo("User"), "root");
});

t.test("a stop is SIGTERM, and has more time than the site takes", async (t) => {
  const site = readFileSync("server/site.ts", "utf8");
  const msOf = (name: string) =>
    Number(new RegExp(`${name} = ([\\d_]+)`).exec(site)?.[1]?.replace("_", ""));
  const longestMs = msOf("DRAIN_MS") + msOf("CLOSE_LIMIT_MS");
  t.ok(longestMs > 0);
  t.equal(setTo("KillSignal"), "SIGTERM");
  t.ok(Number(setTo("TimeoutStopSec")) * 1_000 > longestMs);
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
const skip = hasSystemd ? false : "systemd-analyze is missing";
t.test("systemd accepts it, and finds little exposure", { skip }, async (t) => {
  const file = `${t.testdir()}/foundation-website.service`;
  writeFileSync(file, text.replaceAll(ROOT, process.cwd()));
  const analyze = (...args: string[]) =>
    spawnSync("systemd-analyze", [...args, file], { encoding: "utf8" });
  t.match(analyze("verify", "--man=no", "--recursive-errors=no"), { status: 0, stderr: "" });
  const { status, stdout } = analyze("security", "--offline=true", "--no-pager", "--threshold=15");
  t.equal(status, 0, stdout);
});
