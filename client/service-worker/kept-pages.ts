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
export const PART = /^\/assets\/[\w./-]+\.(?:js|css|woff2)$/;
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

function mayKeep({ origin, pathname, searchParams }: URL): boolean {
  const isOurs = origin === self.location.origin;
  return isOurs && !NEVER.test(pathname) && [...searchParams.keys()].every(isKnown);
}
const isKnown = (name: string) => PARAMETERS.includes(name);

/** A page as it may be kept: whole, public, without a nonce (server/http/headers.ts). */
function isWhole({ ok, redirected, headers }: Response): boolean {
  const isPublic = headers.get("cache-control")?.startsWith("public");
  return ok && !redirected && isPublic === true;
}

/** A part of the page failed (shared/contract/site-data.ts): a copy that is there already says more. */
const hasFailure = (html: string) => html.includes('{"kind":"unavailable"');

/** Stores a page with its headers and a note, and what it loads. */
async function store(name: string, url: string, loaded: readonly string[]): Promise<void> {
  // The browser has just loaded it: a short 304.
  const response = await fetch(url, { headers: { accept: "text/html" } });
  if (!isWhole(response)) return;
  const html = await response.text();
  const pages = await caches.open(name);
  if (hasFailure(html) && (await pages.match(url))) return;
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

async function keepList(path: string): Promise<void> {
  const known = await caches.match(path);
  if (!known || Date.now() - noteOf(known).at > LIST_IS_OLD_MS) await store(LISTS, path, []);
}

let last: Promise<unknown> = Promise.resolve();

/** Keeps a page that has been read. One after the other, so that the limits hold. */
export function keepPage(url: string, loaded: readonly string[]): Promise<unknown> {
  const asked = new URL(url);
  if (!mayKeep(asked)) return last;
  const keep = async () => {
    await store(
      PAGES,
      keyOf(url),
      loaded.filter((path) => PART.test(path)),
    );
    await keepList(listOf(asked));
    await trim();
  };
  last = last.then(keep).catch(() => {});
  return last;
}

/** Deletes all that is kept, a page that is being kept now included. */
export function clearKept(): Promise<unknown> {
  last = last.then(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  return last;
}

export const keptPart = (url: string) => caches.match(url);

export const isKept = async (url: string) => (await caches.match(keyOf(url))) !== undefined;

const htmlOf = (html: string, { headers }: Response, status = 200) =>
  new Response(html, { headers, status });

/** The date as the page's language writes it: 19 November. */
function dateIn(html: string, at: number): string {
  const locale = /data-locale="([\w-]+)"/.exec(html)?.[1] ?? "en-GB";
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "long" }).format(at);
}

/** A cached page with a notice at its top; the text of the notice is in the page of the list. */
export async function keptPage(url: string): Promise<Response | undefined> {
  const list = await caches.match(listOf(new URL(url)));
  const copy = await caches.match(keyOf(url));
  if (!copy || !list) return copy;
  if (isList(url)) return addList(url, copy);
  const words = await list.text();
  const line = /<template id="kept-line"[^>]*>(.*?)<\/template>/s.exec(words)?.[1] ?? "";
  const dated = line.replace("{date}", dateIn(words, noteOf(copy).at));
  const html = await copy.text();
  return htmlOf(
    html.replace('<div id="root">', (start) => dated + start),
    copy,
  );
}

const isList = (url: string) => new URL(url).pathname === listOf(new URL(url));

/** The page that lists what is kept, with the list; any other page as it is. */
export async function addList(url: string, page: Response): Promise<Response> {
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
export async function insteadOf(url: string): Promise<Response | undefined> {
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
