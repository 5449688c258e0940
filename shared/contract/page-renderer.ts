import type { DataTag } from "./data-tags.ts";
import type { FormState } from "./form-state.ts";
import type { AssetsOf } from "./page-assets.ts";
import type { SiteData } from "./site-data.ts";
import type { CardAnswer } from "./social-card.ts";

/** What the server knows of one request and the page may use. */
export interface PageRequest {
  /** The path as it was asked for, still encoded: dots in it lead nowhere. */
  pathname: string;
  /** The query string with its "?", or nothing. */
  search: string;
  siteData: SiteData;
  /** A form that was posted to this address and comes back with the page; null on a GET. */
  form: FormState | null;
  /** ISO 8601 UTC, the server's clock. */
  now: string;
  /** Fires when the reader leaves. */
  signal: AbortSignal;
  /** How long the shell may wait for data. Infinity waits for all (robots, `?complete=1`). */
  headStartMs: number;
  /** 128 bits, new each answer: allows React's inline instructions when data is late. */
  makeNonce: () => string;
  requestId: string;
  /** An address the page shows for itself: canonical, Open Graph. No trailing slash. */
  publicOrigin: string;
  /** Told of a fault while rendering. Text of it never reaches a reader. */
  onError: (error: unknown) => void;
}

/** What the server needs to answer with. */
export interface PageResponse<Destination> {
  status: number;
  /** Seconds, when the source is down. */
  retryAfterSeconds: number | null;
  /** What the page stands on: its own words, data of the source, a saved copy, or a failed part. */
  freshness: { state: "static" | "fresh" | "stale" | "failed"; oldestFetchedAt: string | null };
  /** Which of the source's data the page shows: a change to it puts the page out of date. */
  tags: readonly DataTag[];
  /** For this reader, this once: never kept or shared. */
  isLive: boolean;
  /** Set when data is late: the bytes hold this nonce and must not be kept or shared. */
  nonce: string | null;
  /** Hashes of the sheets that stand in the page, for its policy. */
  styleHashes: readonly string[];
  /** Writes the document; call once. */
  pipe(destination: Destination): void;
}

/** An address whose words are in the content, for the site map. */
export interface StaticAddress {
  path: string;
  /** `YYYY-MM-DD`, when known. */
  lastModified: string | null;
}

/** A post of the blog, for feeds. Addresses are site-relative. */
export interface Story {
  path: string;
  title: string;
  summary: string;
  html: string;
  /** `YYYY-MM-DD`, a day in Dar es Salaam. */
  publishedOn: string;
  author: string;
  categories: readonly string[];
  image: string | null;
}

/**
 * The one door from server to client: match, load, render to a stream. Made twice, by Vite in
 * development and from `dist` otherwise.
 */
export interface PageRenderer<Destination> {
  render(request: PageRequest): Promise<PageResponse<Destination>>;
  /** The page's address without what does not change it; null when there is no page to keep. */
  pageKey(pathname: string, search: string): string | null;
  /** The template of the route an address belongs to (`/events/:slug`); `*` when it has no page. */
  routeOf(pathname: string): string;
  /** Every page that stands without the content source, and may be found. */
  addresses(): readonly StaticAddress[];
  /** The words of the picture that stands for an address where it is shared; waits for its data. */
  card(request: Pick<PageRequest, "pathname" | "siteData">): Promise<CardAnswer>;
  /** Every post of the blog with its text. */
  stories(): Promise<readonly Story[]>;
  /** The page for faults outside any route; `status` and `requestId` are shown. */
  renderError(request: PageRequest, status: number): Promise<PageResponse<Destination>>;
}

/** What `client/entry-server.tsx` exports as `createPageRenderer`. */
export type CreatePageRenderer<Destination> = (assetsOf: AssetsOf) => PageRenderer<Destination>;
