import { DATA_SAVER } from "../../shared/contract/data-saver.ts";
import { BACKGROUND_SYNC, sendKept } from "../data/outbox.ts";

declare const self: ServiceWorkerGlobalScope;

/** Cache names; `/your-data` clears all of them. */
const PAGES = "pages";
/** Scripts, styles and fonts of kept pages. */
const PARTS = "parts";
/** The page that lists the others, one for each language. */
const LISTS = "lists";

const MAX_PAGES = 30;
const MAX_BYTES = 5_000_000;
const LIST_IS_OLD_MS = 86_400_000;

/** Files with a hash in their name. */
const PART = /^\/assets\/[\w./-]+\.(?:js|css|woff2)$/;
const PARTS_IN_HTML = /\/assets\/[\w./-]+?\.(?:js|css|woff2)(?=["')])/g;

/** Pages of one visitor, of staff, or with words typed into a search. */
const NEVER = /^(?:\/sw)?\/(?:staff|search|donate\/(?:thanks|pledge)|bff)(?:\/|$)/;
/** Any other parameter may hold what a visitor typed or was told. */
const PARAMETERS = ["type", "category", "tag", "page", "past", "status"];

/** What is known of a copy, in a header of its own. */
interface Note {
  /** When it was kept, milliseconds. */
  at: number;
  /** HTML, without the name of the site. */
  title: string;
  parts: string[];
}
const NOTE = "x-kept";

const noteOf = (copy: Response): Note => JSON.parse(decodeURI(copy.headers.get(NOTE) ?? "{}"));

const listOf = ({ pathname }: URL) => (/^\/sw(?:\/|$)/.test(pathname) ? "/sw/offline" : "/offline");

/** The key of a page: a photograph of the gallery is a place on its page. */
function keyOf(href: string): string {
  const url = new URL(href);
  url.hash = "";
  if (url.searchParams.has("photo")) url.searchParams.delete("photo");
  return url.href;
}

const mayKeep = ({ origin, pathname, searchParams }: URL) =>
  origin === self.location.origin &&
  !NEVER.test(pathname) &&
  [...searchParams.keys()].every((name) => PARAMETERS.includes(name));

/** A page as it may be kept: whole, public, without a nonce (server/http/headers.ts). */
const isWhole = ({ ok, redirected, headers }: Response) =>
  ok && !redirected && headers.get("cache-control")?.startsWith("public") === true;

/** Stores a page with its headers and a note, and what it loads. */
async function store(name: string, url: string, loaded: readonly string[]): Promise<void> {
  // The browser has just loaded it: a short 304.
  const response = await fetch(url, { headers: { accept: "text/html" } });
  if (!isWhole(response)) return;
  const html = await response.text();
  const pages = await caches.open(name);
  // A part of the page failed (shared/contract/site-data.ts): a copy that is there already says more.
  if (html.includes('{"kind":"unavailable"') && (await pages.match(url))) return;
  const parts = [...new Set([...(html.match(PARTS_IN_HTML) ?? []), ...loaded])];
  const title = /<title>([^<|]*)/.exec(html)?.[1]?.trim() ?? url;
  const headers = new Headers(response.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  headers.set(NOTE, encodeURI(JSON.stringify({ at: Date.now(), title, parts } satisfies Note)));
  const cache = await caches.open(PARTS);
  const missing = parts.map(async (part) => (await cache.match(part)) ?? cache.add(part));
  await Promise.allSettled(missing);
  // Now the newest of the cache's keys.
  await pages.delete(url);
  await pages.put(url, new Response(html, { headers }));
}

async function bytes(): Promise<number> {
  let sum = 0;
  for (const name of [PAGES, PARTS, LISTS])
    for (const copy of await (await caches.open(name)).matchAll()) sum += (await copy.blob()).size;
  return sum;
}

/** Removes the oldest pages above the limits, and what no page needs. */
async function trim(): Promise<void> {
  const [pages, parts, lists] = await Promise.all([PAGES, PARTS, LISTS].map((n) => caches.open(n)));
  if (!pages || !parts || !lists) return;
  for (;;) {
    const copies = [...(await pages.matchAll()), ...(await lists.matchAll())];
    const needed = new Set(copies.flatMap((copy) => noteOf(copy).parts));
    for (const part of await parts.keys())
      if (!needed.has(new URL(part.url).pathname)) await parts.delete(part);
    const [oldest, ...others] = await pages.keys();
    const isOver = others.length >= MAX_PAGES || (await bytes()) > MAX_BYTES;
    if (!oldest || !isOver) return;
    await pages.delete(oldest);
  }
}

let last: Promise<unknown> = Promise.resolve();

/** Keeps a page that has been read. One after the other, so that the limits hold. */
function keepPage(url: string, loaded: readonly string[]): Promise<unknown> {
  const asked = new URL(url);
  if (!mayKeep(asked)) return last;
  const parts = loaded.filter((path) => PART.test(path));
  const keep = async () => {
    await store(PAGES, keyOf(url), parts);
    const list = listOf(asked);
    const known = await caches.match(list);
    if (!known || Date.now() - noteOf(known).at > LIST_IS_OLD_MS) await store(LISTS, list, []);
    await trim();
  };
  last = last.then(keep).catch(() => {});
  return last;
}

/** Deletes all that is kept, a page that is being kept now included. */
function clearKept(): Promise<unknown> {
  last = last.then(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  return last;
}

const htmlOf = (html: string, { headers }: Response, status = 200) =>
  new Response(html, { headers, status });

/** The date as the page's language writes it: 19 November. */
function dateIn(html: string, at: number): string {
  const locale = /data-locale="([\w-]+)"/.exec(html)?.[1] ?? "en-GB";
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "long" }).format(at);
}

/** A cached page with a notice at its top; the text of the notice is in the page of the list. */
async function keptPage(url: string): Promise<Response | undefined> {
  const list = await caches.match(listOf(new URL(url)));
  const copy = await caches.match(keyOf(url));
  if (!copy || !list) return copy;
  if (isList(url)) return addList(url, copy);
  const words = await list.text();
  const line = /<template id="kept-line"[^>]*>(.*?)<\/template>/s.exec(words)?.[1] ?? "";
  const dated = line.replace("{date}", dateIn(words, noteOf(copy).at));
  const html = (await copy.text()).replace('<div id="root">', (start) => dated + start);
  return htmlOf(html, copy);
}

const isList = (url: string) => new URL(url).pathname === listOf(new URL(url));

/** The page that lists what is kept, with the list; any other page as it is. */
async function addList(url: string, page: Response): Promise<Response> {
  if (!isList(url) || !page.ok) return page;
  const html = await page.text();
  const pages = await caches.open(PAGES);
  const items = (await pages.keys()).map(async (key) => {
    const copy = await pages.match(key);
    if (!copy) return "";
    const { title, at } = noteOf(copy);
    const href = key.url.replaceAll("&", "&amp;");
    return `<li><a href="${href}">${title}</a> <span>${dateIn(html, at)}</span></li>`;
  });
  const list = (await Promise.all(items)).reverse().join("");
  return htmlOf(
    html.replace(/<ul[^>]* id="kept-pages"[^>]*>/, (start) => start + list),
    page,
  );
}

/** The list of kept pages, in place of one that is not kept and cannot be loaded. */
async function insteadOf(url: string): Promise<Response | undefined> {
  const path = listOf(new URL(url));
  const list = await caches.match(path);
  if (!list) return undefined;
  const listed = await addList(new URL(path, url).href, list);
  const asked = url.replace(/#.*/, "").replaceAll("&", "&amp;");
  const html = (await listed.text())
    .replace('id="not-kept" hidden=""', 'id="not-kept"')
    .replace(/(id="try-again" href=")[^"]*/, (_, start: string) => start + asked);
  return htmlOf(html, listed, 503);
}

/** Background Sync, which lib.webworker.d.ts does not have (WICG Background Sync, section 5). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** How long a navigation with a copy waits for its response. */
const PATIENCE_MS = 8_000;

/** Clients shown from a copy: their scripts come from one too, where the network has none. */
const shownFromCopy = new Set<string>();

async function fromNetwork({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded: unknown = await preloadResponse;
  return preloaded instanceof Response ? preloaded : fetch(request);
}

async function fromCopy({ request, resultingClientId }: FetchEvent) {
  const copy = await keptPage(request.url);
  if (copy) shownFromCopy.add(resultingClientId);
  return copy;
}

/** Network first: a copy is shown when the network fails, or does not answer in time. */
async function navigate(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  const network = fromNetwork(event).then((response) => addList(url, response));
  // A page under data saver has no script to send what waits.
  event.waitUntil(network.then(sendKept).catch(() => {}));
  const late = async () => {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    return (await fromCopy(event)) ?? network;
  };
  try {
    return await Promise.race([network, late()]);
  } catch (error) {
    const found = (await fromCopy(event)) ?? (await insteadOf(url));
    if (!found) throw error;
    return found;
  }
}

/** A script, style or font of a page shown from its copy. */
async function part(request: Request): Promise<Response> {
  const response = await fetch(request).catch(() => null);
  if (response?.ok) return response;
  return (await caches.match(request.url)) ?? response ?? Response.error();
}

/** Asked before a page is left (client/router/browser-router.tsx): whether it would be shown. */
async function head(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    if (await caches.match(keyOf(request.url))) return new Response(null, { status: 204 });
    throw error;
  }
}

/** A rejection asks the browser to try again later. */
async function sendAll(): Promise<void> {
  if ((await sendKept()) > 0) throw new Error("forms wait on");
}

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener("activate", (event) => {
  // The request of a navigation starts without waiting for this worker.
  const preload = self.registration.navigationPreload?.enable();
  event.waitUntil(Promise.all([self.clients.claim(), preload]));
});

self.addEventListener("fetch", (event) => {
  const { request, clientId } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  const mayNeedCopy = !navigator.onLine || shownFromCopy.has(clientId);
  // The other mode of the pages begins, in which these would be neither used nor shown on /your-data.
  if (request.method === "POST" && pathname === DATA_SAVER.path) event.waitUntil(clearKept());
  if (request.method === "HEAD") event.respondWith(head(request));
  else if (request.method !== "GET") return;
  else if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (mayNeedCopy && PART.test(pathname)) event.respondWith(part(request));
});

self.addEventListener("message", (event) => {
  // From client/pages/your-data, else from client/offline/start.ts.
  const { clear, url, loaded } = event.data;
  event.waitUntil(clear ? clearKept() : keepPage(url, loaded));
});

self.addEventListener("sync", (event) => {
  const sync = event as SyncEvent;
  if (sync.tag === BACKGROUND_SYNC) sync.waitUntil(sendAll());
});
