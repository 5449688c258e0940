import type { HttpResponse } from "../http/http-client.ts";
import { UpstreamError } from "../upstream-error.ts";
import { isRecord, readId } from "./fields/values.ts";
import { announcedRows, nextPage } from "./next-page.ts";
import { findRows, type ReadOptions } from "./read-responses.ts";

const MAX_PAGES = 50;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_MS = 30_000;
/** Of the announced rows: a source that counts its drafts has sent what it has. */
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
  { nextParameter, maxItems }: Pick<ReadOptions, "nextParameter"> & { maxItems: number },
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
    const isRepeated = found.length > 0 && found.filter((row) => isNew(row, ids)).length === 0;
    for (const row of found) rows.push(row);
    bytes += response.bytes;
    requested.add(response.url.href);
    const isEmpty = found.length === 0;
    const soFar = { listUrl, rows: rows.length, pages, isEmpty, nextParameter };
    const next = nextPage(response, soFar);
    if (next === null) {
      if (rows.length < (announced ?? 0) * ENOUGH) throw fail("nothing leads to the others");
      return { json: rows, announced };
    }
    if ("lost" in next) throw fail(next.lost);
    if (isRepeated || requested.has(next.url.href)) throw fail("its pages repeat");
    if (pages >= MAX_PAGES) throw fail(`it has more than ${MAX_PAGES} pages`);
    if (rows.length >= maxItems) throw fail(`it has more than ${maxItems} rows`);
    if (bytes > MAX_BYTES) throw fail("it is larger than 16 MiB");
    if (performance.now() - startedAt > MAX_MS) throw fail("it takes longer than 30 s");
    response = await request(next.url).catch((error: unknown) => {
      if (!(error instanceof UpstreamError)) throw error;
      throw fail(`page ${pages + 1}, ${error.reason}`, error);
    });
  }
}

/** Remembers the id of a row; a row without one is always new. */
function isNew(row: unknown, ids: Set<string>): boolean {
  const id = isRecord(row) ? readId(row.id) : null;
  if (id === null) return true;
  const isKnown = ids.has(id);
  ids.add(id);
  return !isKnown;
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
