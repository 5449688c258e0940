import { isRecord, readId } from "./fields/values.ts";
import type { HttpResponse } from "./http/http-client.ts";
import { isSameHost, placeOf } from "./http/read-response.ts";
import { UpstreamError } from "./http/upstream-error.ts";
import { findRows, MAX_ROWS } from "./read-responses.ts";

const MAX_PAGES = 50;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_MS = 30_000;
/** The share of the announced rows that is enough: a source that counts its drafts has sent what it has. */
const ENOUGH = 0.9;

/** A list as its source sent it, in one response or in pages. */
interface WholeList {
  /** The rows of all pages; a response without rows as it is. */
  json: unknown;
  /** The rows that the source announced; null when it announced none. */
  announced: number | null;
}

/**
 * Reads a list to its end. `request` is called with the URL of each page, which is on the origin of the one before.
 * @throws UpstreamError, of the fault `incomplete` when the end was not reached
 */
export async function readPages(
  request: (page?: URL) => Promise<HttpResponse>,
  { nextParameter }: { nextParameter?: string | undefined },
): Promise<WholeList> {
  const startedAt = performance.now();
  let response = await request();
  const listUrl = response.url;
  const requested = new Set<string>();
  const ids = new Set<string>();
  const rows: unknown[] = [];
  let announced: number | null = null;
  let bytes = 0;
  for (let pages = 1; ; pages += 1) {
    const found = findRows(response.json);
    if (found === null && pages === 1) return { json: response.json, announced };
    announced = announcedRows(response) ?? announced;
    const fail = (why: string, error?: unknown) => incomplete(rows.length, announced, why, error);
    if (found === null) throw fail(`page ${pages} holds no list`);
    // A row without an id is always new.
    const pageIds = found.map((row) => (isRecord(row) ? readId(row.id) : null));
    const isRepeated = found.length > 0 && pageIds.every((id) => id !== null && ids.has(id));
    for (const id of pageIds) if (id !== null) ids.add(id);
    for (const row of found) rows.push(row);
    bytes += response.bytes;
    requested.add(response.url.href);
    const soFar = { listUrl, rows: rows.length, pages, isEmpty: found.length === 0, nextParameter };
    const next = nextPage(response, soFar);
    if (next === null) {
      if (rows.length < (announced ?? 0) * ENOUGH) throw fail("nothing leads to the others");
      return { json: rows, announced };
    }
    if (typeof next === "string") throw fail(next);
    if (isRepeated || requested.has(next.href)) throw fail("its pages repeat");
    if (pages >= MAX_PAGES) throw fail(`it has more than ${MAX_PAGES} pages`);
    if (rows.length >= MAX_ROWS) throw fail(`it has more than ${MAX_ROWS} rows`);
    if (bytes > MAX_BYTES) throw fail("it is larger than 16 MiB");
    if (performance.now() - startedAt > MAX_MS) throw fail("it takes longer than 30 s");
    response = await request(next).catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      throw fail(`page ${pages + 1}, ${error.reason}`, error);
    });
  }
}

/** What callers decide by is that of the error of a page. */
function incomplete(read: number, announced: number | null, why: string, error: unknown) {
  const cause = error instanceof UpstreamError ? error : null;
  return new UpstreamError({
    kind: cause?.kind ?? "shape",
    fault: "incomplete",
    source: "content-api",
    detail: `${read} of ${announced ?? "more"} rows: ${why}`,
    status: cause?.status ?? null,
    retryAfterSeconds: cause?.retryAfterSeconds ?? null,
    cause: error,
  });
}

/** Null after the last page; a text says why the next one cannot be requested, in our own words. */
type NextPage = URL | string | null;

const UNKNOWN_WAY = "nothing says how to request the next page";

interface PagesSoFar {
  /** The URL of the first page. */
  listUrl: URL;
  rows: number;
  pages: number;
  /** The last page has no rows. */
  isEmpty: boolean;
  nextParameter: string | undefined;
}

/** Fields that may tell of pages, by their names in `snake_case`, with the names as the source spells them. */
type Fields = ReadonlyMap<string, { name: string; value: unknown }>;

const TOTALS = ["total", "total_count", "total_items", "total_results", "total_elements", "count"];
const PAGES = ["pages", "total_pages", "page_count", "last_page", "num_pages"];
const PAGE = ["page", "current_page", "page_number"];
const OFFSET = ["offset", "skip", "start"];

/** What responses say of their pages stands beside the rows, in one of these, or in one within one. */
const HOLDERS = [
  ...["pagination", "paging", "page", "page_info", "pageInfo", "cursor", "cursors"],
  ...["links", "_links", "meta", "metadata", "response_metadata"],
];
const DEPTH = 2;

/** The rows of the whole list as a page announces them; null when it does not. */
function announcedRows({ json, headers }: HttpResponse): number | null {
  const inHeader = headers["x-total-count"] ?? headers["x-wp-total"];
  return wholeNumber(inHeader) ?? numberIn(fieldsOf(json), TOTALS);
}

/** Where the page after this one is, in any of the usual ways to say it. */
function nextPage(response: HttpResponse, soFar: PagesSoFar): NextPage {
  const { headers, url } = response;
  const link = linkToNext([headers.link ?? []].flat().join(", "));
  if (link !== null) return pageAt(link, url);
  return namedNext(response, soFar) ?? countedNext(response, soFar);
}

/** https://www.rfc-editor.org/rfc/rfc8288#section-3 */
function linkToNext(header: string): string | null {
  const links = header.matchAll(/<([^>]*)>([^<]*)/g);
  const next = [...links].find(([, , rest = ""]) =>
    /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(rest),
  );
  return next?.[1] ?? null;
}

/** `next` as a URL, a token, a number, or an object of one of them. */
function namedNext({ json, url }: HttpResponse, soFar: PagesSoFar): NextPage {
  const fields = fieldsOf(json);
  const given = [...fields]
    .filter(([key]) => /^next(?:_(?!param)|$)/.test(key))
    .map(([, { name, value }]) => ({
      name,
      value: isRecord(value) ? (value.href ?? value.url ?? value) : value,
    }));
  // A URL, a path or a query; a token may hold a slash within.
  const address = given
    .map(({ value }) => (typeof value === "string" ? value : ""))
    .find((text) => /^(?:https?:)?\/\/|^\.{0,2}[/?]|^[\w/.-]*\?[^=]+=/i.test(text));
  if (address !== undefined) return pageAt(address, url);
  const [first] = given;
  if (first === undefined || first.value === true) return null;
  const { name, value } = first;
  if (isRecord(value)) return pageWith(soFar.listUrl, value);
  const isPage =
    wholeNumber(value) !== null && (/page$/i.test(name) || PAGE.some((key) => fields.has(key)));
  const parameter =
    parameterIn(fields) ??
    soFar.nextParameter ??
    (isPage ? parameterOf("page", json) : partAfterNext(name));
  if (parameter === "") return "the next page is a token, and nothing names its parameter";
  return pageWith(soFar.listUrl, { [parameter]: value });
}

/** `next_param` or `cursorParameter`: the response names the parameter of its token. */
const parameterIn = (fields: Fields): string | undefined =>
  [...fields]
    .filter(([key]) => /(?:^|_)param(?:eter)?(?:_name)?$/.test(key))
    .map(([, { value }]) => String(value))
    .find((value) => /^[\w.[\]-]{1,60}$/.test(value));

/** `nextPageToken` is that of `pageToken`, `next_cursor` of `cursor`. */
const partAfterNext = (name: string): string =>
  name.replace(/^next[_-]?/i, "").replace(/^./, (letter) => letter.toLowerCase());

/** The next page by the counts of rows or pages. */
function countedNext(response: HttpResponse, soFar: PagesSoFar): NextPage {
  const { json } = response;
  const { rows, pages, isEmpty, listUrl } = soFar;
  const fields = fieldsOf(json);
  const total = announcedRows(response);
  const allPages = numberIn(fields, PAGES);
  const isMore = allPages === null ? total !== null && rows < total : pages < allPages;
  // `has_more: true`, or `next` that is no more than true.
  const isSaid = [...fields].some(
    ([key, { value }]) => value === true && /^(?:has_more|has_next|more|next)/.test(key),
  );
  if (!isSaid && (!isMore || isEmpty)) return null;
  const page = numberIn(fields, PAGE);
  if (page !== null) return pageWith(listUrl, { [parameterOf("page", json)]: page + 1 });
  const offset = OFFSET.find((name) => numberIn(fields, [name]) !== null);
  // A total alone may count what is never sent.
  if (offset === undefined) return isSaid || allPages !== null ? UNKNOWN_WAY : null;
  const limit = numberIn(fields, ["limit"]);
  return pageWith(listUrl, {
    [parameterOf(offset, json)]: rows,
    ...(limit !== null && { [parameterOf("limit", json)]: limit }),
  });
}

/** Strapi reads `pagination[page]`, and tells of its pages in fields that nobody else has. */
function parameterOf(name: string, json: unknown): string {
  const meta = isRecord(json) ? json.meta : null;
  const pagination = isRecord(meta) ? meta.pagination : null;
  const isStrapi = isRecord(pagination) && ("pageCount" in pagination || "start" in pagination);
  return isStrapi ? `pagination[${name}]` : name;
}

/** Those of the outer objects count first. */
function fieldsOf(json: unknown): Fields {
  const fields = new Map<string, { name: string; value: unknown }>();
  const add = (holder: unknown, depth: number): void => {
    if (!isRecord(holder) || depth > DEPTH) return;
    for (const [name, value] of Object.entries(holder)) {
      const key = name.replace(/[A-Z]/g, "_$&").toLowerCase().replaceAll("-", "_");
      const isEmpty = value === null || value === undefined || value === "" || value === false;
      if (!isEmpty && !fields.has(key)) fields.set(key, { name, value });
    }
    for (const name of HOLDERS) add(holder[name], depth + 1);
  };
  add(json, 0);
  return fields;
}

function wholeNumber(value: unknown): number | null {
  const number = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

const numberIn = (fields: Fields, names: readonly string[]): number | null =>
  names.map((name) => wholeNumber(fields.get(name)?.value)).find((value) => value !== null) ?? null;

function pageAt(address: string, url: URL): NextPage {
  const target = URL.parse(address, url.href);
  if (target === null) return "the next page is no URL";
  // Behind a proxy that ends TLS a source believes that it is reached by http.
  if (isSameHost(target, url)) target.protocol = url.protocol;
  if (target.origin === url.origin) return target;
  return `the next page is on another origin, ${placeOf(target)}`;
}

function pageWith(listUrl: URL, parameters: Readonly<Record<string, unknown>>): NextPage {
  const url = new URL(listUrl);
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value !== "string" && typeof value !== "number") return UNKNOWN_WAY;
    url.searchParams.set(name, String(value));
  }
  return url;
}
