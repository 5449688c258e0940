import { DATA_SAVER } from "../../shared/contract/data-saver.ts";
import { sendKept } from "../data/outbox.ts";

declare const self: ServiceWorkerGlobalScope;

/** Cache names; `/your-data` deletes both caches. */
const PAGES = "pages";
/** What kept pages need: scripts, styles, fonts, and the page that lists them all, one for each language. */
const PARTS = "parts";

const MAX_PAGES = 30;
const MAX_BYTES = 5_000_000;
/** How long a navigation with a copy waits for its response. */
const PATIENCE_MS = 8_000;
/** Files with a hash in their name. */
const PART = /^\/assets\/[\w./-]+\.(?:js|css|woff2)$/;

/** Any other parameter may hold what a visitor typed or was told. */
const PARAMETERS = ["type", "category", "tag", "page", "past", "status"];

/** A header of its own for what is known of a copy: `item` is its HTML in the list, `parts` are paths in `PARTS`. */
const NOTE = "x-kept";
const noteOf = (copy: Response): { item?: string; title?: string; parts?: string[] } =>
  JSON.parse(decodeURI(copy.headers.get(NOTE) ?? "{}"));

const listOf = (url: URL) => (/^\/sw(?:\/|$)/.test(url.pathname) ? "/sw/offline" : "/offline");

/** The key of a page: a photograph of the gallery is a place on its page. */
function keyOf(href: string): string {
  const url = new URL(href);
  url.hash = "";
  if (url.searchParams.has("photo")) url.searchParams.delete("photo");
  return url.href;
}

/** A page as it may be kept: whole, without a nonce, not of one visitor or of staff (server/http/headers.ts). */
const isPublic = ({ ok, redirected, headers }: Response) =>
  ok &&
  !redirected &&
  headers.get("content-type")?.startsWith("text/html") &&
  headers.get("cache-control")?.startsWith("public");

const escaped = (href: string) => href.replaceAll("&", "&amp;");

/** Keeps a page with its headers and a note, under a line that says when, and what it needs. */
async function keep(href: string, loaded: string[], date: string): Promise<void> {
  const { searchParams } = new URL(href);
  if (![...searchParams.keys()].every((name) => PARAMETERS.includes(name))) return;
  // First of all: when the visitor deletes the caches meanwhile, what these get is gone with them.
  const [pages, parts] = await Promise.all([caches.open(PAGES), caches.open(PARTS)]);
  const key = keyOf(href);
  // The browser has just loaded it: a short 304.
  const response = await fetch(key, { headers: { accept: "text/html" } });
  if (!isPublic(response)) return;
  const html = await response.text();
  // A part of the page failed (shared/contract/site-data.ts): a copy that is there already says more.
  if (html.includes('{"kind":"unavailable"') && (await pages.match(key))) return;
  const list = listOf(new URL(key));
  const files = [...html.split(/["')]/), ...loaded].filter((path) => PART.test(path));
  const needed = [...new Set([list, ...files])];
  // Files with a hash never change, the list of pages may.
  const adding = needed.map(async (path) => {
    if (path === list || !(await parts.match(path))) await parts.add(path);
  });
  await Promise.allSettled(adding);
  const words = (await (await parts.match(list))?.text()) ?? "";
  const line = /<template id="kept-line"[^>]*>(.*?)<\/template>/s.exec(words)?.[1] ?? "";
  const title = /<title>([^<|]*)/.exec(html)?.[1]?.trim() ?? key;
  const link = `<a href="${escaped(key)}">${title}</a>`;
  const item = `<li>${link} <span>${date}</span></li>`;
  const headers = new Headers(response.headers);
  headers.set(NOTE, encodeURI(JSON.stringify({ item, parts: needed })));
  const copy = html.replace('<div id="root">', (start) => line.replace("{date}", date) + start);
  // Now the newest of the cache's keys.
  await pages.delete(key);
  await pages.put(key, new Response(copy, { headers }));
  await trim(pages, parts);
}

/** Removes the oldest pages above the limits, and what no page needs. */
async function trim(pages: Cache, parts: Cache): Promise<void> {
  for (;;) {
    const copies = await pages.matchAll();
    const needed = new Set(copies.flatMap((copy) => noteOf(copy).parts));
    for (const part of await parts.keys())
      if (!needed.has(new URL(part.url).pathname)) await parts.delete(part);
    const kept = [...copies, ...(await parts.matchAll())].map((copy) => copy.blob());
    const { size } = new Blob(await Promise.all(kept));
    const [oldest, ...others] = await pages.keys();
    if (!oldest || (others.length < MAX_PAGES && size <= MAX_BYTES)) return;
    await pages.delete(oldest);
  }
}

/** The page that lists what is kept, with its list. In place of a page that is not kept it says so. */
async function listPage(list: Response, notKept?: string): Promise<Response> {
  const pages = await caches.open(PAGES);
  const [keys, copies] = await Promise.all([pages.keys(), pages.matchAll()]);
  const items = keys.map(({ url }, at) => {
    // A copy of an earlier version has its title alone.
    const { item, title = url } = copies[at] ? noteOf(copies[at]) : {};
    return item ?? `<li><a href="${escaped(url)}">${title}</a></li>`;
  });
  let html = await list.text();
  html = html.replace(/<ul id="kept-pages"[^>]*>/, (start) => start + items.reverse().join(""));
  if (notKept)
    html = html.replace(
      /(id="not-kept") hidden=""(.*?href=")[^"]*/s,
      (_, start: string, between: string) => start + between + escaped(notKept),
    );
  return new Response(html, { headers: list.headers, status: notKept ? 503 : 200 });
}

/** Clients shown from a copy: their scripts come from one too. */
const shownFromCopy = new Set<string>();

/** Network first: a copy is shown when the network fails, or does not answer in time; where there is none, the list. */
async function navigate(event: FetchEvent): Promise<Response> {
  const url = new URL(event.request.url);
  const key = keyOf(url.href);
  const preloaded: Promise<Response | undefined> = Promise.resolve(event.preloadResponse);
  const network = preloaded.then((response) => response ?? fetch(event.request));
  // A page under data saver has no script to send what waits.
  event.waitUntil(network.then(sendKept).catch(() => {}));
  const late = async () => {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    return (await caches.match(key)) ? undefined : network;
  };
  let response = await Promise.race([network, late()]).catch(() => undefined);
  if (!response) {
    shownFromCopy.add(event.resultingClientId);
    response = await caches.match(key);
  }
  const list = listOf(url);
  if (response) return response.ok && url.pathname === list ? listPage(response) : response;
  const copy = await caches.match(list);
  return copy ? listPage(copy, key) : Response.error();
}

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener("activate", (event) => {
  // The request of a navigation starts without waiting for this worker.
  const preload = self.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([self.clients.claim(), preload]));
});

self.addEventListener("fetch", (event) => {
  const { request, clientId } = event;
  const { pathname } = new URL(request.url);
  // The other mode of the pages begins, in which these would be neither used nor shown on /your-data.
  if (request.method === "POST" && pathname === DATA_SAVER.path)
    event.waitUntil(Promise.all([PAGES, PARTS].map((name) => caches.delete(name))));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (PART.test(pathname) && (!navigator.onLine || shownFromCopy.has(clientId)))
    event.respondWith(caches.match(request.url).then((copy) => copy ?? fetch(request)));
});

self.addEventListener("message", (event) => {
  // From client/offline/start.ts; that of an earlier version names no date.
  const { url, loaded, date = new Date().toLocaleDateString("en-GB") } = event.data;
  // One after the other, so that the limits hold.
  event.waitUntil(navigator.locks.request(PAGES, () => keep(url, loaded, date)).catch(() => {}));
});

self.addEventListener("sync", (event) => {
  // WICG Background Sync, section 5: lib.webworker.d.ts does not have it. Rejected, the browser tries again later.
  (event as ExtendableEvent).waitUntil(
    sendKept().then((forms) => forms.some(({ state }) => state === "waiting") && Promise.reject()),
  );
});
