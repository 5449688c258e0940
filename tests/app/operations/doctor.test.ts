import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import t, { type Test } from "tap";
import { runChecks } from "../../../server/ops/doctor/doctor.ts";
import { formatFindings } from "../../../server/ops/doctor/findings.ts";
import { mailChanges } from "../../../server/ops/doctor/mail-changes.ts";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { flutterwaveEnv, startFakeFlutterwave } from "../../fakes/flutterwave.ts";
import { startMailServer } from "../../fakes/mail-server.ts";
import { fullRows } from "../../fixtures/samples.ts";
import { listen } from "../../setup/listen.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { siteStore } from "../../setup/site/site-store.ts";

/** Runs the checks of `npm run doctor`, and returns the findings with the exit code. */
async function doctor(env: Record<string, string>) {
  const findings = await runChecks({ PORT: "0", ...env });
  return {
    code: findings.some(({ state }) => state === "failure") ? 1 : 0,
    findings,
    of: (check: string) => findings.filter((one) => one.check === check),
    words: formatFindings(findings),
  };
}

function folder(t: Test): string {
  const dir = mkdtempSync(join(tmpdir(), "doctor-"));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Checks that the fault is the only one, says how to fix the problem, and makes the command exit with 1. */
function hasFault(
  t: Test,
  result: Awaited<ReturnType<typeof doctor>>,
  check: string,
  says: RegExp,
) {
  t.equal(result.code, 1);
  const faults = result.findings.filter(({ state }) => state === "failure");
  t.same([...new Set(faults.map((one) => one.check))], [check]);
  t.match(faults[0]?.message, says);
  t.ok((faults[0]?.fix?.length ?? 0) > 10);
}

t.test("a healthy machine gets no complaint, in text too", async (t) => {
  const source = await startFakeContentApi({ news: fullRows("news"), events: fullRows("events") });
  t.teardown(source.close);
  const env = { DATA_DIR: folder(t), CONTENT_API_URL: source.url };
  const { code, findings, of, words } = await doctor(env);
  t.equal(code, 0);
  t.same(
    findings.filter(({ state }) => state === "failure"),
    [],
  );
  t.match(of("source")[0]?.message, /\d+ news, \d+ events/);
  t.match(words, /^ok +settings +all settings are valid/);
  t.match(words, "0 failures");
});

t.test("settings that cannot be used are named, each with its rule", async (t) => {
  const result = await doctor({ PORT: "many", TRUST_PROXY: "true", DATA_DIR: folder(t) });
  hasFault(t, result, "settings", /^(PORT|TRUST_PROXY): /);
  t.equal(result.of("settings").length, 2);
});

t.test("a proxy that is not trusted, and public sample content, are pointed out", async (t) => {
  const env = { PUBLIC_ORIGIN: "https://x.test", DATA_DIR: folder(t) };
  hasFault(t, await doctor(env), "settings", /^CONTENT_API_URL: it must be set/);
  const { code, of } = await doctor({ ...env, CONTENT_API_URL: "embedded" });
  t.equal(code, 0);
  t.match(of("settings"), [
    { state: "warning", message: /TRUST_PROXY is not set/ },
    { state: "warning", message: /sample content .* is public/ },
  ]);
});

t.test("it is said who can read the metrics", async (t) => {
  const says = async (env: Record<string, string>) =>
    (await doctor({ DATA_DIR: folder(t), ...env })).of("settings").at(-1)?.message;
  t.match(await says({}), /^\/metrics is closed; METRICS_PORT or METRICS_TOKEN opens it/);
  const both = { METRICS_PORT: "0", METRICS_TOKEN: "at-least-16-characters" };
  t.equal(await says(both), "/metrics is on port 0 and on the site's port with METRICS_TOKEN");
});

t.test("a misspelt setting is pointed out, with the name that is meant", async (t) => {
  const { code, of } = await doctor({ FORM_RATE_MAXX: "9", DATA_DIR: folder(t) });
  t.equal(code, 0);
  const [found] = of("settings");
  t.match(found, {
    state: "warning",
    message: /^FORM_RATE_MAXX /,
    fix: "set FORM_RATE_MAX instead",
  });
});

t.test("a folder that cannot be written is found", async (t) => {
  const file = join(folder(t), "file");
  writeFileSync(file, "");
  hasFault(t, await doctor({ DATA_DIR: join(file, "var") }), "disk", /ENOTDIR/);
});

t.test("a port that another program has is found; the site itself is no fault", async (t) => {
  const { port, close } = await listen(
    createServer((_request, response) => response.end("not ours")),
  );
  t.teardown(close);
  const taken = await doctor({ DATA_DIR: folder(t), PORT: String(port) });
  hasFault(t, taken, "site", /used by another program/);
  const mail = await startMailServer(t);
  hasFault(t, await doctor({ DATA_DIR: folder(t), PORT: String(mail.port) }), "site", /used by/);

  const { source, site } = await startScene(t, samples());
  const sitePort = new URL(site.url).port;
  const beside = await doctor({ DATA_DIR: folder(t), PORT: sitePort });
  t.equal(beside.code, 0);
  t.match(beside.of("site"), [{ state: "ok", message: /runs on port.*ready/ }]);
  source.mode = "refuse";
  await fetch(`${site.url}/bff/news`);
  const degraded = await doctor({ DATA_DIR: folder(t), PORT: sitePort });
  t.match(degraded.of("site")[1], { state: "warning", message: /^source is degraded: news: / });
});

t.test("an unreachable source and one that sends nonsense are told apart", async (t) => {
  const source = await startFakeContentApi({ news: [], events: [] });
  t.teardown(source.close);
  const env = { DATA_DIR: folder(t), CONTENT_API_URL: source.url };
  source.mode = "refuse";
  hasFault(t, await doctor(env), "source", /connection ended/);
  source.mode = "nonsense";
  hasFault(t, await doctor(env), "source", /, news: .* not JSON/);
  source.mode = "error";
  const failing = await doctor(env);
  hasFault(t, failing, "source", /status 500/);
  t.notMatch(JSON.stringify(failing.findings), "secret-of-the-source");
});

t.test("rows that cannot be shown are counted", async (t) => {
  const source = await startFakeContentApi({
    news: [...fullRows("news"), { nothing: 1 }],
    events: [],
  });
  t.teardown(source.close);
  const { code, of } = await doctor({ DATA_DIR: folder(t), CONTENT_API_URL: source.url });
  t.equal(code, 0);
  t.match(of("source")[1], { state: "warning", message: /cannot be shown/ });
});

t.test("a broken store is a fault; messages that wait or are dead are pointed out", async (t) => {
  const broken = folder(t);
  writeFileSync(
    join(broken, "site.sqlite"),
    "this is no database, and long enough to tell".repeat(50),
  );
  hasFault(t, await doctor({ DATA_DIR: broken }), "store", /site.sqlite: file is not a database/);

  const dataDir = folder(t);
  const { store, inbox } = await siteStore(t, dataDir);
  await inbox.add({ fields: {}, requestId: "r", form: "contact", key: "a" }, "waiting");
  const receivedAt = Date.now() - 2 * 3_600_000;
  await store.db.updateTable("messages").set({ receivedAt }).execute();
  const { code, of } = await doctor({ DATA_DIR: dataDir });
  t.equal(code, 0);
  t.match(of("inbox")[1], { state: "warning", message: /waiting for delivery for \d+ minutes/ });
});

t.test("a PostgreSQL that is away is found, and its password is not shown", async (t) => {
  const away = "postgres://user:hidden@127.0.0.1:9/foundation";
  const result = await doctor({ DATA_DIR: folder(t), DATABASE_URL: away });
  hasFault(t, result, "store", /127\.0\.0\.1:9\/foundation: .*ECONNREFUSED/);
  t.notMatch(JSON.stringify(result.findings), "hidden");
});

t.test("the keys of the payment provider are tried by a harmless call", async (t) => {
  const source = await startFakeContentApi({});
  const flutterwave = await startFakeFlutterwave();
  t.teardown(async () => {
    await source.close();
    await flutterwave.close();
  });
  const env = {
    CONTENT_API_URL: source.url,
    DATA_DIR: folder(t),
    ...flutterwaveEnv(flutterwave),
  };
  const good = await doctor(env);
  t.match(good.of("payments"), [{ state: "ok" }]);
  t.match(flutterwave.calls, [{ method: "GET", path: "/v3/balances" }]);
  const wrong = await doctor({ ...env, FLUTTERWAVE_SECRET_KEY: "FLWSECK_TEST-of-somebody-else" });
  t.match(wrong.of("payments"), [{ state: "failure", message: /rejects FLUTTERWAVE_SECRET_KEY/ }]);
  t.notMatch(JSON.stringify(wrong.findings), "somebody-else");
  const alone = await doctor({ ...env, FLUTTERWAVE_WEBHOOK_HASH: "" });
  t.match(alone.of("settings"), [
    { state: "failure", message: /FLUTTERWAVE_WEBHOOK_HASH: it must be/ },
  ]);
});

const mailEnv = (port: number) => ({
  SMTP_URL: `smtp://user:hidden@127.0.0.1:${port}`,
  MAIL_FROM: "The Foundation <web@foundation.example>",
  OFFICE_EMAIL: "office@foundation.example",
});

t.test("switched-off features are reported, and are no fault", async (t) => {
  const { code, of } = await doctor({ DATA_DIR: folder(t) });
  t.equal(code, 0);
  for (const check of ["mail", "desk", "payments"])
    t.match(of(check), [{ state: "ok", message: /^off: / }], check);
});

t.test("a mail server that takes no mail is found, with its error and what to do", async (t) => {
  const server = await startMailServer(t);
  const dataDir = folder(t);
  const away = await doctor({ DATA_DIR: dataDir, ...mailEnv(9) });
  hasFault(t, away, "mail", /127\.0\.0\.1:9 does not accept mail \(ECONNREFUSED\)/);
  t.match(away.of("mail")[0]?.fix, /the connection was refused: .*SMTP_URL/);
  t.notMatch(JSON.stringify(away.findings), "hidden");
  const { port } = server;
  const SMTP_URL = `smtp://127.0.0.1:${port}`;
  const well = await doctor({ DATA_DIR: dataDir, ...mailEnv(port), SMTP_URL });
  t.match(well.of("mail"), [{ state: "ok", message: /can be used/ }]);
  const plain = { ...mailEnv(port), SMTP_URL: `${SMTP_URL}?requireTLS=true` };
  const withoutTls = await doctor({ DATA_DIR: dataDir, ...plain });
  t.match(withoutTls.of("mail"), [{ state: "failure", message: /ETLS/, fix: /speaks TLS/ }]);
});

t.test("the office is told once what is wrong, and once that it is well again", async (t) => {
  const server = await startMailServer(t);
  const source = await startFakeContentApi({ news: fullRows("news"), events: fullRows("events") });
  t.teardown(source.close);
  const env = {
    DATA_DIR: folder(t),
    CONTENT_API_URL: source.url,
    PUBLIC_ORIGIN: "http://site.example",
    ...mailEnv(server.port),
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
  };
  const run = async () => {
    await mailChanges((await doctor(env)).findings, env);
    return server.mails.length;
  };
  t.equal(await run(), 0, "nothing is wrong");
  source.mode = "refuse";
  t.same([await run(), await run()], [1, 1]);
  t.match(server.mails[0], {
    to: ["office@foundation.example"],
    text: /source: .*What to do/s,
  });
  rmSync(join(env.DATA_DIR, "site.sqlite"), { force: true });
  writeFileSync(join(env.DATA_DIR, "site.sqlite"), "no database".repeat(500));
  t.equal(await run(), 2, "something else is wrong as well");
  t.match(server.mails[1]?.text, /New since the last mail:\s+- store: .*Still open:\s+- source: /s);
  rmSync(join(env.DATA_DIR, "site.sqlite"));
  source.mode = "well";
  server.refusal = { responseCode: 450, message: "later" };
  await t.rejects(mailChanges((await doctor(env)).findings, env));
  server.refusal = null;
  t.same([await run(), await run()], [3, 3]);
  t.match(server.mails[2]?.header("subject"), /site\.example: all problems are solved/);
  t.match(server.mails[2]?.text, /Solved:\s+- (source|store): /);
});

t.test("the record of mails to the office is kept where nobody else can write", async (t) => {
  const server = await startMailServer(t);
  const root = folder(t);
  writeFileSync(join(root, "file"), "");
  const env = {
    DATA_DIR: join(root, "file", "var"),
    ...mailEnv(server.port),
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    RUNTIME_DIRECTORY: folder(t),
  };
  const { findings } = await doctor(env);
  const wrong = findings.filter(({ state }) => state !== "ok");
  const told = wrong.map(({ check, message }) => [
    `${check} ${message.split(/: | \(/)[0]}`,
    "told",
  ]);
  const name = `doctor-state${resolve(env.DATA_DIR).replaceAll(/\W/g, "-")}.json`;
  const shared = join(tmpdir(), name);
  t.teardown(() => rmSync(shared, { force: true }));
  writeFileSync(shared, JSON.stringify(Object.fromEntries(told)));
  await mailChanges(findings, env);
  t.equal(server.mails.length, 1, "a world-writable file cannot suppress a mail");
  await mailChanges(findings, env);
  t.equal(server.mails.length, 1, "told once, while DATA_DIR cannot be written");
  const mended = { ...env, DATA_DIR: folder(t) };
  await mailChanges([{ check: "disk", state: "ok", message: "well" }], mended);
  t.equal(server.mails.length, 2, "well again");
  t.same(readdirSync(env.RUNTIME_DIRECTORY), []);
  t.equal(statSync(join(mended.DATA_DIR, "doctor-state.json")).mode & 0o077, 0);
});

t.test("a timer reports a site that does not run", async (t) => {
  const env = { DATA_DIR: folder(t), PORT: "0" };
  const findings = await runChecks(env, true);
  t.match(
    findings.filter(({ state }) => state === "failure"),
    [{ message: /does not run on/ }],
  );
});

t.test("each command prints its usage, even if the settings are invalid", async (t) => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const env = { ...process.env, PORT: "none", NODE_OPTIONS: "" };
  for (const name of ["doctor", "inbox", "gifts", "staff", "content-api"]) {
    const [, ...args] = scripts[name].replace(/^exec /, "").split(" ");
    const { stdout } = await promisify(execFile)(process.execPath, [...args, "--help"], { env });
    t.match(stdout, new RegExp(`^npm run ${name}[ \\n].*Exit code 0`, "s"), name);
  }
});
