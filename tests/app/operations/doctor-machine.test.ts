import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { join } from "node:path";
import t from "tap";
import { runChecks } from "../../../server/ops/doctor/doctor.ts";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { fullRows } from "../../fixtures/samples.ts";
import { listen } from "../../setup/listen.ts";
import { selfSigned } from "../../setup/site/self-signed.ts";
import { siteStore } from "../../setup/site/site-store.ts";
import { staffProgram } from "../../setup/site/staff-in-process.ts";
import { testFolder } from "../../setup/test-folder.ts";

const HOUR_MS = 3_600_000;

async function findings(check: string, env: Record<string, string>) {
  const found = await runChecks({ PORT: "0", ...env });
  return found.filter((one) => one.check === check);
}

t.test("what former versions and settings have left is named, with what to do", async (t) => {
  const DATA_DIR = testFolder(t);
  for (const name of ["inbox.sqlite", "site.sqlite"]) writeFileSync(join(DATA_DIR, name), "");
  const env = {
    DATA_DIR,
    REDIS_URL: "redis://127.0.0.1",
    DATABASE_URL: "postgres://x@127.0.0.1:9/x",
  };
  const found = await findings("settings", env);
  t.match(found.slice(0, 3), [
    { state: "warning", message: /^REDIS_URL is set/, fix: /DATABASE_URL/ },
    { message: /inbox\.sqlite is the store of a former version/, fix: /export/ },
    { message: /site\.sqlite is not read, because DATABASE_URL is set/, fix: /npm run move/ },
  ]);
});

t.test("a clock that differs from that of the source is named, with the side", async (t) => {
  let aheadMs = 0;
  const { port, close } = await listen(
    createServer((_request, response) => {
      response.setHeader("date", new Date(Date.now() + aheadMs).toUTCString());
      response.setHeader("content-type", "application/json");
      response.end('{"items": []}');
    }),
  );
  t.teardown(close);
  const env = { DATA_DIR: testFolder(t), CONTENT_API_URL: `http://127.0.0.1:${port}` };
  t.match(await findings("clock", env), [{ state: "ok" }]);
  aheadMs = 2 * HOUR_MS;
  t.match(await findings("clock", env), [
    { state: "warning", message: /7\d\d\d s behind that of the content source/ },
  ]);
  aheadMs = -2 * HOUR_MS;
  t.match(await findings("clock", env), [{ message: /ahead of that of the content source/ }]);
});

t.test("a backup that is missing on a public site, or old, is named", async (t) => {
  const DATA_DIR = testFolder(t);
  const { store } = await siteStore(t, DATA_DIR);
  const env = { DATA_DIR, CONTENT_API_URL: "embedded" };
  const PUBLIC_ORIGIN = "https://localhost:9";
  t.match(await findings("backup", env), [{ state: "ok", message: /no backup/ }]);
  t.match(await findings("backup", { ...env, PUBLIC_ORIGIN }), [{ state: "warning" }]);
  await staffProgram("backup", [join(DATA_DIR, "backups")], env);
  t.match(await findings("backup", { ...env, PUBLIC_ORIGIN }), [
    { state: "ok", message: /0 hours old/ },
  ]);
  const value = String(Date.now() - 30 * HOUR_MS);
  await store.db.updateTable("secrets").set({ value }).where("name", "=", "last-backup").execute();
  t.match(await findings("backup", env), [{ state: "warning", message: /30 hours old/ }]);
});

t.test("sample texts beside a real source are counted", async (t) => {
  const source = await startFakeContentApi({ news: fullRows("news"), events: fullRows("events") });
  t.teardown(source.close);
  const DATA_DIR = testFolder(t);
  await siteStore(t, DATA_DIR);
  const own = { DATA_DIR, CONTENT_DIR: "tests/fixtures/content" };
  const [found] = await findings("content", { ...own, CONTENT_API_URL: source.url });
  t.match(found, { state: "warning", message: /^the site shows \d+ sample texts, in / });
  t.same(await findings("content", { ...own, CONTENT_API_URL: "embedded" }), []);
});

t.test("a certificate that browsers refuse is a failure", async (t) => {
  const { port, close } = await listen(createTlsServer(selfSigned()));
  t.teardown(close);
  const env = { DATA_DIR: testFolder(t), CONTENT_API_URL: "embedded" };
  const PUBLIC_ORIGIN = `https://localhost:${port}`;
  t.match(await findings("certificate", { ...env, PUBLIC_ORIGIN }), [
    { state: "failure", message: /browsers refuse the certificate of localhost/ },
  ]);
  t.same(await findings("certificate", env), []);
});
