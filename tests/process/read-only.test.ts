import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import t from "tap";
import { CONTACT, VOLUNTEER } from "../app/forms/forms-scene.ts";
import { postJson } from "../setup/site/post-json.ts";
import { startSiteProcess } from "../setup/site/site-process.ts";
import { testFolder } from "../setup/test-folder.ts";
import { isWhole } from "../setup/whole.ts";

/** Runs the command with everything read-only except the folder given first; exits with 97 if anything else is writable. */
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
exec "$@" 2>&1
`;
const SITE = [process.execPath, "server/main.ts"];
const canMount = process.getuid?.() === 0 && spawnSync("unshare", ["--mount", "true"]).status === 0;

const WAYS: { name: string; isRun: boolean; command: (dir: string) => [string, ...string[]] }[] = [
  {
    name: "with a read-only root file system, libraries outside Node included",
    isRun: canMount,
    command: (dir) => ["unshare", "--mount", "sh", "-c", READ_ONLY_ROOT, "sh", dir, ...SITE],
  },
  {
    name: "with permission to write to DATA_DIR alone, enforced by Node",
    isRun: isWhole || !canMount,
    command: (dir) => [
      "sh",
      "-c",
      'exec "$@" 2>&1',
      "sh",
      process.execPath,
      "--permission",
      "--allow-fs-read=*",
      `--allow-fs-write=${dir}`,
      "--allow-addons",
      "--allow-worker",
      "--no-warnings",
      "server/main.ts",
    ],
  },
];

for (const { name, command } of WAYS.filter(({ isRun }) => isRun))
  t.test(`${name}, the site serves visitors as usual`, async (t) => {
    const DATA_DIR = testFolder(t);
    const source = { PUBLIC_ORIGIN: "https://www.example.org", CONTENT_API_URL: "embedded" };
    const site = await startSiteProcess({ DATA_DIR, ...source }, process.cwd(), command(DATA_DIR));
    t.teardown(site.kill);
    const post = async (path: string, body: object) =>
      (await postJson(site.url + path, body)).status;
    const wrong: string[] = [];
    for (const path of [
      "/",
      "/news-events",
      "/contact-us",
      "/feed.xml",
      "/events.ics",
      "/favicon.svg",
      "/social/en/site.png",
    ]) {
      const { status } = await fetch(site.url + path);
      if (status !== 200) wrong.push(`${path}: ${status}`);
    }
    t.same(wrong, []);
    t.equal(await post("/bff/volunteer", VOLUNTEER), 202, "stored before the visitor is thanked");
    t.ok([200, 202].includes(await post("/bff/contact", CONTACT)));
    t.equal(await site.end("SIGTERM"), 0);
    t.notMatch(site.lines.join("\n"), /EROFS|EACCES|EPERM|ERR_ACCESS_DENIED|stored in memory only/);
    t.ok(readdirSync(DATA_DIR).includes("site.sqlite"));
  });

const IN_MOUNTS = 'mount --make-rprivate / && mount "$@" "$DATA_DIR" || exit 97; exec $SITE';
const UNUSABLE: {
  name: string;
  isRun: boolean;
  dir?: string;
  isFile?: true;
  mount?: string;
  says: RegExp;
}[] = [
  { name: "a file", isRun: true, isFile: true, says: /cannot be created \(EEXIST\)/ },
  { name: "in /proc", isRun: existsSync("/proc"), dir: "/proc/x/y", says: /created \(ENOENT\)/ },
  { name: "read-only", isRun: canMount, mount: "ro", says: /cannot be written \(EROFS\)/ },
];
for (const { name, dir: given, isFile, mount, says } of UNUSABLE.filter(({ isRun }) => isRun))
  t.test(`a DATA_DIR that is ${name} stops the start with one line`, async (t) => {
    const dir = given ?? testFolder(t);
    const DATA_DIR = isFile ? `${dir}/file` : dir;
    if (isFile) writeFileSync(DATA_DIR, "");
    const mounting = ["unshare", "--mount", "sh", "-c", IN_MOUNTS, "sh", "-t", "tmpfs"];
    const [program = "", ...args] = mount ? [...mounting, "-o", mount, "tmpfs"] : SITE;
    const env = { PATH: process.env.PATH, PORT: "0", DATA_DIR, SITE: SITE.join(" ") };
    const { status, stdout, stderr } = spawnSync(program, args, {
      env,
      encoding: "utf8",
      timeout: 60_000,
    });
    t.same([status, stdout, stderr.match(/\n/g)?.length], [1, "", 1], stderr);
    t.match(stderr, says);
    t.match(stderr, `: ${DATA_DIR}. What to do: `);
  });
