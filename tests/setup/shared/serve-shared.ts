import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setInterval } from "node:timers";
import { type BrowserServer, chromium } from "playwright-core";
import { launchOptions } from "../services/find-chromium.ts";
import { startEmptySite, startEveryPage } from "../site/every-page.ts";
import type { Shared } from "./ask-shared.ts";

const closers: (() => Promise<void>)[] = [];

async function startBrowser(): Promise<Shared["browser"]> {
  const server: BrowserServer = await chromium.launchServer(launchOptions());
  closers.push(() => server.close());
  return { endpoint: server.wsEndpoint() };
}

async function startSites(): Promise<Shared["sites"]> {
  const samples = await startEveryPage();
  const empty = await startEmptySite();
  closers.push(samples.close, empty.close);
  return {
    samples: { url: samples.site.url, addresses: samples.addresses },
    empty: { url: empty.url },
  };
}

const START: { [Name in keyof Shared]: () => Promise<Shared[Name]> } = {
  browser: startBrowser,
  sites: startSites,
};
const started = new Map<string, Promise<unknown>>();

const server = createServer(async (request, response) => {
  const name = request.url?.slice(1) as keyof Shared;
  if (!started.has(name)) started.set(name, START[name]());
  try {
    response.end(JSON.stringify(await started.get(name)));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});

async function close(): Promise<void> {
  clearInterval(watch);
  server.close();
  await Promise.allSettled(closers.map((end) => end()));
  process.exit();
}

const runner = Number(process.argv[2]);
/** Ends this process with the runner, which may have been killed before it could do so itself. */
const watch = setInterval(() => {
  try {
    process.kill(runner, 0);
  } catch {
    void close();
  }
}, 1_000).unref();
process.once("SIGTERM", close);
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}`, pid: process.pid });
  process.disconnect();
});
