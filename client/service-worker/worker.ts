import { DATA_SAVER } from "../../shared/contract/data-saver.ts";
import { clearPages, keptPages } from "../data/kept-pages.ts";
import { keptForms, sendKept } from "../data/outbox.ts";

declare const self: ServiceWorkerGlobalScope;

/** How long a navigation with a copy waits for its response. */
const PATIENCE_MS = 8_000;

/** The page that lists what is kept, with its list. In place of a page that is not kept it says so. */
async function listPage(list: Response, notKept?: string): Promise<Response> {
  const items = (await keptPages()).map(({ item }) => item);
  let html = await list.text();
  html = html.replace(/<ul id="kept-pages"[^>]*>/, (start) => start + items.join(""));
  if (notKept)
    html = html.replace(
      /(id="not-kept") hidden=""(.*?href=")[^"]*/s,
      (_, start: string, between: string) => start + between + notKept.replaceAll("&", "&amp;"),
    );
  return new Response(html, { headers: list.headers, status: notKept ? 503 : 200 });
}

/** Network first: a copy is shown when the network fails, or does not answer in time; where there is none, the list. */
async function navigate(event: FetchEvent): Promise<Response> {
  // A photograph of the gallery is a place on its page.
  const url = event.request.url.replace(/[?&]photo=.*/, "");
  const { pathname } = new URL(url);
  const preloaded: Promise<Response | undefined> = Promise.resolve(event.preloadResponse);
  const network = preloaded.then((response) => response ?? fetch(event.request));
  // A page under data saver has no script to send what waits.
  event.waitUntil(network.then(sendKept).catch(() => {}));
  const late = async () => {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    return (await caches.match(url)) ? undefined : network;
  };
  const response =
    (await Promise.race([network, late()]).catch(() => undefined)) ?? (await caches.match(url));
  const list = /^\/sw(?:\/|$)/.test(pathname) ? "/sw/offline" : "/offline";
  if (response) return response.ok && pathname === list ? listPage(response) : response;
  const copy = await caches.match(list);
  return copy ? listPage(copy, url) : Response.error();
}

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener("activate", (event) => {
  // The request of a navigation starts without waiting for this worker.
  const preload = self.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([self.clients.claim(), preload]));
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { pathname } = new URL(url);
  // The other mode of the pages begins, in which these would be neither used nor shown on /your-data.
  if (method === "POST" && pathname === DATA_SAVER.path) event.waitUntil(clearPages());
  if (mode === "navigate" && method === "GET") event.respondWith(navigate(event));
  // Files with a hash in their name: the browser's own cache may have dropped them.
  else if (!navigator.onLine && pathname.startsWith("/assets/"))
    event.respondWith(caches.match(url).then((copy) => copy ?? fetch(event.request)));
});

self.addEventListener("sync", (event) => {
  const send = async () => {
    await sendKept();
    // The browser tries again later.
    if ((await keptForms()).some(({ state }) => state === "waiting")) throw new Error("waiting");
  };
  // WICG Background Sync, section 5: lib.webworker.d.ts does not have it.
  (event as ExtendableEvent).waitUntil(send());
});
