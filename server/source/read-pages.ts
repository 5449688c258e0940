import { isRecord } from "../records.ts";
import { readFlag, readId } from "./fields/values.ts";
import type { HttpResponse } from "./http/http-client.ts";
import { isSameHost, withoutQuery } from "./http/read-response.ts";
import { UpstreamError } from "./http/upstream-error.ts";

const MAX_PAGES = 50;
const MAX_ROWS = 10_000;
const MAX_MS = 30_000;
/** The share of the announced rows that is enough. A source that counts drafts in its total has then sent all it has. */
const ENOUGH = 0.9;

export function findRows(json: unknown): unknown[] | null {
  const wrapped = isRecord(json) ? [json.items, json.data, json.results] : [json];
  const rows = wrapped.find((value) => Array.isArray(value)) ?? null;
  // An error response without rows is not an empty list.
  return rows?.length === 0 && isRecord(json) && isError(json) ? null : rows;
}

/** Returns a value as text; empty for an object, which may have a field `toString`. */
const scalarText = (value: unknown) => (typeof value === "object" ? "" : String(value));

/** Some APIs report a failure with status 200. */
export const reportsFailure = (json: unknown): boolean =>
  isRecord(json) &&
  [json.success, json.ok].some((flag) => ["false", "0"].includes(scalarText(flag).toLowerCase()));

/** A status that reports a failure: `error`, `502`. */
const FAILURE = /^(?:err|fail|[45]\d\d$)/i;

const isError = ({ error, errors, ...fields }: Record<string, unknown>) =>
  reportsFailure(fields) ||
  [fields.status, fields.statusCode, fields.code].some((value) =>
    FAILURE.test(scalarText(value)),
  ) ||
  // `{}` and `{ code: 0, message: "" }` report no error.
  [error, errors].flat().some((one) => (isRecord(one) ? Object.values(one).some(Boolean) : one));

/**
 * Reads the rows of all pages. A response without rows is returned unchanged. Throws the fault `incomplete` if the last page was not
 * reached.
 */
export async function readPages(
  request: (page?: URL) => Promise<HttpResponse>,
  nextParameter: string | undefined,
): Promise<{ json: unknown; announced: number | null }> {
  const startedAt = performance.now();
  const requested = new Set<string>();
  const ids = new Set<string>();
  const rows: unknown[] = [];
  let announced: number | null = null;
  const fail = (why: string, cause?: UpstreamError) =>
    // The properties that callers act on come from the error of the failed page.
    new UpstreamError({
      kind: cause?.kind ?? "shape",
      fault: "incomplete",
      source: "content-api",
      cause,
      detail: `${rows.length} of ${announced ?? "more"} rows: ${why}`,
      status: cause?.status ?? null,
      retryAfterSeconds: cause?.retryAfterSeconds ?? null,
    });
  let response = await request();
  const listUrl = response.url;
  for (let pages = 1; ; pages += 1) {
    const { json, headers, url } = response;
    const found = findRows(json);
    if (found === null && pages === 1) return { json, announced };
    const fields = collectPageFields(json);
    announced =
      wholeNumber(headers["x-total-count"] ?? headers["x-wp-total"]) ??
      numberIn(fields, TOTALS) ??
      announced;
    if (found === null) throw fail(`page ${pages} holds no list`);
    // A row without an id always counts as new.
    const pageIds = found.map((row) => (isRecord(row) ? readId(row.id) : null));
    const isRepeated = found.length > 0 && pageIds.every((id) => id !== null && ids.has(id));
    for (const id of pageIds) if (id !== null) ids.add(id);
    for (const row of found) rows.push(row);
    requested.add(url.href);
    const isMore = found.length > 0 && rows.length < (announced ?? 0);
    const soFar = { listUrl, rows: rows.length, pages, isMore, nextParameter };
    const next = nextPage(response, fields, soFar);
    // Too many rows: the rows that were read are shown, and the missing rest is reported as a fault.
    if (rows.length > MAX_ROWS)
      return { json: rows.slice(0, MAX_ROWS), announced: Math.max(announced ?? 0, rows.length) };
    if (next === null && rows.length >= (announced ?? 0) * ENOUGH) return { json: rows, announced };
    if (next === null) throw fail("nothing leads to the others");
    if (typeof next === "string") throw fail(next);
    if (isRepeated || requested.has(next.href)) throw fail("its pages repeat");
    if (pages >= MAX_PAGES) throw fail(`it has more than ${MAX_PAGES} pages`);
    if (performance.now() - startedAt > MAX_MS) throw fail("it takes longer than 30 s");
    response = await request(next).catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      throw fail(`page ${pages + 1}, ${error.reason}`, error);
    });
  }
}

/** The URL of the next page, null after the last page, or a text in our own words that says why the next page cannot be requested. */
type NextPage = URL | string | null;

interface PagesSoFar {
  listUrl: URL;
  rows: number;
  pages: number;
  /** True when more rows are announced and the last page had some rows. */
  isMore: boolean;
  nextParameter: string | undefined;
}

/** The fields that may describe the pages, by `snake_case` name, with each name as the source spells it. */
type PageFields = ReadonlyMap<string, { name: string; value: unknown }>;

const TOTALS = ["total", "total_count", "total_items", "total_results", "total_elements", "count"];
const PAGES = ["pages", "total_pages", "page_count", "last_page", "num_pages"];
const PAGE = ["page", "current_page", "page_number"];
const OFFSET = ["offset", "skip", "start"];

/**
 * The names of objects that may hold the page fields. The fields may also be beside the rows, or in such an object inside
 * another one. Examples: `pagination`, `meta`.
 */
const HOLDER =
  /^(?:pag(?:e|ing|ination)|page_?info|cursors?|_?links|(?:response_)?meta(?:data)?|next)$/i;

/** Collects the page fields. A field of an outer object takes precedence, and empty fields are skipped. */
function collectPageFields(json: unknown): PageFields {
  const fields = new Map<string, { name: string; value: unknown }>();
  let holders = [json];
  for (let depth = 0; depth <= 2; depth += 1) {
    const entries = holders.filter(isRecord).flatMap((holder) => Object.entries(holder));
    for (const [name, value] of entries) {
      const key = name.replace(/[A-Z]/g, "_$&").toLowerCase().replaceAll("-", "_");
      // A link or a page may be an object. Any other object in `next` only says that there is more.
      const [given = isRecord(value) && key === "next"] = isRecord(value)
        ? [value.href, value.url, value.page].filter((one) => one !== undefined)
        : [value];
      const isSet = given != null && given !== "" && given !== false;
      if (isSet && !fields.has(key)) fields.set(key, { name, value: given });
    }
    holders = entries.filter(([name]) => HOLDER.test(name)).map(([, value]) => value);
  }
  return fields;
}

const wholeNumber = (value: unknown): number | null =>
  /^\d{1,9}$/.test(scalarText(value)) ? Number(value) : null;

const fieldsLike = (fields: PageFields, form: RegExp) =>
  [...fields].flatMap(([key, field]) => (form.test(key) ? [field] : []));

const numberIn = (fields: PageFields, names: readonly string[]): number | null =>
  names.map((name) => wholeNumber(fields.get(name)?.value)).find((value) => value !== null) ?? null;

/** The relations of a link, quoted or not: https://www.rfc-editor.org/rfc/rfc8288#section-3. Examples: `; rel="next"`, `; rel=next`. */
const RELATIONS = /;\s*rel\s*=\s*(?:"([^"]*)"|(\w+))/gi;

const isNextLink = (parameters: string): boolean =>
  [...parameters.matchAll(RELATIONS)].some(([, quoted, word = ""]) =>
    (quoted ?? word).toLowerCase().split(/\s+/).includes("next"),
  );

function nextPage(response: HttpResponse, fields: PageFields, soFar: PagesSoFar): NextPage {
  const { headers, url, json } = response;
  const links = [headers.link ?? []]
    .flat()
    .join(", ")
    .matchAll(/<([^<>]*)>([^<]*)/g);
  const [, link] = [...links].find(([, , rest = ""]) => isNextLink(rest)) ?? [];
  if (link !== undefined) return resolvePage(link, url);
  return namedNext(response, fields, soFar) ?? countedNext(json, fields, soFar);
}

/** A field for the next page: `next`, `next_cursor`; not `next_param`. */
const NEXT = /^next(?:_(?!param)|$)/;
/** A URL, a path or a query, such as `/api/news?page=2` or `?page=2`. A token may contain a slash, but does not start with one. */
const ADDRESS = /^(?:https?:)?\/\/|^\.{0,2}[/?]|^[\w/.-]*\?[^=]+=/i;
/** A field that names a parameter: `next_param`, `parameter_name`. */
const PARAMETER_NAME = /(?:^|_)param(?:eter)?(?:_name)?$/;
/** A field that says whether there is more: `has_more`, `next`. */
const MORE = /^(?:has_more|has_next|more|next)/;

function namedNext({ json, url }: HttpResponse, fields: PageFields, soFar: PagesSoFar): NextPage {
  const given = fieldsLike(fields, NEXT);
  const address = given.find(({ value }) => typeof value === "string" && ADDRESS.test(value));
  if (address !== undefined) return resolvePage(String(address.value), url);
  const { name = "", value } = given[0] ?? {};
  if (given.length === 0 || value === true) return null;
  // In `next_param` or `cursorParameter`, the response names the parameter for its token.
  const stated = fieldsLike(fields, PARAMETER_NAME)
    .map(({ value }) => scalarText(value))
    .find((text) => /^[\w.[\]-]{1,60}$/.test(text));
  const isPage =
    wholeNumber(value) !== null && (/page$/i.test(name) || PAGE.some((key) => fields.has(key)));
  // `nextPageToken` belongs to the parameter `pageToken`, and `next_cursor` to `cursor`.
  const ofName = name.replace(/^next[_-]?/i, "").replace(/^./, (letter) => letter.toLowerCase());
  const parameter = stated ?? soFar.nextParameter ?? (isPage ? parameterOf("page", json) : ofName);
  if (parameter === "") return "the next page is a token, and nothing names its parameter";
  return addParameter(soFar.listUrl, parameter, value);
}

function countedNext(json: unknown, fields: PageFields, soFar: PagesSoFar): NextPage {
  const { rows, pages, isMore, listUrl } = soFar;
  const allPages = numberIn(fields, PAGES);
  // The response says `has_more: true`, or `next` is just true.
  const flags = fieldsLike(fields, MORE);
  const announcesMore = flags.some(({ value }) => readFlag(value));
  if (!announcesMore && !(allPages === null ? isMore : pages < allPages)) return null;
  const page = numberIn(fields, PAGE);
  if (page !== null) return addParameter(listUrl, parameterOf("page", json), page + 1);
  const offset = OFFSET.find((name) => numberIn(fields, [name]) !== null);
  if (offset !== undefined) return addParameter(listUrl, parameterOf(offset, json), rows);
  // A total alone is no proof of more pages: it may count rows that are never sent.
  return announcesMore || allPages !== null ? UNKNOWN_WAY : null;
}

/**
 * Returns the name of a page parameter. Strapi expects `pagination[page]`, and can be recognised by page fields that no other system
 * has.
 */
function parameterOf(name: string, json: unknown): string {
  const meta = isRecord(json) && isRecord(json.meta) ? json.meta.pagination : null;
  const isStrapi = isRecord(meta) && ("pageCount" in meta || "start" in meta);
  return isStrapi ? `pagination[${name}]` : name;
}

const UNKNOWN_WAY = "nothing says how to request the next page";

function resolvePage(address: string, url: URL): NextPage {
  const target = URL.parse(address, url.href);
  if (target === null) return "the next page is no URL";
  // Behind a proxy that terminates TLS, a source believes that it is reached by http.
  if (isSameHost(target, url)) target.protocol = url.protocol;
  if (target.origin === url.origin) return target;
  return `the next page is on another origin, ${withoutQuery(target)}`;
}

function addParameter(listUrl: URL, parameter: string, value: unknown): NextPage {
  if (typeof value !== "string" && typeof value !== "number") return UNKNOWN_WAY;
  const url = new URL(listUrl);
  url.searchParams.set(parameter, String(value));
  return url;
}
