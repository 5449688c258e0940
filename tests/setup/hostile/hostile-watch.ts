import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import type { Browser, BrowserContextOptions, Request } from "playwright-core";
import t from "tap";
import { launchBrowser } from "../services/browser.ts";
import { hydrated } from "../site/hydrated.ts";
import { interactWithAll, tryDocument } from "./hostile-interactions.ts";

/** The host that live payloads call. A connection to this host is proof, whatever the browser reports. */
const CANARY = "canary.test";

interface WatchedBrowser {
  browser: Browser;
  /** Returns the first bytes of every connection to the canary since the last call. */
  canaryCallers: () => string[];
}

async function launch(): Promise<WatchedBrowser> {
  const callers: string[] = [];
  const sink = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (bytes) => {
      callers.push(bytes.toString("latin1"));
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => sink.listen(0, "127.0.0.1", resolve));
  const { port } = sink.address() as AddressInfo;
  const browser = await launchBrowser([
    `--host-resolver-rules=MAP pictures.test ~NOTFOUND, MAP * 127.0.0.1:${port}, EXCLUDE 127.0.0.1`,
  ]);
  t.teardown(async () => {
    await browser.close();
    await new Promise((resolve) => sink.close(resolve));
  });
  // The filter works for TLS too: the host name is sent in the clear.
  const canaryCallers = () => callers.splice(0).filter((bytes) => bytes.includes(CANARY));
  return { browser, canaryCallers };
}

let launched: Promise<WatchedBrowser> | null = null;

/** Returns the browser shared by all files of this process. Every host but loopback resolves to a socket that only listens. */
export function watchedBrowser(): Promise<WatchedBrowser> {
  launched ??= launch();
  return launched;
}

interface Options extends BrowserContextOptions {
  /** The site's origin. */
  own: string;
}

/**
 * Opens a page that records whatever a hostile text could do: code that runs, dialogs, windows, downloads, workers, sockets, policy
 * violations, and every request that leaves the site, including those for pictures.
 */
export async function watchPage({ own, ...options }: Options) {
  const { browser, canaryCallers } = await watchedBrowser();
  const context = await browser.newContext({ acceptDownloads: false, ...options });
  const seen: string[] = [];
  await context.exposeBinding("hostileCodeRan", ({ frame }, what) => {
    seen.push(`code ran in ${frame.url()}: ${String(what).slice(0, 100)}`);
  });
  await context.addInitScript(() => {
    for (const name of ["alert", "confirm", "prompt", "print"]) {
      const report = (...output: unknown[]) =>
        Reflect.get(window, "hostileCodeRan")(`${name} ${output}`);
      Object.defineProperty(window, name, { value: report });
    }
  });
  await context.addInitScript(`window.pokeAll = ${interactWithAll}`);
  const note = (request: Request) => {
    const url = request.url();
    if (url.startsWith(`${own}/`)) return;
    if (!url.startsWith("data:")) seen.push(`${request.resourceType()} ${url.slice(0, 200)}`);
  };
  context.on("request", note);
  context.on("serviceworker", (worker) => {
    const { pathname, search } = new URL(worker.url());
    if (pathname + search !== "/service-worker.js") seen.push(`service worker ${worker.url()}`);
  });
  const page = await context.newPage();
  context.on("page", (popup) => {
    seen.push(`window ${popup.url()}`);
    void popup.close();
  });
  page.on("dialog", (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("download", (download) => seen.push(`download ${download.url()}`));
  page.on("worker", (worker) => seen.push(`worker ${worker.url()}`));
  page.on("websocket", (socket) => seen.push(`socket ${socket.url()}`));
  page.on("pageerror", (error) => seen.push(`error ${error.message.slice(0, 300)}`));
  page.on("console", (message) => {
    const text = message.text();
    const isLoad = text.startsWith("Failed to load resource");
    if (message.type() === "error" && !isLoad) seen.push(`console ${text.slice(0, 300)}`);
  });

  /** Tries everything that a visitor could set off on the current page, and records what does not belong there. */
  async function tryAll(): Promise<void> {
    const at = page.url();
    await hydrated(page).catch((error: Error) =>
      seen.push(`the page was not hydrated: ${error.message}`),
    );
    const found = await page.evaluate(tryDocument, {
      root: "main",
      clickable: "main a, main summary",
    });
    seen.push(...found);
    if (page.url() !== at) seen.push(`went from ${at} to ${page.url()}`);
  }

  /** Returns everything seen since the last call; every page must return `[]`. */
  const report = (): string[] => [...seen.splice(0), ...canaryCallers()];
  return { context, page, tryAll, report };
}
