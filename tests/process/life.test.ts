import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, get, request } from "node:http";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import t from "tap";
import { CONTACT, VOLUNTEER } from "../app/forms/forms-scene.ts";
import { PLEDGE } from "../app/forms/pledge-scene.ts";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { fullRows } from "../fixtures/samples.ts";
import { listen } from "../setup/listen.ts";
import { postJson } from "../setup/site/post-json.ts";
import { readMetrics } from "../setup/site/read-metrics.ts";
import { startSiteProcess } from "../setup/site/site-process.ts";
import { testFolder } from "../setup/test-folder.ts";
import { until } from "../setup/until.ts";
import { copyContent, edit } from "../unit/server/content/content-copy.ts";

t.test("invalid settings stop the start: one line each, without a stack", async (t) => {
  const env = {
    PORT: "many",
    TRUST_PROXY: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: "nope",
    PUBLIC_ORIGIN: "https://www.example.org",
    CONTENT_API_URL: "",
  };
  const options = { env: { ...process.env, ...env }, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["server/main.ts"], options);
  t.same([status, stdout], [1, ""]);
  const [head, ...lines] = stderr.trim().split("\n");
  t.equal(head, "Invalid settings:");
  t.same(lines.map((line) => line.trim().split(":")[0]).sort(), [
    "CONTENT_API_URL",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "PORT",
    "TRUST_PROXY",
  ]);
});

t.test("a port in use by another program stops the start, in a line that names it", async (t) => {
  const { port, close } = await listen(createServer());
  t.teardown(close);
  for (const name of ["PORT", "METRICS_PORT"]) {
    const env = { ...process.env, DATA_DIR: testFolder(t), PORT: "0", [name]: String(port) };
    const options = { env, encoding: "utf8" } as const;
    const { status, stderr } = spawnSync(process.execPath, ["server/main.ts"], options);
    t.equal(status, 1, name);
    t.match(stderr, new RegExp(`^${name}: ${port} of 127.0.0.1: another program .*\\n$`));
  }
});

t.test("mistakes in the content stop the start: a line each, without a stack", async (t) => {
  const dir = copyContent(join(testFolder(t), "content"));
  edit(dir, "faq.json", '"more":', '"mor": 1, "more":');
  edit(dir, "home.sw.json", "{", '{ "heroSlide": 1,');
  const env = { ...process.env, DATA_DIR: join(dir, "../data"), PORT: "0", CONTENT_DIR: dir };
  const options = { env, encoding: "utf8" } as const;
  const { status, stderr } = spawnSync(process.execPath, ["server/main.ts"], options);
  t.equal(status, 1);
  t.same(stderr.trim().split("\n"), [
    'content/faq.json:6: field "items[0].mor": is not a known field',
    'content/home.sw.json:1: field "heroSlide": is not a known field',
  ]);
});

t.test(
  "in development a site that mistakes have stopped starts when they are corrected",
  async (t) => {
    const dir = copyContent(join(testFolder(t), "content"));
    edit(dir, "faq.json", '"more":', '"mor": 1, "more":');
    const env = { ...process.env, DATA_DIR: join(dir, "../data"), PORT: "0", CONTENT_DIR: dir };
    const args = ["--import", "./server/require-node.mjs", "server/dev.ts"];
    const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
    const ended = once(child, "exit");
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        output += chunk;
      });
    t.teardown(async () => {
      child.kill("SIGTERM");
      await ended;
    });
    await until(() => output.includes('content/faq.json:6: field "items[0].mor"'));
    t.notMatch(output, "site ready");
    edit(dir, "faq.json", '"mor": 1, "more":', '"more":');
    await until(() => output.includes("site ready at "));
  },
);

t.test("a server that was never built says how to build it", async (t) => {
  const options = { cwd: testFolder(t), encoding: "utf8" } as const;
  const unbuilt = spawnSync(process.execPath, [resolve("server/main.ts")], options);
  t.match(unbuilt, { status: 1, stderr: 'run "npm run build"' });
});

t.test("the site as npm start runs it, from its first line to its end", async (t) => {
  const source = await startFakeContentApi({ news: fullRows("news"), events: fullRows("events") });
  t.teardown(source.close);
  const env = {
    CONTENT_API_URL: source.url,
    DATA_DIR: testFolder(t),
    METRICS_PORT: "0",
    EVENTS_WRITE_TOKEN: "hidden-hidden-hidden",
    EVENTS_WRITE_TOKENS: "hidden-hidden-hidden",
  };
  const site = await startSiteProcess(env, process.cwd(), ["npm", "start"]);
  // npm does not pass SIGKILL on to the site.
  t.teardown(() => site.end());
  const statusOf = async (path: string) => (await fetch(site.url + path)).status;

  await t.test("the first lines show settings, versions and commit, but no secret", async (t) => {
    const commit = /^(?:[\da-f]{40}(?:-dirty)?|unknown)$/;
    t.match(await site.logged(({ msg }) => msg === "starting"), {
      settings: { EVENTS_WRITE_TOKEN: "(set)", FRESH_SECONDS: 300 },
      versions: { commit, node: process.version, fastify: /^5\./, react: /^19\./ },
    });
    const { versions } = await site.logged(({ msg }) => msg === "starting");
    const ready = await (await fetch(`${site.url}/health/ready`)).json();
    t.equal(ready.commit, (versions as { commit: string }).commit);
    const misspelt = await site.logged(({ msg }) => msg === "unknown setting ignored");
    t.match(misspelt, { setting: "EVENTS_WRITE_TOKENS", meant: "EVENTS_WRITE_TOKEN", level: 40 });
    t.notMatch(site.lines.join("\n"), "hidden-");
  });

  await t.test("the warm-up is a request like any other, and is not aborted", async (t) => {
    const line = await site.logged(({ msg, route }) => msg === "request" && route === "/");
    t.match(line, { status: 200, aborted: false, pageCache: "miss" });
  });

  await t.test("metrics have a port of their own when they are given one", async (t) => {
    const { metrics } = await site.logged(({ msg }) => msg === "metrics server listening");
    const { port } = metrics as { port: number };
    const { families } = await readMetrics(`http://127.0.0.1:${port}/metrics`);
    t.ok(families.has("http_request_duration_seconds"));
    t.equal(await statusOf("/metrics"), 404);
  });

  await t.test("a signal turns debug logging on, and off again", async (t) => {
    const isChange = ({ msg }: Readonly<Record<string, unknown>>) => msg === "log level changed";
    for (const [times, logLevel] of ["debug", "info"].entries()) {
      process.kill(site.pid, "SIGUSR2");
      t.equal((await site.logged(isChange, times)).logLevel, logLevel);
    }
    t.equal(await statusOf("/"), 200, "the site keeps running");
  });

  await t.test("the commands of staff and operators see what the site has stored", async (t) => {
    t.equal((await postJson(`${site.url}/bff/volunteer`, VOLUNTEER)).status, 202);
    const body = new URLSearchParams(PLEDGE);
    const pledged = await fetch(`${site.url}/donate/pledge`, { method: "POST", body });
    t.equal(pledged.status, 200);
    const settings = { ...process.env, ...env, PORT: new URL(site.url).port };
    const run = (command: string, ...args: string[]) =>
      promisify(execFile)("npm", ["run", "--silent", command, "--", ...args], { env: settings });
    const [inbox, gifts, doctor] = await Promise.all([
      run("inbox", "list", "--format", "json"),
      run("gifts", "export", "--format", "json"),
      run("doctor"),
    ]);
    t.match(JSON.parse(inbox.stdout), [{ form: "volunteer", state: "kept" }]);
    t.match(JSON.parse(gifts.stdout), [{ state: "pledged" }]);
    t.match(doctor.stdout, "0 failures");
  });

  await t.test("SIGTERM cuts no response, ends with 0 and leaves no process behind", async (t) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    const wrong: string[] = [];
    let responses = 0;
    let responsesAfter503 = 0;
    let isUnready = false;
    let isOver = false;
    const ask = (path: string) =>
      new Promise<void>((done) => {
        get(site.url + path, { agent }, (response) => {
          let bytes = 0;
          response.on("data", (chunk: Buffer) => {
            bytes += chunk.length;
          });
          response.on("end", () => {
            const { headers, statusCode, complete } = response;
            const isWhole = complete && bytes === Number(headers["content-length"] ?? bytes);
            if (path === "/health/ready") isUnready ||= statusCode === 503;
            else if (!isWhole || statusCode !== 200) wrong.push(`${statusCode}, ${bytes} bytes`);
            else {
              responses += 1;
              if (isUnready) responsesAfter503 += 1;
            }
            done();
          });
        }).on("error", ({ message, code = message }: NodeJS.ErrnoException) => {
          // Once the port is closed, new connections are refused; load balancers were told long before.
          if (code === "ECONNREFUSED") isOver = true;
          else wrong.push(code);
          done();
        });
      });
    const visitors = Array.from({ length: 8 }, async (_, index) => {
      while (!isOver) await ask(index === 0 ? "/health/ready" : "/news-events");
    });
    // The second half of this message is sent after the port is closed.
    const letter = Buffer.from(JSON.stringify(CONTACT));
    const headers = { "content-type": "application/json", "content-length": letter.length };
    const slow = request(`${site.url}/bff/contact`, { method: "POST", headers });
    const taken = new Promise<number | undefined>((done, fail) => {
      slow.on("response", (response) => response.resume() && done(response.statusCode));
      slow.on("error", fail);
    });
    slow.write(letter.subarray(0, 20));
    await until(() => responses >= 20);

    site.signal("SIGTERM");
    await Promise.all(visitors);
    slow.end(letter.subarray(20));
    t.equal(await taken, 200, "the request under way is finished");
    t.equal(source.contacts.size, 1);
    t.equal(await site.ended, 0);
    agent.destroy();
    t.same(wrong, []);
    t.ok(isUnready, "balancers are told first");
    t.ok(responsesAfter503 > 0, "and are served meanwhile");
    await until(() => {
      try {
        return !process.kill(site.pid, 0);
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === "ESRCH";
      }
    });
  });
});
