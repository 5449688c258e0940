import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import t, { type Test } from "tap";
import { testFolder } from "../../setup/test-folder.ts";

interface Running {
  child: ChildProcess;
  address: string;
  output: () => string;
  ended: Promise<number | null>;
}

/** Starts the site as its start script does, and waits for the line with its URL. */
async function start(
  env: Record<string, string>,
  command = process.execPath,
  args = ["server/main.ts"],
) {
  const child = spawn(command, args, { env: { ...process.env, PORT: "0", ...env } });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  while (!/site ready at (http:\S+?)"/.test(output)) {
    if (child.exitCode !== null) throw new Error(output);
    await wait(20);
  }
  const address = /site ready at (http:\S+?)"/.exec(output)?.[1] ?? "";
  return { child, address, output: () => output, ended } satisfies Running;
}

function scene(t: Test) {
  const dataDir = mkdtempSync(join(tmpdir(), "process-"));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

t.test("npm start passes SIGTERM on, ends with 0 and leaves no process behind", async (t) => {
  const site = await start({ DATA_DIR: scene(t) }, "npm", ["start"]);
  const pid = Number(/"pid":(\d+)/.exec(site.output())?.[1]);
  t.equal((await fetch(`${site.address}/health/ready`)).status, 200);
  site.child.kill("SIGTERM");
  await wait(300);
  t.equal((await fetch(`${site.address}/health/ready`)).status, 503, "not ready while it drains");
  t.equal((await fetch(`${site.address}/news-events`)).status, 200, "still serving");
  await site.ended;
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      process.kill(pid, 0);
      await wait(50);
    } catch {
      break;
    }
  }
  t.throws(() => process.kill(pid, 0), { code: "ESRCH" });
});

t.test("a second signal ends at once", async (t) => {
  const site = await start({ DATA_DIR: scene(t) });
  site.child.kill("SIGTERM");
  await wait(200);
  site.child.kill("SIGTERM");
  t.equal(await Promise.race([site.ended, wait(1_500, "late")]), 1);
});

t.test("settings that cannot be used stop the start: one line each, without a stack", async (t) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["server/main.ts"], {
    env: {
      ...process.env,
      PORT: "many",
      TRUST_PROXY: "true",
      CONTENT_API_URL: "content.example.org",
      PUBLIC_ORIGIN: "example.org",
      OTEL_EXPORTER_OTLP_ENDPOINT: "nope",
    },
    encoding: "utf8",
  });
  t.equal(status, 1);
  t.equal(stdout, "");
  const [head, ...lines] = stderr.trim().split("\n");
  t.equal(head, "Invalid settings:");
  t.same(lines.map((line) => line.trim().split(":")[0]).sort(), [
    "CONTENT_API_URL",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "PORT",
    "PUBLIC_ORIGIN",
    "TRUST_PROXY",
  ]);
});

t.test("sample content is public only where a setting says so", async (t) => {
  const env = { PUBLIC_ORIGIN: "https://www.example.org", CONTENT_API_URL: "", DATA_DIR: scene(t) };
  const options = { env: { ...process.env, PORT: "0", ...env }, encoding: "utf8" } as const;
  const refused = spawnSync(process.execPath, ["server/main.ts"], options);
  t.match(refused, { status: 1, stdout: "", stderr: /CONTENT_API_URL: it must be set/ });
  const site = await start({ ...env, CONTENT_API_URL: "embedded" });
  t.equal((await fetch(`${site.address}/news-events`)).status, 200);
  site.child.kill("SIGINT");
  t.equal(await site.ended, 0);
});

t.test("a server that was never built says how to build it", async (t) => {
  const { status, stderr } = spawnSync(process.execPath, [resolve("server/main.ts")], {
    cwd: testFolder(t, {}),
    encoding: "utf8",
  });
  t.equal(status, 1);
  t.match(stderr, 'run "npm run build"');
});

/** More with `SHUTDOWN_ROUNDS=20 npx tap run tests/e2e/operations/process.test.ts`. */
const ROUNDS = Number(process.env.SHUTDOWN_ROUNDS ?? 2);
const closing = { timeout: 60_000 + ROUNDS * 15_000 };

t.test("closing under load cuts no response and resets no connection", closing, async (t) => {
  let responsesInAll = 0;
  let longestMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const site = await start({ DATA_DIR: scene(t), LOG_LEVEL: "info" });
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const errors: string[] = [];
    let responses = 0;
    let isOver = false;
    const request = () =>
      new Promise<void>((resolve) => {
        get(`${site.address}/news-events`, { agent }, (response) => {
          let bytes = 0;
          response.on("data", (chunk) => {
            bytes += chunk.length;
          });
          response.on("end", () => {
            // A page that is streamed, while the source is slow, names no length.
            const length = response.headers["content-length"] ?? bytes;
            if (response.complete && bytes === Number(length)) responses += 1;
            else errors.push("cut");
            resolve();
          });
        }).on("error", (fault: NodeJS.ErrnoException) => {
          // Once the port is closed new connections are refused: balancers have long been told.
          if (fault.code === "ECONNREFUSED") isOver = true;
          else errors.push(fault.code ?? fault.message);
          resolve();
        });
      });
    const visitors = Array.from({ length: 8 }, async () => {
      while (!isOver) await request();
    });
    await wait(300);
    const signalledAt = performance.now();
    site.child.kill("SIGTERM");
    t.equal(await site.ended, 0);
    longestMs = Math.max(longestMs, performance.now() - signalledAt);
    isOver = true;
    await Promise.all(visitors);
    agent.destroy();
    t.same(errors, [], `${responses} responses`);
    t.ok(responses > 50);
    responsesInAll += responses;
  }
  t.comment(
    `${ROUNDS} rounds, ${responsesInAll} responses whole, slowest exit ${Math.round(longestMs)} ms after SIGTERM`,
  );
});
