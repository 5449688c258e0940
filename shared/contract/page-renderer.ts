import type { Language } from "../languages.ts";
import type { DataTag } from "./data-tags.ts";
import type { FormState } from "./form-state.ts";
import type { GiftView } from "./gift-view.ts";
import type { AssetsOf } from "./page-assets.ts";
import type { SearchDocument, SearchView } from "./search.ts";
import type { SiteData } from "./site-data.ts";

/** One request, as the page may use it. */
export interface PageRequest {
  /** The path as requested, still encoded: dots in it are not resolved. */
  pathname: string;
  /** The query string with its "?", or nothing. */
  search: string;
  siteData: SiteData;
  /** A form that was posted to this URL and comes back with the page; null on a GET. */
  form: FormState | null;
  /** The gift of its page; null when there is no such gift. */
  gift?: GiftView | null;
  /** What was searched and found, on the search page. */
  found?: SearchView | null;
  /** The OpenAPI document of this site's API. */
  apiDocument: () => object;
  /** ISO 8601 UTC, the server's clock. */
  now: string;
  /** Aborts when the client disconnects or a time limit passes. */
  signal: AbortSignal;
  /**
   * How long the page may wait for data that it needs, and for that of parts it can do without.
   * Infinity waits for all (robots, `?complete=1`).
   */
  headStartMs: (role: "page" | "part") => number;
  /** 128 bits, new for each response: allows React's inline scripts when data is late. */
  makeNonce: () => string;
  requestId: string;
  /** The origin of canonical and Open Graph URLs. No trailing slash. */
  publicOrigin: string;
  /** Sample content is served: every page says so (docs/decisions/0052). */
  hasSampleContent: boolean;
  /** A payment provider is configured: the Donate form leads on to its page. */
  takesPayments: boolean;
  /** Rendered without scripts, fonts and pictures, with all its data. */
  savesData: boolean;
  /** Called with an error while rendering. Its text never reaches a visitor. */
  onError: (error: unknown) => void;
}

/** A rendered page. */
export interface PageResponse<Destination> {
  status: number;
  /** Seconds, when the source is down. */
  retryAfterSeconds: number | null;
  /** What the page depends on: content alone, fresh data, stale data, or a failed part. */
  freshness: { state: "static" | "fresh" | "stale" | "failed"; oldestFetchedAt: string | null };
  /** Which of the source's data the page shows: a change to it puts the page out of date. */
  tags: readonly DataTag[];
  /** For this request alone, or without a part that is late: never cached or shared. */
  isLive: boolean;
  /** Set when data is late: the bytes contain this nonce and must not be cached or shared. */
  nonce: string | null;
  /** Hashes of the inline stylesheets, for the CSP. */
  styleHashes: readonly string[];
  /** Bytes of the files that the page does without under data saver, as far as they are known; else null. */
  leftOutBytes: number | null;
  /** Writes the document; call once. */
  pipe(destination: Destination): void;
}

/** A page of the content, for the site map. */
export interface StaticPath {
  path: string;
  /** `YYYY-MM-DD`, when known. */
  lastModified: string | null;
}

/** What a URL leads to. */
export interface PageMatch {
  /** The pattern of its route (`/events/:slug`); `*` when there is no page. */
  route: string;
  /** The URL without what does not change the page: its key in the cache. Null when it is not cacheable. */
  key: string | null;
}

/**
 * The interface through which the server renders pages: match, load, render to a stream. Loaded in two
 * ways: by Vite in development, and from `dist` otherwise.
 */
export interface PageRenderer<Destination> {
  render(request: PageRequest): Promise<PageResponse<Destination>>;
  /** Content is marked as a placeholder. */
  hasPlaceholders: boolean;
  /** The page of a URL. */
  match(pathname: string, search: string): PageMatch;
  /** Every page that needs no content source and may be listed. */
  staticPaths(): readonly StaticPath[];
  /** Every page of the content in a language for the search index, one after the other. */
  searchDocuments(language: Language): AsyncIterable<SearchDocument>;
  /** The page for errors outside any route; `status` and `requestId` are shown. */
  renderError(request: PageRequest, status: number): Promise<PageResponse<Destination>>;
}

/** What `client/entry-server.tsx` exports as `createPageRenderer`. */
export type CreatePageRenderer<Destination> = (assetsOf: AssetsOf) => PageRenderer<Destination>;
