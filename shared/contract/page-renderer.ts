import type { Currency, Frequency } from "../forms/donation.ts";
import type { Language } from "../languages.ts";
import type { EventStatus } from "../model/event.ts";
import type { SearchDocument, SearchView } from "../model/search.ts";
import type { DeskView } from "./desk.ts";
import type { FormState } from "./form-state.ts";
import type { DataTag, SiteData } from "./site-data.ts";

/** What the page of a gift may show: nothing of the donor but the first name. Times are ISO 8601. */
export interface GiftView {
  reference: string;
  state: "pledged" | "pending" | "paid" | "failed" | "cancelled" | "refunded";
  /** What is left of it, after refunds in part. */
  amountMinor: number;
  /** What went back of a gift that stays paid. */
  refundedMinor: number;
  currency: Currency;
  frequency: Frequency;
  purpose: string;
  /** Null once the donor is forgotten. */
  firstName: string | null;
  /** When it came into its state. */
  since: string;
}

/** A parameter of the page of a pending gift: it does not reload by itself. */
export const STILL = "still";

export interface InlineStylesheet {
  text: string;
  /** `sha256-...`, by which the page's policy allows it. */
  hash: string;
}

/** URLs of what the browser needs for a page; site-relative. */
export interface PageAssets {
  /** `client/entry-browser.ts`, which loads the hydrating module. */
  entry: string;
  /** `client/entry-desk.ts`, of forms of the desk alone. */
  deskScript: string;
  /** Modules to have ready before hydration: the entry's own imports and the page's. */
  modules: readonly string[];
  /** Linked stylesheets, in development. */
  links: readonly string[];
  /**
   * What every page needs, what this one adds under its own name, and what is printed or shown by scripts, which a page carries
   * only when its data is late; null in development.
   */
  stylesheets: {
    base: InlineStylesheet;
    page: (InlineStylesheet & { name: string }) | null;
    later: InlineStylesheet | null;
  } | null;
  /** The folder of the stylesheets of other pages. */
  stylesFolder: string | null;
  fonts: readonly string[];
  /** For visitors who save data (docs/decisions/0060); null in development. */
  dataSaver: {
    stylesheets: NonNullable<PageAssets["stylesheets"]>;
    /** A `data:` URL. */
    icon: string;
    /** The bytes of a built file in Brotli, where it is compressed; null where there is no such file. */
    sizeOf: (url: string) => number | null;
  } | null;
}

/** By a file of `client/pages`. */
export type AssetsOf = (pageFile: string) => PageAssets;

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
  found?: SearchView | null;
  desk?: DeskView | null;
  apiDocument: () => object;
  /** ISO 8601 UTC, the server's clock. */
  now: string;
  /** Aborts when the client disconnects or a time limit passes. */
  signal: AbortSignal;
  /** How long the page may wait for data that it needs, and for that of parts; Infinity for all (robots, `?complete=1`). */
  headStartMs: (role: "page" | "part") => number;
  /** 128 bits, new for each response: allows React's inline scripts when data is late. */
  makeNonce: () => string;
  requestId: string;
  /** The origin of canonical and Open Graph URLs. No trailing slash. */
  publicOrigin: string;
  /** Sample content is served: every page says so (docs/decisions/0039). */
  hasSampleContent: boolean;
  /** A payment provider is configured: the Donate form leads on to its page. */
  takesPayments: boolean;
  /** Without scripts, fonts and pictures, with all its data. */
  savesData: boolean;
  /** Called with an error while rendering. Its text never reaches a visitor. */
  onError: (error: unknown) => void;
}

export interface PageResponse<Destination> {
  status: number;
  /** Seconds, when the source is down. */
  retryAfterSeconds: number | null;
  /** What the page depends on: content alone, fresh data, stale data, or a failed part. */
  freshness: { state: "static" | "fresh" | "stale" | "failed"; oldestFetchedAt: string | null };
  /** A change to this data of the source puts the page out of date. */
  tags: readonly DataTag[];
  /** For this request alone, or without a part that is late: never cached or shared. */
  isLive: boolean;
  /** Set when data is late: the bytes contain this nonce and must not be cached or shared. */
  nonce: string | null;
  /** Of the inline stylesheets, for the CSP. */
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

/** How the server renders pages; loaded by Vite in development, and from `dist` otherwise. */
export interface PageRenderer<Destination> {
  render(request: PageRequest): Promise<PageResponse<Destination>>;
  hasPlaceholders: boolean;
  /**
   * The page of a URL: the pattern of its route (`/events/:slug`), `*` when there is none, and its key in the cache, the URL
   * without what does not change the page; null when it is not cacheable.
   */
  match(pathname: string, search: string): { route: string; key: string | null };
  /** Every page that needs no content source and may be listed. */
  staticPaths(): readonly StaticPath[];
  searchDocuments(language: Language): AsyncIterable<SearchDocument>;
  /** The page for errors outside any route; `status` and `requestId` are shown. */
  renderError(request: PageRequest, status: number): Promise<PageResponse<Destination>>;
}

/** Exported by `client/entry-server.tsx`. */
export type CreatePageRenderer<Destination> = (assetsOf: AssetsOf) => PageRenderer<Destination>;

/** A post of the blog, for feeds. URLs are site-relative. */
export interface Story {
  id: string;
  path: string;
  language: Language;
  title: string;
  summary: string;
  html: string;
  /** `YYYY-MM-DD`, a day in Dar es Salaam. */
  publishedOn: string;
  author: string;
  categories: readonly string[];
  image: string | null;
}

/** The texts of feeds and calendars in one language; `{price}` is to be filled in. */
export interface FeedWords {
  language: Language;
  news: string;
  stories: string;
  events: string;
  description: string;
  ticketPrice: string;
  event: Record<"free" | "online" | "alsoOnline", string> & {
    statuses: Record<EventStatus, string>;
  };
}

/** Exported by `client/entry-stories.ts`, for feeds in its language. */
export interface FeedContent {
  words: FeedWords;
  stories: () => Promise<readonly Story[]>;
}
