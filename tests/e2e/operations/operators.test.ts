import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import t, { type Test } from "tap";
import { readMetrics } from "../../setup/site/read-metrics.ts";
import { startSiteProcess } from "../../setup/site/site-process.ts";

async function scene(t: Test, env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "operators-"));
  const site = await startSiteProcess({ DATA_DIR: dataDir, ...env });
  t.teardown(async () => {
    await site.kill();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const lines = () => site.lines.map((line): Record<string, unknown> => JSON.parse(line));
  const until = async (isReported: (line: Record<string, unknown>) => boolean) => {
    for (;;) {
      const found = lines().find(isReported);
      if (found) return found;
      await wait(20);
    }
  };
  return { site, lines, until };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

t.test("the first lines tell settings and versions, and no secret", async (t) => {
  const { site, until } = await scene(t, {
    EVENTS_WRITE_TOKEN: "hidden-hidden-hidden",
    REDIS_URL: "redis://user:hidden@127.0.0.1:9/2",
  });
  t.match(await until(({ msg }) => msg === "starting"), {
    settings: {
      EVENTS_WRITE_TOKEN: "(set)",
      REDIS_URL: "redis://127.0.0.1:9/2",
      FRESH_SECONDS: 300,
    },
    versions: { node: process.version, fastify: /^5\./, react: /^19\./ },
  });
  t.notMatch(site.lines.join("\n"), "hidden");
});

t.test(
  "a misspelt setting is named, with the one that is meant, and never its value",
  async (t) => {
    const { site, until } = await scene(t, { EVENTS_WRITE_TOKENS: "hidden-hidden-hidden" });
    const line = await until(({ msg }) => msg === "unknown setting is ignored");
    t.match(line, { level: 40, setting: "EVENTS_WRITE_TOKENS", meant: "EVENTS_WRITE_TOKEN" });
    t.notMatch(site.lines.join("\n"), "hidden");
  },
);

t.test("a signal turns the words of debug on, and off again", async (t) => {
  const { site, lines, until } = await scene(t);
  const pid = Number((await until(({ pid }) => pid !== undefined)).pid);
  const changes = () => lines().filter(({ msg }) => msg === "log level changed");
  process.kill(pid, "SIGUSR2");
  t.match(await until(({ msg }) => msg === "log level changed"), { logLevel: "debug" });
  t.equal((await fetch(`${site.url}/health/live`)).status, 200);
  process.kill(pid, "SIGUSR2");
  while (changes().length < 2) await wait(20);
  t.equal(changes()[1]?.logLevel, "info");
  t.equal((await fetch(`${site.url}/`)).status, 200, "the site goes on");
  t.notOk(lines().some(({ msg }) => /closing|exiting/.test(String(msg))));
});

t.test("metrics have a port of their own when they are given one", async (t) => {
  const port = await freePort();
  const { site, until } = await scene(t, { METRICS_PORT: String(port), MAX_QUEUE_DELAY_MS: "0" });
  await until(({ msg }) => msg === "metrics ready");
  const { families } = await readMetrics(`http://127.0.0.1:${port}/metrics`);
  t.ok(families.has("http_request_duration_seconds"));
  t.equal((await fetch(`${site.url}/metrics`)).status, 404);
});

t.test("the warm-up is a request like any other, and nobody left", async (t) => {
  const { until } = await scene(t);
  const line = await until(({ msg, route }) => msg === "request" && route === "/");
  t.match(line, { status: 200, aborted: false, pageCache: "miss" });
});
