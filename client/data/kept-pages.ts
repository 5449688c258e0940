/** The metadata of a kept copy: its HTML in the list of kept pages, and the URLs in `PARTS` that the copy needs. */
interface Note {
  item: string;
  parts: string[];
}

/**
 * The caches of the pages that were read, and of what these pages need: scripts, styles, fonts, the documents that filters show again, and
 * the page that lists all kept pages.
 */
const PAGES = "pages";
const PARTS = "parts";
/** The header of a copy that holds its note. */
const NOTE = "x-kept";

const MAX_PAGES = 30;
const MAX_BYTES = 5_000_000;
/** Files with a hash in their name. */
const PART = /^\/assets\/[\w./-]+\.(?:js|css|woff2)$/;

/** The query parameters of pages that may be kept. Any other parameter may hold something that a visitor typed or was told. */
const PARAMETERS = ["type", "category", "tag", "page", "past", "status"];

const noteOf = (copy: Response): Note => JSON.parse(decodeURI(copy.headers.get(NOTE) ?? "{}"));

/** Returns the notes of all copies, the page read last first. Plain http has no caches, so the list is empty there. */
export async function keptPages(): Promise<Note[]> {
  if (!("caches" in globalThis)) return [];
  const copies = await (await caches.open(PAGES)).matchAll();
  return copies.map(noteOf).reverse();
}

export const clearPages = () => Promise.all([PAGES, PARTS].map((name) => caches.delete(name)));

/**
 * The page to keep. `list` is the path of the page that lists all copies, `data` the URL of the page's documents, `line` the HTML above a
 * copy, `loaded` the paths of files.
 */
interface ShownPage extends Pick<Note, "item"> {
  url: string;
  list: string;
  data: string | null;
  line: string;
  loaded: string[];
}

/**
 * Keeps the page that is shown, with its headers, a note and the files that the page needs. A lock runs these calls one at a time, so that
 * the limits hold.
 */
export const keepPage = (page: ShownPage) => navigator.locks.request(PAGES, () => keep(page));

async function keep({ url, list, data, item, line, loaded }: ShownPage): Promise<void> {
  if (![...new URL(url).searchParams.keys()].every((name) => PARAMETERS.includes(name))) return;
  // Open the caches first: when the visitor clears them meanwhile, everything added here is deleted with them.
  const [pages, parts] = await Promise.all([caches.open(PAGES), caches.open(PARTS)]);
  // The browser has just loaded this page, so the response is a short 304.
  const response = await fetch(url, { headers: { accept: "text/html" } });
  // Skip pages for one visitor or for staff (server/http/headers.ts).
  if (!response.ok || !response.headers.get("cache-control")?.startsWith("public")) return;
  const html = await response.text();
  // Data of the page failed (client/components/streaming/streamed.tsx): an existing copy says more.
  if (html.includes(' data-failed="true"') && (await pages.match(url))) return;
  const files = [...html.split(/["')]/), ...loaded].filter((path) => PART.test(path));
  const changing = data === null ? [list] : [list, data];
  const note: Note = { item, parts: [...new Set([...changing, ...files])] };
  // Files with a hash in their name never change, but the list and the documents may.
  const adding = note.parts.map(async (path) => {
    if (changing.includes(path) || !(await parts.match(path))) await parts.add(path);
  });
  await Promise.allSettled(adding);
  const headers = new Headers(response.headers);
  headers.set(NOTE, encodeURI(JSON.stringify(note)));
  const copy = html.replace('<div id="root">', (start) => line + start);
  // Delete and put again, so that the page becomes the newest key of the cache.
  await pages.delete(url);
  await pages.put(url, new Response(copy, { headers }));
  await trim(pages, parts);
}

/** Removes the oldest pages above the limits, and the files that no page needs. */
async function trim(pages: Cache, parts: Cache): Promise<void> {
  for (;;) {
    const copies = await pages.matchAll();
    const needed = new Set(copies.flatMap((copy) => noteOf(copy).parts));
    for (const part of await parts.keys()) {
      const { pathname, search } = new URL(part.url);
      if (!needed.has(pathname + search)) await parts.delete(part);
    }
    const kept = [...copies, ...(await parts.matchAll())].map((copy) => copy.blob());
    const { size } = new Blob(await Promise.all(kept));
    const [oldest, ...others] = await pages.keys();
    if (!oldest || (others.length < MAX_PAGES && size <= MAX_BYTES)) return;
    await pages.delete(oldest);
  }
}
