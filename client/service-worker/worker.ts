import { DATA_SAVER } from "../../shared/contract/data-saver.ts";
import { BACKGROUND_SYNC, sendKept } from "../data/outbox.ts";

declare const self: ServiceWorkerGlobalScope;

/** Cache names; `/your-data` clears all of them. */
const PAGES = "pages";
/** What kept pages need: scripts, styles, fonts, and the page that lists them all, one for each language. */
const PARTS = "parts";

const MAX_PAGES = 30;
const MAX_BYTES = 5_000_000;
/** How long a navigation with a copy waits for its response. */
const PATIENCE_MS = 8_000;
/** Files with a hash in their name. */
const PART = /^\/assets\/[\w./-]+\.(?:js|css|woff2)$/;
const PARTS_IN_HTML = /\/assets\/[\w./-]+?\.(?:js|css|woff2)(?=["')])/g;

/** Any other parameter may hold what a visitor typed or was told. */
const PARAMETERS = ["type", "category", "tag", "page", "past", "status"];

/** What is known of a copy, in a header of its own. */
const NOTE = "x-kept";
interface Note {
  /** When it was kept, milliseconds. */
  at: number;
  /** HTML, without the name of the site. */
  title: string;
  /** Paths in `PARTS`. */
  parts: string[];
}

const noteOf = (copy: Response): Note => JSON.parse(decodeURI(copy.headers.get(NOTE) ?? "{}"));

const listOf = ({ pathname }: URL) => (/^\/sw(?:\/|$)/.test(pathname) ? "/sw/offline" : "/offline");
const isList = (href: string) => new URL(href).pathname === listOf(new URL(href));

/** The key of a page: a photograph of the gallery is a place on its page. */
function keyOf(href: string): string {
  const url = new URL(href);
  url.hash = "";
  if (url.searchParams.has("photo")) url.searchParams.delete("photo");
  return url.href;
}

const mayKeep = ({ origin, searchParams }: URL) =>
  origin === self.location.origin &&
  [...searchParams.keys()].every((name) => PARAMETERS.includes(name));

/** A page as it may be kept: whole, without a nonce, not of one visitor or of staff (server/http/headers.ts). */
const isPublic = ({ ok, redirected, headers }: Response) =>
  ok &&
  !redirected &&
  headers.get("content-type")?.startsWith("text/html") &&
  headers.get("cache-control")?.startsWith("public");

const open = () => Promise.all([caches.open(PAGES), caches.open(PARTS)]);

/** Stores a page with its headers and a note, and what it needs. */
async function store(url: string, loaded: readonly string[]): Promise<void> {
  // The browser has just loaded it: a short 304.
  const response = await fetch(url, { headers: { accept: "text/html" } });
  if (!isPublic(response)) return;
  const html = await response.text();
  const [pages, cache] = await open();
  // A part of the page failed (shared/contract/site-data.ts): a copy that is there already says more.
  if (html.includes('{"kind":"unavailable"') && (await pages.match(url))) return;
  const files = [...(html.match(PARTS_IN_HTML) ?? []), ...loaded.filter((path) => PART.test(path))];
  const parts = [...new Set([listOf(new URL(url)), ...files])];
  const title = /<title>([^<|]*)/.exec(html)?.[1]?.trim() ?? url;
  const headers = new Headers(response.headers);
  headers.delete("content-encoding");
  headers.delete("content-length");
  headers.set(NOTE, encodeURI(JSON.stringify({ at: Date.now(), title, parts } satisfies Note)));
  // Files with a hash never change, the list of pages may.
  const adding = parts.map(async (path) => {
    if (!PART.test(path) || !(await cache.match(path))) await cache.add(path);
  });
  await Promise.allSettled(adding);
  // Now the newest of the cache's keys.
  await pages.delete(url);
  await pages.put(url, new Response(html, { headers }));
}

/** Removes the oldest pages above the limits, and what no page needs. */
async function trim(): Promise<void> {
  const [pages, parts] = await open();
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

let last: Promise<unknown> = Promise.resolve();

/** One after the other, so that the limits hold, and a page that is being kept now is cleared too. */
function inTurn(act: () => Promise<unknown>): Promise<unknown> {
  last = last.then(act).catch(() => {});
  return last;
}

const keepPage = (url: string, loaded: readonly string[]) =>
  inTurn(async () => {
    if (mayKeep(new URL(url))) await store(keyOf(url), loaded);
    await trim();
  });

const clearKept = () =>
  inTurn(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });

/** The date as the page's language writes it: 19 November. */
function dateIn(html: string, at: number): string {
  const locale = /data-locale="([\w-]+)"/.exec(html)?.[1] ?? "en-GB";
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "long" }).format(at);
}

const escaped = (href: string) => href.replaceAll("&", "&amp;");

/** The page that lists what is kept, with its list. In place of a page that is not kept it says so. */
async function listPage(list: Response, notKept?: string): Promise<Response> {
  const html = await list.text();
  const [pages] = await open();
  const items = (await pages.keys()).map(async (key) => {
    const copy = await pages.match(key);
    if (!copy) return "";
    const { title, at } = noteOf(copy);
    return `<li><a href="${escaped(key.url)}">${title}</a> <span>${dateIn(html, at)}</span></li>`;
  });
  const links = (await Promise.all(items)).reverse().join("");
  const listed = html.replace(/<ul[^>]* id="kept-pages"[^>]*>/, (start) => start + links);
  if (notKept === undefined) return new Response(listed, { headers: list.headers });
  const told = listed
    .replace('id="not-kept" hidden=""', 'id="not-kept"')
    .replace(/(id="try-again" href=")[^"]*/, (_, start: string) => start + escaped(notKept));
  return new Response(told, { headers: list.headers, status: 503 });
}

/** Its copy with a notice at its top, whose text is in the page of the list, else that list. */
async function keptPage(href: string): Promise<Response | undefined> {
  const url = new URL(keyOf(href));
  const list = await caches.match(listOf(url));
  if (list && isList(href)) return listPage(list);
  const copy = await caches.match(url);
  if (!copy || !list) return copy ?? (list && listPage(list, url.href));
  const words = await list.text();
  const line = /<template id="kept-line"[^>]*>(.*?)<\/template>/s.exec(words)?.[1] ?? "";
  const dated = line.replace("{date}", dateIn(words, noteOf(copy).at));
  const html = (await copy.text()).replace('<div id="root">', (start) => dated + start);
  return new Response(html, { headers: copy.headers });
}

/** Clients shown from a copy: their scripts come from one too, where the network has none. */
const shownFromCopy = new Set<string>();

async function fromNetwork({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded: unknown = await preloadResponse;
  const response = preloaded instanceof Response ? preloaded : await fetch(request);
  return isList(request.url) && response.ok ? listPage(response) : response;
}

/** Network first: a copy is shown when the network fails, or does not answer in time. */
async function navigate(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  const network = fromNetwork(event);
  // A page under data saver has no script to send what waits.
  event.waitUntil(network.then(sendKept).catch(() => {}));
  const fromCopy = async () => {
    const page = await keptPage(url);
    if (page) shownFromCopy.add(event.resultingClientId);
    return page;
  };
  const late = async () => {
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    return ((await caches.match(keyOf(url))) && (await fromCopy())) ?? network;
  };
  try {
    return await Promise.race([network, late()]);
  } catch {
    return (await fromCopy()) ?? Response.error();
  }
}

/** A script, style or font of a page shown from its copy. */
async function part(request: Request): Promise<Response> {
  const response = await fetch(request).catch(() => null);
  if (response?.ok) return response;
  return (await caches.match(request.url)) ?? response ?? Response.error();
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
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(navigate(event));
  else if (mayNeedCopy && PART.test(pathname)) event.respondWith(part(request));
});

self.addEventListener("message", (event) => {
  // From client/pages/your-data, else from client/offline/start.ts.
  const { clear, url, loaded } = event.data;
  event.waitUntil(clear ? clearKept() : keepPage(url, loaded));
});

self.addEventListener("sync", (event) => {
  // WICG Background Sync, section 5: lib.webworker.d.ts does not have it.
  const sync = event as ExtendableEvent & { readonly tag: string };
  if (sync.tag !== BACKGROUND_SYNC) return;
  // Rejected: the browser tries again later.
  sync.waitUntil(sendKept().then((count) => count > 0 && Promise.reject()));
});
