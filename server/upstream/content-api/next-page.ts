import type { HttpResponse } from "../http/http-client.ts";
import { isSameHost, placeOf } from "../http/http-client.ts";
import { isRecord } from "./fields/values.ts";

/** Null after the last page; `lost` says why the next one cannot be requested, in our own words. */
export type NextPage = { url: URL } | { lost: string } | null;

export interface PagesSoFar {
  /** Of the first page. */
  listUrl: URL;
  rows: number;
  pages: number;
  /** The last page has no rows. */
  isEmpty: boolean;
  /** The parameter of a token where the response does not name it. */
  nextParameter: string | undefined;
}

/** A field that may tell of pages, under its name in `snake_case`. */
interface Field {
  /** As the source spells it. */
  name: string;
  value: unknown;
}
type Fields = ReadonlyMap<string, Field>;

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

const UNKNOWN_WAY = { lost: "nothing says how to request the next page" };

/** The rows of the whole list as a page announces them; null when it does not. */
export function announcedRows({ json, headers }: HttpResponse): number | null {
  const inHeader = headers["x-total-count"] ?? headers["x-wp-total"];
  return wholeNumber(inHeader) ?? numberIn(fieldsOf(json), TOTALS);
}

/** Where the page after this one is, in any of the usual ways to say it. */
export function nextPage(response: HttpResponse, soFar: PagesSoFar): NextPage {
  const { json, headers, url } = response;
  const link = linkToNext(headers.link ?? "");
  if (link !== null) return pageAt(link, url);
  const fields = fieldsOf(json);
  const parameters = parametersOf(json);
  return (
    namedNext(fields, { url, parameters, ...soFar }) ??
    countedNext(fields, { total: announcedRows(response), parameters, ...soFar })
  );
}

interface Context extends PagesSoFar {
  url: URL;
  /** How this source writes a parameter of its pages. */
  parameters: (name: string) => string;
}

/** `next` as a URL, a token, a number, or an object of one of them. */
function namedNext(fields: Fields, { url, parameters, ...soFar }: Context): NextPage {
  const names = [...fields.keys()].filter((name) => /^next(?:_(?!param)|$)/.test(name));
  const given = names.flatMap((name) => fields.get(name) ?? []).map(withoutWrapper);
  const address = given.find(({ value }) => isAddress(value))?.value;
  if (typeof address === "string") return pageAt(address, url);
  const [first] = given;
  if (first === undefined || first.value === true) return null;
  const { name, value } = first;
  if (isRecord(value)) return pageWith(soFar.listUrl, value);
  const isPage =
    wholeNumber(value) !== null && (/page$/i.test(name) || PAGE.some((key) => fields.has(key)));
  const parameter =
    parameterIn(fields) ??
    soFar.nextParameter ??
    (isPage ? parameters("page") : partAfterNext(name));
  if (parameter === null)
    return { lost: "the next page is a token, and nothing names its parameter" };
  return pageWith(soFar.listUrl, { [parameter]: value });
}

/** The next page by the counts of rows or pages. */
function countedNext(
  fields: Fields,
  { total, parameters, ...soFar }: Omit<Context, "url"> & { total: number | null },
): NextPage {
  const { rows, pages, isEmpty, listUrl } = soFar;
  const allPages = numberIn(fields, PAGES);
  const isMore = allPages === null ? total !== null && rows < total : pages < allPages;
  const isSaid = saysMore(fields);
  if (!isSaid && (!isMore || isEmpty)) return null;
  const page = numberIn(fields, PAGE);
  if (page !== null) return pageWith(listUrl, { [parameters("page")]: page + 1 });
  const offset = OFFSET.find((name) => numberIn(fields, [name]) !== null);
  // A total alone may count what is never sent.
  if (offset === undefined) return isSaid || allPages !== null ? UNKNOWN_WAY : null;
  const limit = numberIn(fields, ["limit"]);
  return pageWith(listUrl, {
    [parameters(offset)]: rows,
    ...(limit !== null && { [parameters("limit")]: limit }),
  });
}

/** `has_more: true`, or `next` that is no more than true. */
const saysMore = (fields: Fields): boolean =>
  [...fields].some(
    ([name, { value }]) => value === true && /^(?:has_more|has_next|more|next)/.test(name),
  );

const snakeCase = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter}`.toLowerCase()).replaceAll("-", "_");

/** Those of the outer objects count first. */
function fieldsOf(json: unknown): Fields {
  const fields = new Map<string, Field>();
  const add = (holder: unknown, depth: number): void => {
    if (!isRecord(holder) || depth > DEPTH) return;
    for (const [name, value] of Object.entries(holder)) {
      const key = snakeCase(name);
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

const PARAMETER = /^[\w.[\]-]{1,60}$/;

/** `next_param` or `cursorParameter`: the response names the parameter of its token. */
function parameterIn(fields: Fields): string | null {
  const [, found] =
    [...fields].find(([name]) => /(?:^|_)param(?:eter)?(?:_name)?$/.test(name)) ?? [];
  return typeof found?.value === "string" && PARAMETER.test(found.value) ? found.value : null;
}

/** `nextPageToken` is that of `pageToken`, `next_cursor` of `cursor`. */
function partAfterNext(name: string): string | null {
  const part = name.replace(/^next[_-]?/i, "");
  return part === "" ? null : part.charAt(0).toLowerCase() + part.slice(1);
}

/** Strapi reads `pagination[page]`, and tells of its pages in fields that nobody else has. */
function parametersOf(json: unknown): (name: string) => string {
  const meta = isRecord(json) ? json.meta : null;
  const pagination = isRecord(meta) ? meta.pagination : null;
  const isStrapi = isRecord(pagination) && ("pageCount" in pagination || "start" in pagination);
  return (name) => (isStrapi ? `pagination[${name}]` : name);
}

/** `{href: …}` is its URL. */
function withoutWrapper({ name, value }: Field): Field {
  return { name, value: isRecord(value) ? (value.href ?? value.url ?? value) : value };
}

/** A URL, a path or a query; a token may hold a slash within. */
const isAddress = (value: unknown) =>
  typeof value === "string" && /^(?:https?:)?\/\/|^\.{0,2}[/?]|^[\w/.-]*\?[^=]+=/i.test(value);

/** https://www.rfc-editor.org/rfc/rfc8288#section-3 */
function linkToNext(header: string): string | null {
  const links = header.matchAll(/<([^>]*)>([^<]*)/g);
  const next = [...links].find(([, , rest = ""]) =>
    /;\s*rel\s*=\s*(?:"(?:[^"]*\s)?next(?:\s[^"]*)?"|next\b)/i.test(rest),
  );
  return next?.[1] ?? null;
}

function pageAt(address: string, url: URL): NextPage {
  const target = URL.parse(address, url.href);
  if (target === null) return { lost: "the next page is no URL" };
  // Behind a proxy that ends TLS a source believes that it is reached by http.
  if (isSameHost(target, url)) target.protocol = url.protocol;
  return target.origin === url.origin
    ? { url: target }
    : { lost: `the next page is on another origin, ${placeOf(target)}` };
}

function pageWith(listUrl: URL, parameters: Readonly<Record<string, unknown>>): NextPage {
  const url = new URL(listUrl);
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value !== "string" && typeof value !== "number") return UNKNOWN_WAY;
    url.searchParams.set(name, String(value));
  }
  return { url };
}
