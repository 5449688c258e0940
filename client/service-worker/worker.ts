import { DATA_SAVER } from "../../shared/contract/data-saver.ts";
import { clearPages, keptPages } from "../data/kept-pages.ts";
import { keptForms, sendKept } from "../data/outbox.ts";

declare const self: ServiceWorkerGlobalScope;

/** The time that a navigation with a kept copy waits for its response. */
const PATIENCE_MS = 8_000;

/** Fills the list of kept pages into the page for it. In place of a page that is not kept, the response says so. */
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

/**
 * Responds from the network first. When the network fails or times out, the response is the kept copy, or the list of kept pages when
 * there is no copy.
 */
async function navigate(event: FetchEvent): Promise<Response> {
  // A photograph of the gallery is a state of the gallery page, which has one copy.
  const url = event.request.url.replace(/[?&]photo=.*/, "");
  const { pathname } = new URL(url);
  const preloaded: Promise<Response | undefined> = Promise.resolve(event.preloadResponse);
  const network = preloaded.then((response) => response ?? fetch(event.request));
  // Send the outbox from here: a page under data saver has no script to do so.
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
  // With preload, a navigation request starts without waiting for this worker.
  const preload = self.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([self.clients.claim(), preload]));
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { pathname } = new URL(url);
  // The visitor switches data saver. In the other mode the kept pages would be neither used nor shown on /your-data.
  if (method === "POST" && pathname === DATA_SAVER.path) event.waitUntil(clearPages());
  if (mode === "navigate" && method === "GET") event.respondWith(navigate(event));
  // Files with a hash in their name, which the browser's own cache may have dropped, and the documents of kept pages.
  else if (!navigator.onLine && /^\/assets\/|^\/bff\/view\/content$/.test(pathname))
    event.respondWith(caches.match(url).then((copy) => copy ?? fetch(event.request)));
});

self.addEventListener("sync", (event) => {
  const send = async () => {
    await sendKept();
    // An error makes the browser try again later.
    if ((await keptForms()).some(({ state }) => state === "waiting")) throw new Error("waiting");
  };
  // WICG Background Sync, section 5. The types in lib.webworker.d.ts lack this event.
  (event as ExtendableEvent).waitUntil(send());
});
