import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import t, { type Test } from "tap";

interface Running {
  child: ChildProcess;
  address: string;
  said: () => string;
  ended: Promise<number | null>;
}

/** Starts the site as its start script does, and waits for the line with its address. */
async function start(
  env: Record<string, string>,
  command = process.execPath,
  args = ["server/main.ts"],
) {
  const child = spawn(command, args, { env: { ...process.env, PORT: "0", ...env } });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  while (!/site ready at (http:\S+?)"/.test(said)) {
    if (child.exitCode !== null) throw new Error(said);
    await wait(20);
  }
  const address = /site ready at (http:\S+?)"/.exec(said)?.[1] ?? "";
  return { child, address, said: () => said, ended } satisfies Running;
}

function scene(t: Test) {
  const dataDir = mkdtempSync(join(tmpdir(), "process-"));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

t.test("npm start passes SIGTERM on, ends with 0 and leaves no process behind", async (t) => {
  const site = await start({ DATA_DIR: scene(t) }, "npm", ["start"]);
  const pid = Number(/"pid":(\d+)/.exec(site.said())?.[1]);
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

t.test("settings that cannot be used stop the start, all named at once", async (t) => {
  const child = spawn(process.execPath, ["server/main.ts"], {
    env: { ...process.env, PORT: "many", TRUST_PROXY: "true", CONTENT_API_URL: "ftp://x" },
  });
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  t.equal(await new Promise((resolve) => child.on("exit", resolve)), 1);
  t.match(said, /PORT[\s\S]*CONTENT_API_URL|CONTENT_API_URL[\s\S]*PORT/);
  t.match(said, "TRUST_PROXY");
});

/** More with `SHUTDOWN_ROUNDS=20 npx tap run tests/e2e/process.test.ts`. */
const ROUNDS = Number(process.env.SHUTDOWN_ROUNDS ?? 2);
const closing = { timeout: 60_000 + ROUNDS * 15_000 };

t.test("closing under load cuts no answer and resets no connection", closing, async (t) => {
  let answersInAll = 0;
  let longestMs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const site = await start({ DATA_DIR: scene(t), LOG_LEVEL: "info" });
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const faults: string[] = [];
    let answers = 0;
    let isOver = false;
    const ask = () =>
      new Promise<void>((resolve) => {
        get(`${site.address}/news-events`, { agent }, (response) => {
          let bytes = 0;
          response.on("data", (chunk) => {
            bytes += chunk.length;
          });
          response.on("end", () => {
            // A page that is streamed, while the source is slow, names no length.
            const length = response.headers["content-length"] ?? bytes;
            if (response.complete && bytes === Number(length)) answers += 1;
            else faults.push("cut");
            resolve();
          });
        }).on("error", (fault: NodeJS.ErrnoException) => {
          // Once the port is closed new connections are refused: balancers have long been told.
          if (fault.code === "ECONNREFUSED") isOver = true;
          else faults.push(fault.code ?? fault.message);
          resolve();
        });
      });
    const readers = Array.from({ length: 8 }, async () => {
      while (!isOver) await ask();
    });
    await wait(300);
    const toldAt = performance.now();
    site.child.kill("SIGTERM");
    t.equal(await site.ended, 0);
    longestMs = Math.max(longestMs, performance.now() - toldAt);
    isOver = true;
    await Promise.all(readers);
    agent.destroy();
    t.same(faults, [], `${answers} answers`);
    t.ok(answers > 50);
    answersInAll += answers;
  }
  t.comment(
    `${ROUNDS} rounds, ${answersInAll} answers whole, slowest exit ${Math.round(longestMs)} ms after SIGTERM`,
  );
});
