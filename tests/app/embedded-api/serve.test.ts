import { spawn } from "node:child_process";
import { once } from "node:events";
import t from "tap";
import { buildEmbeddedApi, startEmbeddedApi } from "../../../server/embedded-api/embedded-api.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { every } from "../../setup/whole.ts";
import { NOW } from "./with-api.ts";

const SERVE = new URL("../../../server/embedded-api/serve.ts", import.meta.url).pathname;

function serve(settings: Record<string, string>) {
  const child = spawn(process.execPath, [SERVE], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text.out += chunk;
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    text.err += chunk;
  });
  return { child, text };
}

t.test("the started API responds at its URL, and closes twice without an error", async (t) => {
  const api = await startEmbeddedApi({ dataDir: testFolder(t), port: 0, now: () => NOW });
  t.match(api.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  const response = await fetch(`${api.url}/api/news/`);
  t.equal(response.status, 200);
  await response.arrayBuffer();
  await api.close();
  await api.close();
  await t.rejects(fetch(`${api.url}/api/news/`));
});

t.test("a port in use is reported, and nothing stays open", async (t) => {
  const dataDir = testFolder(t);
  const api = await startEmbeddedApi({ dataDir, port: 0 });
  t.teardown(() => api.close());
  const port = Number(new URL(api.url).port);
  await t.rejects(startEmbeddedApi({ dataDir, port }), { code: "EADDRINUSE" });
  const { child, text } = serve({ DATA_DIR: dataDir, CONTENT_API_PORT: String(port) });
  const [code] = await once(child, "close");
  t.equal(code, 1);
  t.match(text.err, /^The content API could not start: .*EADDRINUSE/);
});

t.test("the stand-alone process prints one line and shuts down gracefully", async (t) => {
  for (const signal of every(2, ["SIGTERM", "SIGINT"] as const)) {
    const { child, text } = serve({ DATA_DIR: testFolder(t), CONTENT_API_PORT: "0", HOST: "" });
    await once(child.stdout, "data");
    const url = /^Content API: (http:\/\/127\.0\.0\.1:\d+) /.exec(text.out)?.[1] ?? "";
    const response = await fetch(`${url}/api/events/`);
    t.equal(response.status, 200);
    await response.arrayBuffer();
    child.kill(signal);
    const [code] = await once(child, "close");
    t.equal(code, 0, signal);
    t.equal(text.out.trim().split("\n").length, 1);
    t.equal(text.err, "");
  }
});

t.test("two processes that start together seed once; emptied data is not reseeded", async (t) => {
  const dataDir = testFolder(t);
  const open = () => buildEmbeddedApi({ dataDir, now: () => NOW });
  const [one, two] = [open(), open()];
  const { items } = (await one.inject("/api/events")).json();
  t.same((await two.inject("/api/events")).json().items, items);
  for (const { id } of items) await one.inject({ method: "DELETE", url: `/api/events/${id}` });
  await Promise.all([one.close(), two.close()]);
  const later = open();
  t.same((await later.inject("/api/events")).json().items, []);
  await later.close();
});
